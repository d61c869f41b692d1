use super::lights::Key;
use super::vector::length;
use super::*;

/// Returns even maps of one texel in each of 8 x 8 places.
fn even(texel: Texel) -> Maps {
    Maps::new([8, 8], 1.0, vec![texel; 64])
}

const MIRROR: Texel = Texel { albedo: [1.0; 3], roughness: 0.0, metalness: 1.0, ..PLAIN };
const PLAIN: Texel = Texel {
    albedo: [0.5; 3],
    roughness: 0.6,
    normal: [0.0, 0.0, 1.0],
    metalness: 0.0,
    emission: [0.0; 3],
    ao: 1.0,
    opacity: 1.0,
    height: 0.0,
};

fn setting(form: Form, lights: Lights) -> Setting {
    Setting { form, lights, heading: 0.0, pitch: 0.0, zoom: 1.0, repeat: 2.0, brightness: 1.0, antialias: 1 }
}

const SIDE: u32 = 48;

fn picture(setting: Setting, maps: Maps) -> Vec<Vector> {
    let scene = Scene::new(setting, maps, [SIDE; 2]);
    (0..SIDE * SIDE).map(|pixel| scene.pixel([pixel % SIDE, pixel / SIDE])).collect()
}

#[test]
fn a_white_surface_reflects_even_light_whole() {
    let shares = Shares::all();
    for number in 0..=200 {
        let (roughness, cosine) = ((number % 10) as f32 / 9.0, 0.02 + 0.98 * (number / 10) as f32 / 20.0);
        for metalness in [0.0, 1.0] {
            let surface = Surface::new(shares, [1.0; 3], metalness, roughness, cosine);
            for part in surface.of_surroundings([1.0; 3], [1.0; 3]) {
                assert!((part - 1.0).abs() < 2e-6, "{part} of roughness {roughness}, metalness {metalness}, cosine {cosine}");
            }
        }
        // Between the two, something is lost.
        let [between, ..] = Surface::new(shares, [1.0; 3], 0.3, roughness, cosine).of_surroundings([1.0; 3], [1.0; 3]);
        assert!((0.7..1.0).contains(&between), "{between} of roughness {roughness}, cosine {cosine}");
        let grey = Surface::new(shares, [0.5; 3], 1.0, roughness, cosine).of_surroundings([1.0; 3], [1.0; 3]);
        assert!(grey[0] < 0.9 || cosine < 0.4, "{grey:?} of roughness {roughness}, cosine {cosine}");
    }
}

/// Sums what a surface reflects of a light that shines from all directions in turn.
fn summed(metalness: f32, roughness: f32, cosine: f32) -> f64 {
    let surface = Surface::new(Shares::all(), [1.0; 3], metalness, roughness, cosine);
    let to_eye = [libm::sqrtf(1.0 - cosine * cosine), 0.0, cosine];
    let (heights, turns) = (400_u32, 400_u32);
    let mut sum = 0.0;
    for number in 0..heights * turns {
        let height = ((number % heights) as f32 + 0.5) / heights as f32;
        let turn = ((number / heights) as f32 + 0.5) / turns as f32 * 2.0 * std::f32::consts::PI;
        let radius = libm::sqrtf(1.0 - height * height);
        let to_light = [radius * libm::cosf(turn), radius * libm::sinf(turn), height];
        sum += f64::from(surface.of_light([0.0, 0.0, 1.0], to_eye, to_light)[0]);
    }
    sum * 2.0 * std::f64::consts::PI / f64::from(heights * turns)
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn a_white_surface_reflects_no_more_than_arrives_from_all_lights_together_and_little_less() {
    for roughness in [0.3, 0.5, 0.8, 1.0] {
        for cosine in [0.2, 0.6, 0.95] {
            for metalness in [0.0, 1.0] {
                let found = summed(metalness, roughness, cosine);
                assert!((0.98..1.01).contains(&found), "{found} of roughness {roughness}, metalness {metalness}, cosine {cosine}");
            }
        }
    }
}

#[test]
fn a_mirror_ball_reflects_the_formula_of_the_sky() {
    // The sun is behind the ball, so that nothing but the sky is mirrored.
    let lights = Lights::Sun(unit([0.2, 0.3, -1.0]));
    let scene = Scene::new(setting(Form::Sphere, lights.clone()), even(MIRROR), [SIDE; 2]);
    let mut count = 0;
    for pixel in [[24, 24], [14, 10], [30, 18], [38, 30], [20, 40], [9, 24]] {
        let ray = scene.ray(pixel.map(|at| at as f32 + 0.5));
        // Where the ray meets the ball of radius 1.
        let [from, to] = [ray.from, ray.to].map(|vector| vector.map(f64::from));
        let middle: f64 = -(0..3).map(|axis| from[axis] * to[axis]).sum::<f64>();
        let square = from.iter().map(|part| part * part).sum::<f64>() - middle * middle;
        let distance = middle - libm::sqrt(1.0 - square);
        let normal: [f64; 3] = std::array::from_fn(|axis| from[axis] + to[axis] * distance);
        let cosine: f64 = (0..3).map(|axis| to[axis] * normal[axis]).sum();
        let away: Vector = std::array::from_fn(|axis| (to[axis] - 2.0 * cosine * normal[axis]) as f32);
        let expected = lights.around(away, 0.0, 1.0).map(tone);
        let found = scene.pixel(pixel);
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 0.02, "{found} for {expected} at {pixel:?}");
        }
        count += usize::from(away[1] > 0.1);
    }
    assert!((1..6).contains(&count), "both sky and ground are mirrored");
}

#[test]
fn a_ball_is_brighter_on_the_side_of_the_sun() {
    let bright = |sun: Vector| {
        let pixels = picture(setting(Form::Sphere, Lights::Sun(unit(sun))), even(PLAIN));
        let of = |column: u32| (16..32).map(|row| pixels[(row * SIDE + column) as usize][1]).sum::<f32>() / 16.0;
        [of(12), of(36)]
    };
    let [left, right] = bright([-1.0, 0.2, 0.4]);
    assert!(left > 2.0 * right, "{left} {right}");
    let [left, right] = bright([1.0, 0.2, 0.4]);
    assert!(right > 2.0 * left, "{left} {right}");
}

/// Returns maps with a hill in the middle, of this height in widths of a map.
fn hill(height: f32) -> Maps {
    let texel = |number: usize| {
        let [x, y] = [number % 64, number / 64].map(|at| (at as f32 - 31.5) / 16.0);
        Texel { height: height * (1.0 - x * x - y * y).max(0.0), ..PLAIN }
    };
    Maps::new([64, 64], 1.0, (0..64 * 64).map(texel).collect())
}

#[test]
fn rays_meet_the_heights_of_every_shape() {
    for form in [Form::Sphere, Form::Plane, Form::Cube] {
        let scene = Scene::new(Setting { pitch: 0.6, repeat: 1.0, ..setting(form, Lights::studio()) }, hill(0.1), [SIDE; 2]);
        let fineness = Fineness { level: 0, texel: 1.0 / 64.0 };
        let (mut hits, mut raised) = (0, 0);
        for number in 0..SIDE * SIDE {
            let ray = scene.ray([number % SIDE, number / SIDE].map(|at| at as f32 + 0.5));
            let Some(hit) = scene.shape.hit(&ray, &scene.maps, fineness) else { continue };
            if hit.is_cut {
                continue;
            }
            let height = scene.maps.height(hit.place, 0);
            // The point of the ray at the height of the ground, which must lie at the place of the hit.
            let lowered = scene.shape.depth * (1.0 - height);
            let found = match form {
                Form::Sphere => {
                    let middle = -dot(ray.from, ray.to);
                    let half = (1.0 - lowered) * (1.0 - lowered) - dot(ray.from, ray.from) + middle * middle;
                    let point = ray.at(middle - libm::sqrtf(half.max(0.0)));
                    let latitude = libm::atan2f(point[1], libm::sqrtf(point[0] * point[0] + point[2] * point[2]));
                    [0.5 + libm::atan2f(point[0], point[2]) / std::f32::consts::PI, 0.5 - latitude / std::f32::consts::PI]
                }
                Form::Plane => {
                    let point = ray.at((-lowered - ray.from[1]) / ray.to[1]);
                    [0.5 + point[0] / (2.0 * SLAB), 0.5 + point[2] / (2.0 * SLAB)]
                }
                Form::Cube => {
                    let face = hit.frame[2].map(|part| part.abs()).into_iter().enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
                    if face == 0 {
                        continue;
                    }
                    let point = ray.at((CUBE - lowered - ray.from[face]) / ray.to[face]);
                    let down = if face == 1 { point[2] } else { -point[1] };
                    [0.5 + point[0] / (2.0 * CUBE), 0.5 + down / (2.0 * CUBE)]
                }
            };
            // Where a ray grazes the ground, a little height is a long way.
            if dot(hit.frame[2], ray.to) < -0.3 {
                let is_near = found.iter().zip(hit.place).all(|(found, place)| (found - place).abs() < 0.02);
                assert!(is_near, "{form:?}: {found:?} for {:?}", hit.place);
                hits += 1;
                raised += usize::from(height > 0.3);
            }
        }
        assert!(hits > 200 && raised > 20, "{form:?}: {hits} {raised}");
    }
}

#[test]
fn a_ball_with_heights_has_an_outline_of_them() {
    let outline = |maps: Maps| {
        let scene = Scene::new(setting(Form::Sphere, Lights::studio()), maps, [SIDE; 2]);
        let is_hit = |pixel: u32| {
            let ray = scene.ray([pixel % SIDE, pixel / SIDE].map(|at| at as f32 + 0.5));
            scene.shape.hit(&ray, &scene.maps, Fineness { level: 0, texel: 1.0 / 64.0 }).is_some()
        };
        (0..SIDE * SIDE).filter(|pixel| is_hit(*pixel)).count()
    };
    let [flat, hilly] = [0.0, 0.12].map(|height| outline(hill(height)));
    assert!(hilly + 40 < flat && hilly * 2 > flat, "{hilly} {flat}");
}

#[test]
fn a_hill_casts_a_shadow_on_the_side_away_from_the_light() {
    let scene = Scene::new(Setting { repeat: 1.0, ..setting(Form::Plane, Lights::studio()) }, hill(0.2), [SIDE; 2]);
    let fineness = Fineness { level: 0, texel: 1.0 / 64.0 };
    let lit = |x: f32, direction: Vector| {
        let hit = Hit { place: [x, 0.5], frame: [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]], is_cut: false };
        shadow::lit(&scene.shape, &scene.maps, fineness, &hit, Key { direction: unit(direction), spread: 0.05 })
    };
    let [from_left, from_right] = [[-1.0, 0.5, 0.0], [1.0, 0.5, 0.0]];
    assert_eq!([lit(0.2, from_left), lit(0.8, from_right)], [1.0, 1.0]);
    assert!(lit(0.8, from_left) < 0.2 && lit(0.2, from_right) < 0.2);
}

#[test]
fn far_away_maps_are_means_and_normals_that_vary_there_are_rough() {
    let texel = |number: usize| {
        let is_odd = (number % 2 + number / 7) % 2 == 1;
        let side = if is_odd { 0.6 } else { -0.6 };
        Texel { albedo: [if is_odd { 1.0 } else { 0.0 }; 3], normal: [side, 0.0, 0.8], roughness: 0.1, ..PLAIN }
    };
    let maps = Maps::new([7, 5], 1.0, (0..35).map(texel).collect());
    let near = maps.texel([0.5 / 7.0, 0.1], 0.0);
    assert!((near.roughness - 0.1).abs() < 1e-3 && near.normal[0] == -0.6, "{near:?}");
    let far = maps.texel([0.3, 0.9], 9.0);
    let mean = (0..35).map(texel).map(|texel| texel.albedo[0]).sum::<f32>() / 35.0;
    assert!((far.albedo[0] - mean).abs() < 1e-3, "{far:?}");
    assert!(far.roughness > 0.7 && far.normal[0].abs() < 0.2 && (length(far.normal) - 1.0).abs() < 1e-5, "{far:?}");
}

#[test]
fn what_is_not_opaque_shows_the_backdrop_and_a_glow_adds_light() {
    let seen = |texel: Texel| picture(setting(Form::Sphere, Lights::studio()), even(texel))[(SIDE * SIDE / 2 + SIDE / 2) as usize];
    let opaque = seen(PLAIN);
    let hole = seen(Texel { opacity: 0.0, ..PLAIN });
    let half = seen(Texel { opacity: 0.5, ..PLAIN });
    assert!(hole[1] < half[1] && half[1] < opaque[1], "{hole:?} {half:?} {opaque:?}");
    let glowing = seen(Texel { emission: [0.0, 1.0, 0.0], ..PLAIN });
    assert!(glowing[1] > opaque[1] + 0.1 && (glowing[0] - opaque[0]).abs() < 1e-6, "{glowing:?} {opaque:?}");
}

#[test]
fn occlusion_darkens_what_comes_from_everywhere() {
    let of =
        |ao: f32| picture(setting(Form::Sphere, Lights::Even(0.5)), even(Texel { ao, ..PLAIN }))[(SIDE * SIDE / 2 + SIDE / 2) as usize];
    let [dark, bright] = [0.3, 1.0].map(of);
    assert!(dark[1] < 0.6 * bright[1], "{dark:?} {bright:?}");
}
