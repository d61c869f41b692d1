//! Columns: the functions of each basis that a lane evaluates at several samples of a column, while its workgroup shares what lies at lattice points.

use std::fmt::Write as _;

use super::shared::{Column, Shared, columns};
use super::write::{Writer, one_by_one};
use crate::coordinates::AXES;
use crate::program::{Corner, Operand, Operation};
use crate::strict::cellular::MANHATTAN;

impl Writer<'_> {
    /// Appends the functions of each basis that is evaluated in columns.
    pub(super) fn columns<'o>(&self, along: impl Iterator<Item = &'o Operation>, text: &mut String) {
        let mut written = Vec::new();
        for column in columns(along) {
            // A basis may be evaluated several times.
            if written.contains(&column.name()) {
                continue;
            }
            written.push(column.name());
            match column.shared(self.structure) {
                Shared::Vertices => self.vertices(&column, text),
                Shared::Points(outputs) => self.points(&column, &outputs, text),
                Shared::Corners(corner) => self.corners(&column, corner, text),
                Shared::Nothing => self.column(&column, "", None, text),
            }
        }
    }

    /// Returns the call that evaluates an operation's basis at the samples of a lane.
    pub(super) fn column_call(&self, operation: &Operation, octave: &str) -> String {
        let column = columns([operation]).pop().expect("a basis");
        let warps = column.listed_warps(self.structure, "");
        format!("column_{}({octave}, first, at, lane{warps})", column.name())
    }

    /// Returns the text of a coordinate of a column's lattice at the sample `here`.
    fn at(&self, column: &Column<'_>, number: u8) -> String {
        self.coordinate_of(column.basis, column.axis, number, Some("octave"))
    }

    /// Appends the functions that return the coordinates of a column's lattice at the sample `here`.
    fn coordinates(&self, column: &Column<'_>, text: &mut String) {
        let warps = column.listed_warps(self.structure, ": f32");
        for (name, number) in AXES.iter().zip(0..column.basis.dimensions()) {
            let _ = write!(
                text,
                "\nfn {name}_of_{}(octave: u32, here: vec3<u32>{warps}) -> Coordinate {{\n    return {};\n}}\n",
                column.name(),
                self.at(column, number),
            );
        }
    }

    /// Appends the function that evaluates a basis at the samples of a lane, given statements that make the workgroup's box, and, for samples in it, statements
    /// before them and the value of the sample `n`. Without these, and where the box does not fit into the memory, each sample is evaluated by itself.
    fn column(&self, column: &Column<'_>, boxed: &str, within: Option<(&str, &str)>, text: &mut String) {
        let index = column.name();
        let (ty, ending) = if column.is_slope { ("vec4<f32>", "_slope") } else { ("f32", "") };
        let alone = self.basis(column.basis, column.index, column.axis, column.scalars, Some("octave"), ending);
        let within = within.map_or(String::new(), |(before, value)| {
            format!("    if box.fits {{\n{before}        for (var n = 0u; n < SIDE; n += 1u) {{\n            made[n] = {value};\n        }}\n        return made;\n    }}\n")
        });
        let warps = column.listed_warps(self.structure, ": array<f32, SIDE>");
        let alone = one_by_one("made", "held_inside(below(at, number))", &column.warps_of_one(self.structure, 2), &alone, 1);
        let _ = write!(
            text,
            "
// Basis {index} at the samples of a lane.
fn column_{index}(octave: u32, first: vec3<u32>, at: vec3<u32>, lane: u32{warps}) -> array<{ty}, SIDE> {{
{boxed}    var made: array<{ty}, SIDE>;
{within}{alone}    return made;
}}
",
        );
    }

    /// Appends the functions of Perlin or value noise, whose workgroups share the corners of cells in a slice. A warp may move the samples anywhere, so the box is
    /// that of the cells of all of them.
    fn corners(&self, column: &Column<'_>, corner: Corner, text: &mut String) {
        let (basis, index) = (column.basis, column.name());
        self.coordinates(column, text);
        let axes = column.axes(self.structure);
        let options: String = corner.options.iter().map(|option| format!("{}u, ", basis.option(option))).collect();
        let others: String = (2..basis.dimensions()).map(|number| format!(", {}", self.at(column, number))).collect();
        let [x, y] = [axes[0].first, axes[1].first];
        let stage = corner.stages.name();
        let interpolation = basis.option("interpolation");
        let _ = write!(
            text,
            "
// The form of a corner of basis {index} over x and y.
fn corner_{index}(octave: u32, cell: vec3<u32>, here: vec3<u32>) -> vec4<f32> {{
    let x = point_at({x}u, octave, cell.x);
    let y = point_at({y}u, octave, cell.y);
    return {stage}_packed({}({options}{}, x, y{others}));
}}

// Basis {index} in a cell of the box, given the cell's number.
fn boxed_{index}(x: Coordinate, y: Coordinate, number: u32, row: u32) -> f32 {{
    let along = unit(x.fraction);
    let up = unit(y.fraction);
    return {stage}_in_cell(along, eased({interpolation}u, along), up, eased({interpolation}u, up), number, row);
}}
",
            corner.name,
            self.numbers.hash_of(basis, column.index),
        );
        let warps = column.listed_warps(self.structure, "[n]");
        let boxed = format!(
            "    let period = vec3<u32>(entries_of({x}u, octave).y, entries_of({y}u, octave).y, 0u);
    var x: array<Coordinate, SIDE>;
    var y: array<Coordinate, SIDE>;
    for (var n = 0u; n < SIDE; n += 1u) {{
        let here = held_inside(below(at, n));
        x[n] = x_of_{index}(octave, here{warps});
        y[n] = y_of_{index}(octave, here{warps});
    }}
    if lane == 0u {{
        begin_bounds(vec3<u32>(x[0].cell, y[0].cell, 0u));
    }}
    workgroupBarrier();
    let away = cells_from_start(x, y, period);
    add_bounds(away);
    workgroupBarrier();
    let box = box_of_bounds(period);
    if box.fits {{
        for (var number = lane; number < box.size.x * box.size.y; number += WIDE * HIGH) {{
            cell_points[number] = bitcast<vec4<u32>>(corner_{index}(octave, point_of(box, number), held_inside(at)));
        }}
    }}
    workgroupBarrier();
"
        );
        let value = format!("boxed_{index}(x[n], y[n], number_in(box, away[n]), box.size.x)");
        self.column(column, &boxed, Some(("", &value)), text);
    }

    /// Appends the functions of simplex noise, whose workgroups share the vertices of the lattice.
    fn vertices(&self, column: &Column<'_>, text: &mut String) {
        let (index, dimensions) = (column.name(), column.basis.dimensions());
        let (cell, after) =
            if dimensions == 2 { ("vec3<u32>(place.cell, 0u)", "vec3<u32>(1u, 1u, 0u)") } else { ("place.cell", "vec3<u32>(1u)") };
        let coordinates: Vec<String> = (0..column.basis.axes()).map(|number| self.at(column, number)).collect();
        let _ = write!(
            text,
            "
// The place of basis {index} at a sample.
fn place_{index}(octave: u32, here: vec3<u32>) -> SimplexPlace{dimensions} {{
    return simplex_place_{dimensions}({});
}}

// Fills the memory with the vertices of basis {index}, if they fit. `first` is the workgroup's first sample.
fn box_{index}(octave: u32, first: vec3<u32>, lane: u32) -> LatticeBox {{
    if lane < 4u {{
        let place = place_{index}(octave, corner_of(first, lane));
        corner_cells[lane] = {cell};
    }}
    let box = box_of(vec3<u32>(), vec3<u32>(), {after}, VERTICES);
    if box.fits {{
        fill_{dimensions}({}, box, lane);
    }}
    workgroupBarrier();
    return box;
}}

fn boxed_{index}(octave: u32, here: vec3<u32>, box: LatticeBox) -> f32 {{
    return simplex_in_box_{dimensions}(place_{index}(octave, here), box);
}}
",
            coordinates.join(", "),
            self.numbers.hash_of(column.basis, column.index),
        );
        self.column(column, &box_of(&index), Some(("", &format!("boxed_{index}(octave, held_inside(below(at, n)), box)"))), text);
    }

    /// Appends the functions of cellular noise, whose workgroups share the feature points of cells.
    fn points(&self, column: &Column<'_>, outputs: &[u32], text: &mut String) {
        let (basis, index) = (column.basis, column.name());
        let names = &AXES[..usize::from(basis.dimensions())];
        let key = self.numbers.hash_of(basis, column.index);
        let jitter = self.numbers.operand(Operand::Scalar(column.scalars[0]), None, "");
        // The cells beyond a sample's own that can matter.
        let radius = if names.len() == 3 && basis.option("metric") == MANHATTAN { 3 } else { 2 };
        self.coordinates(column, text);
        let dimensions = names.len();
        let axes = column.axes(self.structure);
        let of_each_axis = |text: &dyn Fn(usize) -> String| {
            (0..3).map(|axis| if axis < dimensions { text(axis) } else { "0u".to_owned() }).collect::<Vec<_>>().join(", ")
        };
        let cells = of_each_axis(&|axis| format!("{}_of_{index}(octave, here).cell", names[axis]));
        let periods = of_each_axis(&|axis| format!("entries_of({}u, octave).y", axes[axis].first));
        let margin = format!("vec3<u32>({})", of_each_axis(&|_| format!("{radius}u")));
        let _ = write!(
            text,
            "
// Fills the memory with the feature points of basis {index}, if they fit. `first` is the workgroup's first sample.
fn box_{index}(octave: u32, first: vec3<u32>, lane: u32) -> LatticeBox {{
    if lane < 4u {{
        let here = corner_of(first, lane);
        corner_cells[lane] = vec3<u32>({cells});
    }}
    let period = vec3<u32>({periods});
    let box = box_of(period, {margin}, {margin}, POINTS);
    if box.fits {{
        fill_points({key}, cellular_jitter({jitter}), box, lane);
    }}
    workgroupBarrier();
    return box;
}}
",
        );
        // Samples of a column share the axes that do not depend on the row.
        let (mut shared, mut own, mut declared) = (String::new(), String::new(), String::new());
        for (name, axis) in names.iter().zip(axes) {
            let among = |here: &str| format!("among({name}_of_{index}(octave, {here}), box.first.{name}, box.before.{name}, jitter)");
            let _ = writeln!(declared, "        var {name}: array<Among, SIDE>;");
            if axis.terms.contains(&1) {
                let _ = writeln!(own, "            {name}[n] = {};", among("held_inside(below(at, n))"));
            } else {
                let _ = writeln!(shared, "        let the_{name} = {};", among("held_inside(at)"));
                let _ = writeln!(own, "            {name}[n] = the_{name};");
            }
        }
        let is_upright = u32::from(!axes[0].terms.contains(&1));
        let (metric, output) = (basis.option("metric"), basis.option("output"));
        let before = format!(
            "        let key = {key};
        let jitter = cellular_jitter({jitter});
{shared}{declared}        for (var n = 0u; n < SIDE; n += 1u) {{
{own}        }}
        let found = search_{dimensions}({metric}u, {output}u, {is_upright}u, {radius}, {}, box);
",
            names.join(", "),
        );
        let values: Vec<_> = outputs.iter().map(|output| format!("cellular_output({metric}u, {output}u, key, found[n])")).collect();
        let value = if column.is_slope { format!("vec4<f32>({})", values.join(", ")) } else { values.concat() };
        self.column(column, &box_of(&index), Some((&before, &value)), text);
    }
}

/// Returns the statement that makes the box of a workgroup without warps.
fn box_of(index: &str) -> String {
    format!("    let box = box_{index}(octave, first, lane);\n")
}
