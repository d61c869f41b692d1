//! The library's description of the keys of nodes: nodes are validated by it, and serde reads the same.

use std::ops::Bound;

use lacuna::graph::{Graph, Key, KeyKind, NODE_KINDS, Node, NodeKind};
use lacuna::nodes::{GradientSet, Perlin, Slope, Value as ValueNoise};
use lacuna::{Cpu, Domain, Program};
use serde_json::{Value, json};

/// Returns the example of a kind as data, with the other keys that a key needs to have its full range.
fn example(kind: &NodeKind, key: &Key) -> Value {
    let mut node = serde_json::to_value((kind.example)()).unwrap();
    let beside = match key.name {
        // The table repeats after 256 cells.
        "period" if kind.key("hash").is_some() => ("hash", json!("lattice")),
        "gradients" => ("dimensions", json!(2)),
        "weights" => ("octaves", Value::Null),
        _ => return node,
    };
    match beside {
        (name, Value::Null) => drop(node.as_object_mut().unwrap().remove(name)),
        (name, value) => node[name] = value,
    }
    node
}

/// Returns `true` if a node with a value for a key is read and valid.
fn is_taken(kind: &NodeKind, key: &Key, value: &Value) -> bool {
    let mut node = example(kind, key);
    node[key.name] = value.clone();
    serde_json::from_value::<Node>(node).is_ok_and(|node| Graph::from(node).validate().is_ok())
}

fn number(number: f64) -> Value {
    json!(number)
}

/// Returns values that are just legal, and values that just aren't.
fn edges(kind: &KeyKind) -> [Vec<Value>; 2] {
    match kind {
        KeyKind::Input => [vec![number(-1e30), number(1e30), json!({ "kind": "perlin" })], vec![number(1.1e30), json!(true)]],
        KeyKind::Number(limits) => {
            let (mut good, mut bad) = (vec![], vec![json!("a"), json!(true), json!("nan"), json!("inf")]);
            match limits.least {
                Bound::Included(least) => {
                    good.push(number(least));
                    bad.push(number(least.next_down()));
                }
                Bound::Excluded(least) => {
                    good.push(number(least.next_up().max(f64::MIN_POSITIVE)));
                    bad.push(number(least));
                    bad.push(number(-f64::MIN_POSITIVE));
                }
                Bound::Unbounded => {}
            }
            match limits.most {
                Bound::Included(most) => {
                    good.push(number(most));
                    bad.push(number(most.next_up()));
                }
                Bound::Excluded(_) => unreachable!("none has one"),
                Bound::Unbounded => good.push(number(1e300)),
            }
            if limits.is_without_zero {
                bad.push(json!(0));
            } else {
                good.extend(limits.contains(0.into()).then(|| json!(0)));
            }
            for (values, is_good) in [(&good, true), (&bad, false)] {
                let numbers = values.iter().filter_map(Value::as_f64);
                assert!(numbers.into_iter().all(|number| limits.contains(number.into()) == is_good), "{limits:?}");
            }
            [good, bad]
        }
        KeyKind::Whole { least, most } => {
            let above = most.checked_add(1).map_or(json!(1.9e19), |above| json!(above));
            // Negative seeds are two's complement.
            let lowest = if *most == u64::MAX { json!(-1e19) } else { json!(-1) };
            let below = least.checked_sub(1).map_or(lowest, |below| json!(below));
            [vec![json!(least), json!(most)], vec![below, above, json!(1.5), json!(true)]]
        }
        KeyKind::Truth => [vec![json!(true), json!(false)], vec![json!(1), json!("true")]],
        KeyKind::Choice(choices) => [choices.iter().map(|choice| json!(choice.name)).collect(), vec![json!("none of them"), json!(1)]],
        KeyKind::Color => [vec![json!("#0080ff"), json!([0, 0.5, 1])], vec![json!("#0080f"), json!([0, 0.5]), json!([0, 0.5, 1.1])]],
        KeyKind::PerAxis { of } => {
            let [good, bad] = edges(of);
            let lists = |values: &[Value]| values.iter().map(|value| json!([good[0], value, good[0]])).collect::<Vec<_>>();
            let too_many = [json!([]), json!([good[0], good[0], good[0], good[0], good[0]])];
            [[good.clone(), lists(&good)].concat(), [bad.clone(), lists(&bad), too_many.to_vec()].concat()]
        }
        KeyKind::Tuple { of } => {
            let parts: Vec<[Vec<Value>; 2]> = of.iter().map(edges).collect();
            // Two equal values may be meaningless together.
            let usual: Vec<Value> = parts.iter().enumerate().map(|(place, [good, _])| good[place.min(good.len() - 1)].clone()).collect();
            let with = |place: usize, value: &Value| {
                let mut list = usual.clone();
                list[place] = value.clone();
                Value::from(list)
            };
            let bad = (0..parts.len()).flat_map(|place| parts[place][1].iter().map(move |value| (place, value)));
            let mut bad: Vec<Value> = bad.map(|(place, value)| with(place, value)).collect();
            bad.push(usual[1..].into());
            bad.push([&usual[..], &usual[..1]].concat().into());
            [vec![usual.into()], bad]
        }
        KeyKind::List { of, least, most } => {
            let [good, bad] = edges(of);
            // Lists of pairs rise.
            let rising = |count: usize| -> Value {
                (0..count).map(|place| if good[0].is_array() { json!([place, good[0][1]]) } else { json!(1 + place) }).collect()
            };
            let with = |value: &Value| Value::from([rising(*least).as_array().unwrap(), std::slice::from_ref(value)].concat());
            let bad = bad.iter().map(with).chain([rising(least - 1), rising(most + 1)]).collect();
            [vec![rising(*least), rising(*most)], bad]
        }
        kind => panic!("{kind:?} is not tried yet"),
    }
}

fn each() -> impl Iterator<Item = (&'static NodeKind, &'static Key)> {
    NODE_KINDS.iter().flat_map(|kind| kind.keys.iter().map(move |key| (kind, key)))
}

#[test]
fn just_inside_of_its_limits_a_key_is_taken_and_just_outside_it_is_refused() {
    let mut tried = 0;
    for (kind, key) in each() {
        let [good, bad] = edges(&key.kind);
        for (values, is_good) in [(good, true), (bad, false)] {
            for value in values {
                // Simplex noise has no periods along axes, as its documentation says.
                let is_good = is_good && !(kind.name == "simplex" && key.name == "period" && value.to_string().contains("1073741824"));
                // No tile is a million times as long as wide.
                let is_good = is_good
                    && !(kind.name == "tiles" && key.name == "frequency" && value.as_array().is_some_and(|axes| axes[0] != axes[1]));
                // Only a box has two sizes.
                let is_good = is_good && !(kind.name == "shape" && key.name == "size" && value.is_array());
                let is_good = is_good
                    && !(kind.name == "transform" && key.name == "rotate" && value.as_array().is_some_and(|angles| angles.len() != 3));
                assert_eq!(is_taken(kind, key, &value), is_good, "{}.{} = {value}: {}", kind.name, key.name, key.kind);
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn a_key_that_is_left_out_has_its_default_and_one_that_is_required_may_not_be() {
    for (kind, key) in each() {
        let name = format!("{}.{}", kind.name, key.name);
        let mut without = serde_json::to_value((kind.example)()).unwrap();
        without.as_object_mut().unwrap().remove(key.name);
        let read = serde_json::from_value::<Node>(without.clone());
        assert_eq!(read.is_err(), key.is_required, "{name}");
        let default = (key.default)();
        assert!(default.is_none() || !key.is_required, "{name}");
        if let Some(default) = default {
            let mut with = without;
            with[key.name] = json!(default);
            let with = serde_json::from_value::<Node>(with).unwrap();
            assert_eq!(serde_json::to_value(&with).unwrap().get(key.name), None, "{name} = {default} is not written");
            assert_eq!(with, read.unwrap(), "{name} = {default}");
        }
    }
}

#[test]
fn without_a_seed_perlin_has_its_own_table_and_other_noise_the_seed_0_and_a_line_has_slopes() {
    let samples =
        |node: Node| Cpu::new().sample(&Program::new(node).unwrap(), &Domain::points([[0.3, 0.7, 2.2], [5.1, -7.4, 0.6]])).unwrap();
    assert_ne!(samples(Perlin::new().into()), samples(Perlin::new().seed(0).into()));
    assert_eq!(samples(ValueNoise::new().into()), samples(ValueNoise::new().seed(0).into()));
    let line = Perlin::new().dimensions(1);
    assert_eq!(samples(line.clone().into()), samples(line.clone().gradients(GradientSet::Slopes).into()));
    assert_ne!(samples(line.clone().into()), samples(line.gradients(GradientSet::Improved).into()));
}

#[test]
fn every_kind_key_and_choice_is_described_in_words() {
    for kind in NODE_KINDS {
        let is_plain = |text: &str| !text.contains("[`") && !text.contains("::") && !text.contains("```");
        let is_sentence = |text: &str| is_plain(text) && text.len() > 2 && text.ends_with(['.', ':']) && !text.starts_with(' ');
        assert!(is_sentence(&kind.doc()), "{}: {}", kind.name, kind.doc());
        assert!(!kind.keys.is_empty(), "{}", kind.name);
        for key in kind.keys {
            let name = format!("{}.{}", kind.name, key.name);
            assert!(is_sentence(&key.doc()) && is_sentence(&key.summary()), "{name}: {}", key.doc());
            assert!(key.doc().replace('\n', " ").starts_with(&key.summary()), "{name}");
            assert!(!key.kind.to_string().is_empty(), "{name}");
            if let KeyKind::Choice(choices) = key.kind {
                assert!(choices.len() > 1, "{name}");
                assert!(choices.iter().all(|choice| choice.doc().ends_with('.')), "{name}");
            }
        }
    }
}

#[test]
fn inputs_are_what_a_node_takes_values_from() {
    for kind in NODE_KINDS {
        let node = (kind.example)();
        let taken: Vec<&str> = node.inputs().into_iter().map(|(name, _)| name).collect();
        let told: Vec<&str> = kind.keys.iter().filter(|key| key.is_input()).map(|key| key.name).collect();
        assert!(taken.iter().all(|name| told.contains(name)), "{}: {taken:?}", kind.name);
        let open = kind.keys.iter().filter(|key| key.is_input() && !taken.contains(&key.name));
        assert!(open.into_iter().all(|key| !key.is_required && (key.default)().is_none()), "{}: {taken:?}", kind.name);
    }
}

#[test]
fn what_a_key_says_of_its_limits_is_what_they_are() {
    let (mut told, mut missing) = (0, vec![]);
    for (kind, key) in each() {
        let kind_of_each = match key.kind {
            KeyKind::PerAxis { of } | KeyKind::List { of, .. } => *of,
            KeyKind::Tuple { of } => of[0],
            kind => kind,
        };
        let limits = match kind_of_each {
            KeyKind::Tuple { of } => of[0].to_string(),
            KeyKind::Number(_) => kind_of_each.to_string(),
            KeyKind::Whole { .. } if key.name == "octaves" => kind_of_each.to_string(),
            _ => continue,
        };
        let words = ["a whole number from ", "a number from ", "a number "].iter().find_map(|before| limits.strip_prefix(before)).unwrap();
        let words = if words.ends_with("at most 10^9") && words.starts_with("above 0") { "above 0" } else { words };
        let words = words.replace("above 0, at most", "above 0 and at most").replace("0.01 to", "1/100 to");
        let doc = key.doc().replace('\n', " ");
        if !doc.contains(&words) {
            missing.push(format!("{}.{}: `{words}` is not in `{doc}`", kind.name, key.name));
        }
        told += 1;
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(told > 50, "{told}");
}

/// Numbers at which arithmetic breaks: where f32 and f64 end, lose their digits, or have reciprocals that overflow.
const EXTREMES: [&str; 26] = [
    "0", "1e-400", "5e-324", "1e-320", "1e-310", "1e-200", "1e-160", "1e-45", "1e-39", "1e-38", "1e-30", "1e-20", "1e-8", "0.3", "1", "3",
    "255", "1e6", "1e9", "1e20", "1e30", "1e37", "1e39", "1e200", "1e308", "1e400",
];

/// Returns every extreme in both signs, as recipes may write it, and the limits of a key.
fn extremes(kind: &KeyKind) -> Vec<Value> {
    let numbers = EXTREMES.iter().flat_map(|text| [(*text).to_owned(), format!("-{text}")]).map(Value::from);
    match kind {
        KeyKind::Input | KeyKind::Number(_) => numbers.chain(edges(kind).into_iter().next().unwrap_or_default()).collect(),
        KeyKind::PerAxis { of } | KeyKind::List { of, .. } => {
            let all = extremes(of);
            let pairs = all.windows(2).map(|pair| json!(pair));
            let lists = pairs
                .chain(all.iter().map(|value| json!([all[0], value])))
                .chain(all.iter().map(|value| json!([value])))
                .chain(all.iter().map(|value| json!([value, all[0], value])));
            let lists: Vec<Value> = lists.collect();
            if matches!(kind, KeyKind::PerAxis { .. }) { [all, lists].concat() } else { lists }
        }
        KeyKind::Tuple { of } => {
            let first = extremes(&of[0]);
            let second: Vec<Value> = match of[1] {
                KeyKind::Color => vec![json!("#000000"), json!([1, 0.5, 1e-320])],
                kind => extremes(&kind).into_iter().step_by(3).collect(),
            };
            let pairs = first.iter().flat_map(|a| second.iter().map(move |b| [a, b]));
            pairs.map(|[a, b]| if of.len() == 2 { json!([a, b]) } else { json!([a, b, a]) }).collect()
        }
        KeyKind::Whole { .. } => edges(kind).into_iter().next().unwrap_or_default(),
        _ => vec![],
    }
}

/// Returns `true` if a graph is refused, or its values and derivatives are finite at some places.
fn is_finite_or_refused(graph: &Graph) -> bool {
    let places = [[0.0, 0.0, 0.0], [0.3, 0.4, 0.7], [-77.7, 1e3, 5.25], [1e-30, -1e-7, 4.0], [3.5, 2.5, 0.5]];
    let Ok(program) = Program::new(graph) else { return true };
    let cpu = Cpu::with_threads(std::num::NonZeroUsize::MIN);
    // Coordinates may be too large at some places, but not at the origin.
    [&places[..1], &places[..]].into_iter().all(|places| {
        let samples = cpu.sample(&program, &Domain::points(places.iter().copied()));
        samples.map_or(true, |samples| samples.iter().all(|sample| sample.is_finite()))
    })
}

fn all_are_finite_or_refused(node: Value) -> bool {
    serde_json::from_value::<Node>(node)
        .map_or(true, |node| is_finite_or_refused(&Graph::from(node.clone())) && is_finite_or_refused(&Graph::from(Slope::of(node))))
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn every_number_of_every_key_is_refused_or_gives_finite_values_and_derivatives() {
    let (mut tried, mut bad) = (0, Vec::new());
    for (kind, key) in each() {
        for value in extremes(&key.kind) {
            let mut node = example(kind, key);
            node[key.name] = value.clone();
            if !all_are_finite_or_refused(node) {
                bad.push(format!("{}.{} = {value}", kind.name, key.name));
            }
            tried += 1;
        }
    }
    assert!(bad.is_empty(), "{} of {tried}: {bad:#?}", bad.len());
    assert!(tried > 10_000, "{tried}");
}

#[test]
#[cfg_attr(miri, ignore = "too much for an interpreter")]
fn extremes_of_all_keys_of_a_kind_together_are_refused_or_give_finite_values_and_derivatives() {
    let mut state = 7_u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (state >> 33) as usize % end
    };
    let mut bad = Vec::new();
    for kind in NODE_KINDS {
        let of_keys: Vec<(&Key, Vec<Value>)> = kind.keys.iter().map(|key| (key, extremes(&key.kind))).collect();
        for _ in 0..300 {
            let mut node = serde_json::to_value((kind.example)()).unwrap();
            for (key, values) in &of_keys {
                if !values.is_empty() && below(3) == 0 {
                    node[key.name] = values[below(values.len())].clone();
                }
            }
            if !all_are_finite_or_refused(node.clone()) {
                bad.push(node.to_string());
            }
        }
    }
    assert!(bad.is_empty(), "{}: {bad:#?}", bad.len());
}

#[test]
fn words_of_other_programs_lead_to_kinds_and_are_the_name_of_none() {
    for (word, expected) in [
        ("voronoi", &["cellular"][..]),
        ("worley", &["cellular"]),
        ("blend", &["mix"]),
        ("interpolate", &["lerp"]),
        ("map_range", &["remap"]),
        ("auto_levels", &["levels"]),
        ("displace", &["warp"]),
        ("hexagon", &["tiles", "shape"]),
        ("twirl", &["swirl"]),
        ("mirror_repeat", &["mirror"]),
        ("musgrave", &["fbm", "ridged", "hybrid", "heterogeneous"]),
        ("brick", &["tiles"]),
        ("cloth", &["weave"]),
        ("scratch", &["scratches"]),
        ("noise", &["perlin", "fbm"]),
        ("Domain Warp", &["warp"]),
        ("nonsense", &[]),
    ] {
        assert_eq!(NodeKind::meant_by(word).map(|kind| kind.name).collect::<Vec<_>>(), expected, "{word}");
    }
    for kind in NODE_KINDS {
        for word in kind.synonyms {
            assert!(NodeKind::of(word).is_none() && lacuna::presets::Preset::of(word).is_none(), "{}: {word}", kind.name);
            assert!(word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'), "{word}");
        }
    }
}
