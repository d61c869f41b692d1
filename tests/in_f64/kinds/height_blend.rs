//! b where its height is the larger, a where its own is, and a blend of both within the contrast.

use lacuna::Number;
use lacuna::nodes::AlphaMode;

use crate::in_f64::compiler::ALPHA;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::HeightBlend {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let heights = [&self.height_a, &self.height_b].map(|height| compiler.input(height));
        let colors = [&self.a, &self.b].map(|input| compiler.lane(compiler.channel, input));
        let alphas = [&self.a, &self.b].map(|input| compiler.lane(ALPHA, input));
        let is_straight = self.alpha == AlphaMode::Straight || compiler.channel == ALPHA;
        let [offset, contrast] = [self.offset, self.contrast].map(Number::to_f64);
        Box::new(move |at, pieces| {
            let [low, high] = heights.each_ref().map(|height| height(at, pieces));
            let [a, b] = colors.each_ref().map(|color| color(at, pieces));
            let share = pieces.clamp((high + offset - low) / contrast + 0.5, 0.0, 1.0);
            let share = if is_straight {
                share
            } else {
                let [of_a, of_b] = alphas.each_ref().map(|alpha| alpha(at, pieces)).map(|alpha| alpha.clamp(0.0, 1.0));
                let (of_a, of_b) = ((1.0 - share) * of_a, share * of_b);
                if of_a + of_b > 0.0 { of_b / (of_a + of_b) } else { 0.0 }
            };
            (1.0 - share) * a + share * b
        })
    }
}
