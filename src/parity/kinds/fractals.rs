//! The cases of fractals.

use super::prelude::*;

impl Covered for Fbm {
    fn cases() -> Cases {
        numbered(&[
            || a().fbm().octaves(5.5).gain(0.7).lacunarity(1.9).into(),
            || a().fbm().weights([1.0, -0.5, 2.0]).normalize(false).decorrelate(false).into(),
            || Node::from(a().fbm().octaves(2)).fbm().octaves(2).into(),
            || a().fbm().octaves(4).damping(1.5).into(),
            || Node::from(a().dimensions(2).fbm().octaves(3).damping(4)).transform().rotate(30).scale(2).into(),
        ])
    }
}

impl Covered for Turbulence {
    fn cases() -> Cases {
        numbered(&[|| a().turbulence().octaves(4).into()])
    }
}

impl Covered for Billow {
    fn cases() -> Cases {
        let mut cases = numbered(&[|| a().billow().octaves(4).into()]);
        cases.push(("damped".to_owned(), a().billow().octaves(4).damping(2).into()));
        cases
    }
}

impl Covered for Ridged {
    fn cases() -> Cases {
        let mut cases = numbered(&[|| a().ridged().octaves(4).offset(0.9).feedback(1.5).into()]);
        cases.push(("damped".to_owned(), a().ridged().octaves(4).damping(2).into()));
        cases
    }
}

impl Covered for Hybrid {
    fn cases() -> Cases {
        numbered(&[|| a().hybrid().octaves(4).offset(0.5).into()])
    }
}

impl Covered for Heterogeneous {
    fn cases() -> Cases {
        numbered(&[|| a().heterogeneous().octaves(4).offset(0.8).into()])
    }
}

impl Covered for PingPong {
    fn cases() -> Cases {
        numbered(&[|| a().ping_pong().octaves(3).strength(3).into()])
    }
}

impl Covered for Swiss {
    fn cases() -> Cases {
        numbered(&[
            || a().swiss().octaves(4).into(),
            || a().dimensions(2).swiss().octaves(3).warp(0.4).gain(0.7).normalize(false).into(),
            || Node::from(a().swiss().octaves(3)).transform().rotate(20).into(),
        ])
    }
}
