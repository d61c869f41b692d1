//! Writes noises of a large kernel that are alike only once, in a loop over what differs. A compiler generates instructions for every text that it is
//! given, so this reduces the compilation time and the use of the instruction cache.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use super::numbers::{Names, Number};
use crate::program::{Operation, Register, Structure};

/// The most noises of one loop: their results stay in registers until the loop ends.
const MOST: usize = 16;

/// Writes one operation.
type TextOf<'t> = dyn Fn(&Operation, Names<'_>) -> String + 't;

/// Appends operations outside of loops over octaves.
pub(super) fn write(structure: &Structure, operations: &[&Operation], text_of: &TextOf<'_>, text: &mut String) {
    let mut shapes = HashMap::new();
    let alone: Vec<Alone> = operations.iter().map(|operation| Alone::new(operation, text_of, &mut shapes)).collect();
    let groups = groups(structure, operations, &alone);
    // Nothing is alike: keep the order.
    let is_any = groups.len() < operations.len();
    for group in if is_any { groups } else { (0..operations.len()).map(|number| vec![number]).collect() } {
        match group[..] {
            [one] => text.push_str(&text_of(operations[one], Names::Own)),
            _ => looped(&group.iter().map(|&number| (operations[number], &alone[number])).collect::<Vec<_>>(), text_of, text),
        }
    }
}

/// What is known of a single operation.
struct Alone {
    /// The numbers of its text, in order.
    numbers: Vec<Number>,
    /// The registers that it assigns, also within loops.
    own: Vec<Register>,
    /// The number of its shape, which alike operations share. None for operations without noise.
    shape: Option<usize>,
}

/// The role of a number in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Role {
    /// The index of data.
    Place,
    /// A register that was assigned before.
    Read,
    /// The register that the operation assigns at this place among its own.
    Own(usize),
}

/// What operations that are alike have in common: the text without its numbers, and the roles of these.
type Shape = (String, Vec<Role>);

impl Alone {
    fn new(operation: &Operation, text_of: &TextOf<'_>, shapes: &mut HashMap<Shape, usize>) -> Self {
        let noted = RefCell::new(Vec::new());
        let text = text_of(operation, Names::Noted(&noted));
        let (mut own, mut is_noise) = (vec![], false);
        visit(operation, &mut own, &mut is_noise);
        let mut alone = Self { numbers: noted.into_inner(), own, shape: None };
        if is_noise {
            let roles = alone.numbers.iter().map(|number| alone.role(*number)).collect();
            let next = shapes.len();
            alone.shape = Some(*shapes.entry((text, roles)).or_insert(next));
        }
        alone
    }

    fn role(&self, number: Number) -> Role {
        match number {
            Number::Place(_) => Role::Place,
            Number::Register(register) => self.own.iter().position(|own| *own == register).map_or(Role::Read, Role::Own),
        }
    }
}

/// Collects the registers that an operation assigns, also within loops, and finds out if it holds noise.
fn visit(operation: &Operation, assigned: &mut Vec<Register>, is_noise: &mut bool) {
    assigned.extend(operation.results());
    match operation {
        Operation::Basis { basis, .. } | Operation::Derivatives { basis, .. } => *is_noise |= basis.function.takes_hash(),
        Operation::Loop { body, .. } => body.iter().for_each(|operation| visit(operation, assigned, is_noise)),
        Operation::Call { .. } => {}
    }
}

/// Groups the operations that are written together, by their numbers, in an order in which each follows those that it reads.
fn groups(structure: &Structure, operations: &[&Operation], alone: &[Alone]) -> Vec<Vec<usize>> {
    let mut assigned_by = HashMap::<Register, usize>::new();
    let (mut missing, mut readers) = (vec![0; operations.len()], vec![vec![]; operations.len()]);
    for (number, operation) in operations.iter().enumerate() {
        let mut before = BTreeSet::<usize>::new();
        structure.each_register(operation, &mut |register| before.extend(assigned_by.get(&register).copied()));
        missing[number] = before.len();
        before.into_iter().for_each(|before| readers[before].push(number));
        assigned_by.extend(operation.results().into_iter().map(|register| (register, number)));
    }
    let (noises, others): (BTreeSet<usize>, BTreeSet<usize>) =
        (0..operations.len()).filter(|&number| missing[number] == 0).partition(|&number| alone[number].shape.is_some());
    let mut ready = [others, noises];
    let mut groups = vec![];
    // Operations that read noises come as early as possible, so that the noises' registers are freed soon.
    while let Some(first) = ready[0].first().or(ready[1].first()).copied() {
        let shape = alone[first].shape;
        let group: Vec<usize> = match shape {
            None => vec![first],
            Some(_) => ready[1].iter().copied().filter(|&number| alone[number].shape == shape).take(MOST).collect(),
        };
        for number in &group {
            ready[usize::from(shape.is_some())].remove(number);
            for &reader in &readers[*number] {
                missing[reader] -= 1;
                if missing[reader] == 0 {
                    ready[usize::from(alone[reader].shape.is_some())].insert(reader);
                }
            }
        }
        groups.push(group);
    }
    groups
}

/// Appends a loop over operations that are alike.
fn looped(members: &[(&Operation, &Alone)], text_of: &TextOf<'_>, text: &mut String) {
    let (first, alone) = members[0];
    // Only results that are read: the text assigns no others.
    let is_written =
        |register: Register| alone.numbers.iter().any(|number| matches!(number, Number::Register(other) if *other == register));
    let results: Vec<usize> = (0..first.results().len()).filter(|place| is_written(first.results()[*place])).collect();
    // The numbers that differ, each list once, with one for each member.
    let mut differing: Vec<Vec<String>> = Vec::new();
    let given = alone.numbers.iter().enumerate().map(|(place, number)| {
        if let (Role::Own(own), Number::Register(register)) = (alone.role(*number), number) {
            return if results.contains(&own) { format!("s{}", register.0) } else { number.text() };
        }
        let of_each: Vec<String> = members.iter().map(|(_, alone)| alone.numbers[place].text()).collect();
        if of_each.iter().all(|other| *other == of_each[0]) {
            return number.text();
        }
        let known = differing.iter().position(|known| *known == of_each).unwrap_or_else(|| {
            differing.push(of_each);
            differing.len() - 1
        });
        format!("d{known}")
    });
    let given = RefCell::new(given.collect::<Vec<_>>().into_iter());
    let body = text_of(first, Names::Given(&given));
    let results_of = |operation: &Operation| -> Vec<Register> {
        let all = operation.results();
        results.iter().map(|place| all[*place]).collect()
    };
    for result in members.iter().flat_map(|(operation, _)| results_of(operation)) {
        let _ = writeln!(text, "    var r{} = 0.0f;", result.0);
    }
    let _ = writeln!(text, "    for (var member = 0u; member < {}u; member += 1u) {{", members.len());
    for (number, of_each) in differing.iter().enumerate() {
        let _ = writeln!(text, "        let d{number} = {};", of_member(of_each));
    }
    for line in body.lines() {
        let _ = writeln!(text, "    {line}");
    }
    for (number, (operation, _)) in members.iter().enumerate() {
        for (result, made) in results_of(operation).iter().zip(results_of(first)) {
            let _ = writeln!(text, "        r{0} = select(r{0}, s{1}, member == {number}u);", result.0, made.0);
        }
    }
    text.push_str("    }\n");
}

/// Returns the WGSL of a number that differs between members, by their numbers.
fn of_member(numbers: &[String]) -> String {
    let places: Option<Vec<i64>> = numbers.iter().map(|text| text.strip_suffix('u')?.parse().ok()).collect();
    if let Some([first, second, ..]) = places.as_deref()
        && let step @ 1.. = second - first
        && numbers.iter().zip(0..).all(|(text, number)| *text == format!("{}u", first + number * step))
    {
        return if step == 1 { format!("{first}u + member") } else { format!("{first}u + {step}u * member") };
    }
    let (first, others) = numbers.split_first().expect("a member");
    let chosen = |chosen: String, (text, number): (&String, u32)| format!("select({chosen}, {text}, member == {number}u)");
    others.iter().zip(1..).fold(first.clone(), chosen)
}
