//! b where its height is the larger, a where its own is, and a blend of both within the contrast.

use lacuna::Number;

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::HeightBlend {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let heights = [&self.height_a, &self.height_b].map(|height| compiler.input(height));
        let colors = [&self.a, &self.b].map(|input| compiler.lane(compiler.channel, input));
        let [offset, contrast] = [self.offset, self.contrast].map(Number::to_f64);
        Box::new(move |at, pieces| {
            let [low, high] = heights.each_ref().map(|height| height(at, pieces));
            let [a, b] = colors.each_ref().map(|color| color(at, pieces));
            let share = pieces.clamp((high + offset - low) / contrast + 0.5, 0.0, 1.0);
            (1.0 - share) * a + share * b
        })
    }
}
