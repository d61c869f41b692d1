//! Columns: the functions of each basis that a lane evaluates at several samples of a column, while its workgroup shares what lies at lattice points.

use std::fmt::Write as _;

use super::shared::{Column, Shared, columns};
use super::write::{Blend, Writer};
use crate::coordinates::AXES;
use crate::program::{Corner, Operand, Operation, Register};
use crate::value::cellular::MANHATTAN;

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
                Shared::Nothing => self.column(&column, "", "", &[], text),
            }
        }
    }

    /// Returns the call that evaluates an operation's basis at the samples of a lane.
    pub(super) fn column_call(&self, operation: &Operation, octave: &str) -> String {
        let column = columns([operation]).pop().expect("a basis");
        let warps: String = self.warps(&column, "").into_iter().map(|name| format!(", {name}")).collect();
        format!("column_{}({octave}, first, at, lane{warps})", column.name())
    }

    /// Returns the names of the registers that warp a column's lattice, for each sample, with a suffix.
    fn warps(&self, column: &Column<'_>, suffix: &str) -> Vec<String> {
        let of_each = |Register(register)| (0..self.side).map(move |number| format!("r{register}_{number}{suffix}"));
        column.warps(self.structure).into_iter().flat_map(of_each).collect()
    }

    /// Returns the text of a coordinate of a column's lattice at the sample `here`.
    fn at(&self, column: &Column<'_>, number: u8) -> String {
        self.coordinate_of(column.basis, column.axis, number, Some("octave"))
    }

    /// Appends the functions that return the coordinates of a column's lattice at the sample `here`.
    fn coordinates(&self, column: &Column<'_>, text: &mut String) {
        let warps: String = column.warps(self.structure).iter().map(|register| format!(", r{}: f32", register.0)).collect();
        for (name, number) in AXES.iter().zip(0..column.basis.dimensions()) {
            let _ = write!(
                text,
                "\nfn {name}_of_{}(octave: u32, here: vec3<u32>{warps}) -> Coordinate {{\n    return {};\n}}\n",
                column.name(),
                self.at(column, number),
            );
        }
    }

    /// Appends the function that evaluates a basis at the samples of a lane, given the texts of statements that make the workgroup's box, of those before
    /// the samples, and of each sample's value. Without values, and where the box does not fit into the memory, each sample is evaluated by itself.
    fn column(&self, column: &Column<'_>, boxed: &str, before: &str, values: &[String], text: &mut String) {
        let index = column.name();
        let ending = if column.is_slope { "_slope" } else { "" };
        let alone = self.basis(column.basis, column.index, column.axis, column.scalars, Some("octave"), ending);
        // Single values are passed by fours.
        let (each, length) = if column.is_slope { (1, "SIDE") } else { (4, "FOURS") };
        let (mut declared, mut valued, mut chosen) = (String::new(), String::new(), String::new());
        let count = self.side as usize / each;
        for four in 0..count {
            let numbers: Vec<_> = (four * each..(four + 1) * each).map(|number| format!("{number}u")).collect();
            let _ = writeln!(declared, "    var made{four} = vec4<f32>();");
            let numbers = numbers.join(", ");
            let _ =
                writeln!(chosen, "            made{four} = select(made{four}, vec4<f32>(one), vec4<u32>(number) == vec4<u32>({numbers}));");
        }
        for (four, values) in values.chunks(each).enumerate() {
            let _ = writeln!(valued, "        made{four} = vec4<f32>({});", values.join(", "));
        }
        let made: Vec<_> = (0..count).map(|four| format!("made{four}")).collect();
        let condition = if values.is_empty() { "    {".to_owned() } else { format!("    if box.fits {{\n{before}{valued}    }} else {{") };
        let warps: String = self.warps(column, ": f32").into_iter().map(|name| format!(", {name}")).collect();
        let warp: String = column.warps(self.structure).into_iter().map(|register| self.one_of(register, 3)).collect();
        let _ = write!(
            text,
            "
// Basis {index} at the samples of a lane.
fn column_{index}(octave: u32, first: vec3<u32>, at: vec3<u32>, lane: u32{warps}) -> array<vec4<f32>, {length}> {{
{boxed}{declared}{condition}
        for (var number = 0u; number < SIDE; number += 1u) {{
            let here = held_inside(below(at, number));
{warp}            let one = {alone};
{chosen}        }}
    }}
    return array<vec4<f32>, {length}>({});
}}
",
            made.join(", "),
        );
    }

    /// Returns the statement that takes a register of the sample `number`.
    pub(super) fn one_of(&self, Register(register): Register, depth: usize) -> String {
        let of_each = (1..self.side).map(|number| (number, format!("r{register}_{number}")));
        let one = of_each.fold(format!("r{register}_0"), |one, (number, other)| format!("select({one}, {other}, number == {number}u)"));
        format!("{}let r{register} = {one};\n", "    ".repeat(depth))
    }

    /// Appends the functions of Perlin or value noise, whose workgroups share the corners of cells in a slice.
    fn corners(&self, column: &Column<'_>, corner: Corner, text: &mut String) {
        let (basis, index) = (column.basis, column.name());
        self.coordinates(column, text);
        let axes = column.axes(self.structure);
        let options: String = corner.options.iter().map(|option| format!("{}u, ", basis.option(option))).collect();
        let others: String = (2..basis.dimensions()).map(|number| format!(", {}", self.at(column, number))).collect();
        let [x, y] = [axes[0].first, axes[1].first];
        let Blend { stage, form: kept, .. } = Blend::of(corner.stages);
        let interpolation = basis.option("interpolation");
        let _ = write!(
            text,
            "
// The form of a corner of basis {index} over x and y.
fn corner_{index}(octave: u32, cell: vec3<u32>, here: vec3<u32>) -> vec4<f32> {{
    let x = point_at({x}u, octave, cell.x);
    let y = point_at({y}u, octave, cell.y);
    let corner = {}({options}{}, x, y{others});
    return {kept};
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
        let warps: String = column.warps(self.structure).iter().map(|register| format!(", r{}_[#]", register.0)).collect();
        let boxed = of_each(&CORNERS.replace("WARPS", &warps), self.side, 2, &[]).replace("INDEX", &index);
        let boxed = boxed.replace("PERIODS", &format!("vec3<u32>(entries_of({x}u, octave).y, entries_of({y}u, octave).y, 0u)"));
        let value = |number: u32| format!("boxed_{index}(x{number}, y{number}, number_in(box, away{number}), box.size.x)");
        self.column(column, &boxed, "", &(0..self.side).map(value).collect::<Vec<_>>(), text);
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
        let sample = |number| format!("boxed_{index}(octave, held_inside(below(at, {number}u)), box)");
        self.column(column, &box_of(&index), "", &(0..self.side).map(sample).collect::<Vec<_>>(), text);
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
        let shared = names.iter().zip(axes).filter(|(_, axis)| !axis.terms.contains(&1));
        let shared: Vec<_> = shared.map(|(name, _)| *name).collect();
        // Where x is one of them, the three cells next to the samples in a row are the same for all.
        let near = ["cells_x.x - 1", "cells_x.x", "cells_x.x + 1"].map(|cell| {
            format!("                {{\n                    let cell_x = {cell};\n                    let from_x = from_centre(cell_x, x);\n{VISIT}                }}\n")
        });
        let near = format!("                if margin == 1 {{\n{}                    continue;\n                }}\n", near.concat());
        let search = SEARCH.replace("NEAR", if shared.contains(&"x") { &near } else { "" }).replace("VISIT", VISIT);
        let search = of_each(&search, self.side, dimensions, &shared);
        let search = [
            ("INDEX", index.clone()),
            ("KEY", key),
            ("JITTER", jitter),
            ("METRIC", format!("{}u", basis.option("metric"))),
            ("OUTPUT", format!("{}u", basis.option("output"))),
            ("RADIUS", radius.to_string()),
        ]
        .into_iter()
        .fold(search, |search, (word, value)| search.replace(word, &value));
        let value = |number: u32| {
            let outputs =
                outputs.iter().map(|output| format!("cellular_output({}u, {output}u, key, found{number})", basis.option("metric")));
            outputs.collect::<Vec<_>>().join(", ")
        };
        self.column(column, &box_of(&index), &search, &(0..self.side).map(value).collect::<Vec<_>>(), text);
    }
}

/// Returns the statement that makes the box of a workgroup without warps.
fn box_of(index: &str) -> String {
    format!("    let box = box_{index}(octave, first, lane);\n")
}

/// Returns statements with the lines that mention `[#]` repeated for each sample of a lane. `name[#]` is the sample's own, and `name[first]` and
/// `name[last]` are those of the first and last one. Names of axes that all samples share are the same for all. A line that begins with `2|` or `3|`
/// is for as many dimensions.
fn of_each(statements: &str, side: u32, dimensions: usize, shared: &[&str]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let other = if dimensions == 2 { "3|" } else { "2|" };
    for line in statements.lines().filter(|line| !line.starts_with(other)) {
        let line = line.strip_prefix("2|").or(line.strip_prefix("3|")).map_or(line.to_owned(), |line| format!("  {line}"));
        let declared = lines.len();
        for number in 0..if line.contains("[#]") { side } else { 1 } {
            let line = line.replace("[#]", &format!("[{number}]")).replace("[first]", "[0]").replace("[last]", &format!("[{}]", side - 1));
            let line = line.replace('#', &number.to_string());
            let mut parts = line.split('[');
            let mut made = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                match part.split_once(']').filter(|(number, _)| number.parse::<u32>().is_ok()) {
                    Some((number, rest)) => {
                        let name = made.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
                        let number = if shared.contains(&name) { "" } else { number };
                        made += &format!("{number}{rest}");
                    }
                    None => made += &format!("[{part}"),
                }
            }
            let is_declared = |known: &String| *known == made || made.contains("let ") && known.split('=').next() == made.split('=').next();
            if !lines[declared..].iter().any(is_declared) {
                lines.push(made);
            }
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The search of a lane, whose samples search together: each point that can matter to one of them is compared for all.
const SEARCH: &str = "        let key = KEY;
        let jitter = cellular_jitter(JITTER);
        let here[#] = held_inside(below(at, #u));
        let x[#] = among(x_of_INDEX(octave, here[#]), box.first.x, box.before.x, jitter);
        let y[#] = among(y_of_INDEX(octave, here[#]), box.first.y, box.before.y, jitter);
3|      let z[#] = among(z_of_INDEX(octave, here[#]), box.first.z, box.before.z, jitter);
        let cells_x = cells_between(x[first], x[last]);
        let cells_y = cells_between(y[first], y[last]);
3|      let cells_z = cells_between(z[first], z[last]);
        var found[#] = cellular_none(0x1p100f);
        var reach = 1.0f;
        reach = min(reach, cellular_reach(x[#].fraction));
        reach = min(reach, cellular_reach(y[#].fraction));
3|      reach = min(reach, cellular_reach(z[#].fraction));
        // Cells next to the samples' own come first. Those further away follow only if a distance found is larger than the least one to them.
        for (var margin = 1; margin <= RADIUS; margin += 1) {
            var limit = 0.0f;
            limit = max(limit, cellular_limit(OUTPUT, found[#]));
            if limit <= cellular_part(METRIC, rounded(reach + f32(margin - 1))) {
                break;
            }
3|          for (var step_z = 0; step_z < steps_within(cells_z, margin); step_z += 1) {
3|          let cell_z = outward(cells_z, step_z);
3|          let gap_z = cellular_part(METRIC, gap_between(cell_z, z[first], z[last]));
3|          let from_z[#] = from_centre(cell_z, z[#]);
            for (var step_y = 0; step_y < steps_within(cells_y, margin); step_y += 1) {
                let cell_y = outward(cells_y, step_y);
2|              let gap_y = cellular_part(METRIC, gap_between(cell_y, y[first], y[last]));
3|              let gap_y = cellular_joined(METRIC, cellular_part(METRIC, gap_between(cell_y, y[first], y[last])), gap_z);
                limit = 0.0f;
                limit = max(limit, cellular_limit(OUTPUT, found[#]));
                if limit <= gap_y {
                    continue;
                }
                let from_y[#] = from_centre(cell_y, y[#]);
                // Of a row that was searched before, only the two cells at the ends are left.
2|              let is_known = margin > 1 && is_within(cells_y, margin - 1, cell_y);
3|              let is_known = margin > 1 && is_within(cells_y, margin - 1, cell_y) && is_within(cells_z, margin - 1, cell_z);
                let stride = select(1, steps_within(cells_x, margin) - 1, is_known);
2|              let row = row_in(box, cell_y, 0);
3|              let row = row_in(box, cell_y, cell_z);
NEAR                for (var step_x = 0; step_x < steps_within(cells_x, margin); step_x += stride) {
                    let cell_x = cells_x.x - margin + step_x;
                    let from_x[#] = from_centre(cell_x, x[#]);
VISIT                }
            }
3|          }
        }
";

/// The comparison of the samples with the feature point of a cell in a row.
const VISIT: &str = "                    let point = cell_points[row + bitcast<u32>(cell_x)];
                    let way_x[#] = cellular_way(bitcast<f32>(point.x), from_x[#]);
                    let way_y[#] = cellular_way(bitcast<f32>(point.y), from_y[#]);
3|                  let way_z[#] = cellular_way(bitcast<f32>(point.z), from_z[#]);
2|                  let length[#] = cellular_length_2(METRIC, way_x[#], way_y[#]);
3|                  let length[#] = cellular_length(METRIC, way_x[#], way_y[#], way_z[#]);
2|                  found[#] = cellular_with(found[#], length[#], point.w, way_x[#], way_y[#], 0.0f);
3|                  found[#] = cellular_with(found[#], length[#], point.w, way_x[#], way_y[#], way_z[#]);
";

/// The box of the cells of all samples of a workgroup, filled with their corners. A warp may move the samples anywhere, so all of them are compared.
const CORNERS: &str = "    let period = PERIODS;
    let here[#] = held_inside(below(at, #u));
    let x[#] = x_of_INDEX(octave, here[#]WARPS);
    let y[#] = y_of_INDEX(octave, here[#]WARPS);
    if lane == 0u {
        begin_bounds(vec3<u32>(x[first].cell, y[first].cell, 0u));
    }
    workgroupBarrier();
    let away[#] = cells_from_start(x[#].cell, y[#].cell, period);
    var least = away[first];
    least = min(least, away[#]);
    var most = away[first];
    most = max(most, away[#]);
    add_bounds(least, most);
    workgroupBarrier();
    let box = box_of_bounds(period);
    if box.fits {
        for (var number = lane; number < box.size.x * box.size.y; number += WIDE * HIGH) {
            cell_points[number] = bitcast<vec4<u32>>(corner_INDEX(octave, point_of(box, number), here[first]));
        }
    }
    workgroupBarrier();
";
