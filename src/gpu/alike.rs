//! Writes noises of a large kernel that are alike only once, in a loop over what differs. A compiler generates instructions for every text that it is
//! given, so this reduces the compilation time and the use of the instruction cache.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

use crate::program::{Basis, Operation, Register, Structure};

/// The most noises of one loop: their results stay in registers until the loop ends.
const MOST: usize = 16;

/// Appends operations outside of loops over octaves. `text_of` returns the text of one operation.
pub(super) fn write<'a>(structure: &Structure, operations: &[&'a Operation], text_of: &dyn Fn(&'a Operation) -> String, text: &mut String) {
    let mut shapes = HashMap::new();
    let alone: Vec<Alone> = operations.iter().map(|operation| Alone::new(operation, text_of(operation), &mut shapes)).collect();
    let groups = groups(structure, operations, &alone);
    // Nothing is alike: keep the order.
    if groups.len() == operations.len() {
        alone.iter().for_each(|alone| text.push_str(&alone.text));
        return;
    }
    for group in groups {
        match group[..] {
            [one] => text.push_str(&alone[one].text),
            _ => looped(&group.iter().map(|&number| (operations[number], &alone[number])).collect::<Vec<_>>(), text),
        }
    }
}

/// The text of a single operation.
struct Alone {
    text: String,
    /// The words of the text, and the separators between them.
    words: Vec<String>,
    /// The number of its shape, which alike operations share. None for operations without noise.
    shape: Option<usize>,
}

/// The common part of operations that are alike: the text without indices of data and names, and the bases.
type Shape = (Vec<String>, Vec<Basis>);

/// The role of a word in a text.
enum Word {
    /// The same in all operations that are alike.
    Fixed,
    /// An index of data.
    Place,
    /// A register that was assigned before.
    Read,
    /// A name that the text itself assigns.
    Own,
}

impl Alone {
    fn new(operation: &Operation, text: String, shapes: &mut HashMap<Shape, usize>) -> Self {
        let words = words(&text);
        let (mut own, mut bases) = (vec![], vec![]);
        visit(operation, &mut own, &mut bases);
        let is_noise = bases.iter().any(|basis| basis.function.takes_hash());
        let shape = is_noise.then(|| {
            let own: HashSet<String> = own.iter().map(|register| format!("r{}", register.0)).collect();
            let mut names = HashMap::new();
            let alike = |word: &String| match kind(word, &own) {
                Word::Fixed => word.clone(),
                Word::Place => "0u".to_owned(),
                Word::Read => "r".to_owned(),
                Word::Own => {
                    let number = names.len();
                    format!("own{}", names.entry(word.clone()).or_insert(number))
                }
            };
            let next = shapes.len();
            *shapes.entry((words.iter().map(alike).collect(), bases)).or_insert(next)
        });
        Self { text, words, shape }
    }
}

/// Splits a text into words and the separators between them.
fn words(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words: Vec<String> = Vec::new();
    let mut was_part = None;
    for c in text.chars() {
        match words.last_mut().filter(|_| was_part == Some(is_part(c))) {
            Some(word) => word.push(c),
            None => words.push(c.into()),
        }
        was_part = Some(is_part(c));
    }
    words
}

/// Returns the role of a word in a text that assigns the registers `own`.
fn kind(word: &str, own: &HashSet<String>) -> Word {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if word.strip_suffix('u').is_some_and(is_number) {
        return Word::Place;
    }
    match word.split_at_checked(1) {
        Some(("r", digits)) if is_number(digits) && !own.contains(word) => Word::Read,
        Some(("r" | "v" | "k", digits)) if is_number(digits) => Word::Own,
        _ => Word::Fixed,
    }
}

/// Collects the registers that an operation assigns, including those in loops, and its bases.
fn visit(operation: &Operation, assigned: &mut Vec<Register>, bases: &mut Vec<Basis>) {
    assigned.extend(operation.results());
    match operation {
        Operation::Basis { basis, .. } | Operation::Derivatives { basis, .. } => bases.push(*basis),
        Operation::Loop { body, .. } => body.iter().for_each(|operation| visit(operation, assigned, bases)),
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
fn looped(members: &[(&Operation, &Alone)], text: &mut String) {
    let [(first, alone), ..] = members else { return };
    let mut assigned = vec![];
    visit(first, &mut assigned, &mut vec![]);
    let own: HashSet<String> = assigned.iter().map(|register| format!("r{}", register.0)).collect();
    // Only results that are read: the text assigns no others.
    let results = first.results().into_iter().map(|register| format!("r{}", register.0)).enumerate();
    let results: Vec<(usize, String)> = results.filter(|(_, name)| alone.words.contains(name)).collect();
    // The words that differ, each list once, with one word for each member.
    let (mut differing, mut body) = (Vec::<Vec<&str>>::new(), String::new());
    for (place, word) in alone.words.iter().enumerate() {
        let of_each: Vec<&str> = members.iter().map(|(_, alone)| alone.words[place].as_str()).collect();
        match kind(word, &own) {
            Word::Own if results.iter().any(|(_, name)| name == word) => body.push_str(&word.replacen('r', "s", 1)),
            Word::Place | Word::Read if of_each.iter().any(|other| other != word) => {
                let number = differing.iter().position(|known| *known == of_each).unwrap_or_else(|| {
                    differing.push(of_each);
                    differing.len() - 1
                });
                let _ = write!(body, "d{number}");
            }
            _ => body.push_str(word),
        }
    }
    let results_of = |operation: &Operation| -> Vec<Register> {
        let all = operation.results();
        results.iter().map(|(place, _)| all[*place]).collect()
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

/// Returns the WGSL of a word that differs between members.
fn of_member(words: &[&str]) -> String {
    let numbers: Option<Vec<i64>> = words.iter().map(|word| word.strip_suffix('u')?.parse().ok()).collect();
    if let Some([first, second, ..]) = numbers.as_deref()
        && let step @ 1.. = second - first
        && words.iter().zip(0..).all(|(word, number)| *word == format!("{}u", first + number * step))
    {
        return if step == 1 { format!("{first}u + member") } else { format!("{first}u + {step}u * member") };
    }
    let (first, others) = words.split_first().expect("a member");
    let chosen = |chosen: String, (word, number): (&&str, u32)| format!("select({chosen}, {word}, member == {number}u)");
    others.iter().zip(1..).fold((*first).to_owned(), chosen)
}
