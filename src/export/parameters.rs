//! Parameters of modules: numbers that functions take in a struct, so that they change at run time.

use super::places::GivenForm;
use super::seeds::Seeded;
use crate::error::{Error, Result};
use crate::program::{Program, TermOctave, Values};

/// The numbers that a module takes as parameters, and their places among the words of its struct.
///
/// ```
/// use lacuna::export::{Language, ModuleOptions, Parameters};
/// use lacuna::nodes::Perlin;
/// use lacuna::{NodeExt as _, Program};
/// let hills = |seed: u64, octaves: u32| Program::new(Perlin::new().dimensions(2).seed(seed).fbm().octaves(octaves));
/// let parameters = Parameters::new(&[hills(1, 5)?], &[vec![hills(2, 5)?], vec![hills(1, 8)?]])?;
/// let options = ModuleOptions::new("hills").parameters(parameters.clone());
/// let module = hills(1, 5)?.module(Language::Wgsl, &options)?;
/// assert!(module.contains("fn hills(p: vec2<f32>, parameters: hills_Parameters) -> f32 {"));
/// // What a uniform buffer holds, for another world.
/// let words: Vec<u32> = parameters.words(&[hills(7, 6)?])?;
/// assert_eq!(words.len() % 4, 0);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    programs: Vec<Program>,
    /// The values of each program, with lists as long as the longest.
    values: Vec<Values>,
    given: Vec<Given>,
    /// The number of words of the struct: a multiple of four.
    words: usize,
    /// What the recipe's seed changes.
    seeded: Vec<Seeded>,
}

/// The words of parameters with some seeds.
#[cfg(feature = "recipe")]
pub(crate) type Tried = Vec<(u64, Vec<u32>)>;

/// A number that is a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Given {
    program: usize,
    number: Number,
    /// The index of its first word.
    first: usize,
    /// The octaves for which it has room, if it differs by octave.
    count: usize,
    /// The form of a term.
    form: Option<GivenForm>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Scalar(usize),
    Octaves(usize),
    OctaveScalar(usize),
    Key(usize),
    /// A term of a lattice axis.
    Term(usize),
}

fn terms(values: &Values) -> impl Iterator<Item = (&str, &Vec<TermOctave>)> {
    values.axes.iter().flat_map(|axis| axis.terms.iter().map(|term| (axis.place.as_str(), &term.octaves)))
}

/// Returns the longest of several lists, if each is the first part of it.
fn longest<'l, T: PartialEq>(lists: &[&'l [T]]) -> Option<&'l [T]> {
    let longest = *lists.iter().max_by_key(|list| list.len())?;
    lists.iter().all(|list| longest.starts_with(list)).then_some(longest)
}

impl Parameters {
    /// Makes parameters of the numbers in which some programs and their variants differ. A variant has one program for each of the `programs`: those of the
    /// module's functions, in their order. Lists of numbers by octave are as long as the longest.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if a variant has another structure than the program, if nothing differs, or if a permutation table or a position on a circle does.
    /// [`Error::Limit`] where the words of a parameter can't hold a position exactly.
    pub fn new(programs: &[Program], variants: &[Vec<Program>]) -> Result<Self> {
        let mut made = Self { programs: programs.to_vec(), values: Vec::new(), given: Vec::new(), words: 0, seeded: Vec::new() };
        for (number, program) in programs.iter().enumerate() {
            let mut all = vec![program];
            for variant in variants {
                let variant =
                    variant.get(number).ok_or_else(|| Error::parameter("params", "a variant lacks a program; give one for each"))?;
                check_structure(program, variant)?;
                all.push(variant);
            }
            let values: Vec<&Values> = all.iter().map(|program| program.values()).collect();
            made.add(number, &values)?;
        }
        if made.given.is_empty() {
            return Err(Error::parameter("params", "no number of the program depends on it; name keys that change the values"));
        }
        made.words = made.words.next_multiple_of(4);
        for variant in std::iter::once(programs).chain(variants.iter().map(Vec::as_slice)) {
            made.words(variant)?;
        }
        Ok(made)
    }

    /// Adds the numbers in which the values of a program differ.
    fn add(&mut self, program: usize, all: &[&Values]) -> Result<()> {
        let mut values = all[0].clone();
        let differs = |same: &dyn Fn(&Values) -> bool| !all.iter().all(|other| same(other));
        if differs(&|other| other.tables == values.tables) {
            return Err(Error::parameter(
                "params",
                "a seed gives a permutation table here, which is no parameter; set `hash = \"lattice\"` on that node, or leave the key out",
            ));
        }
        let mut given = Vec::new();
        let scalars = 0..values.scalars.len();
        let bits = |values: &Values, scalar: usize| values.scalars[scalar].to_bits();
        given.extend(scalars.filter(|n| differs(&|other| bits(other, *n) == bits(all[0], *n))).map(|n| (Number::Scalar(n), 1, None)));
        given.extend(
            (0..values.octaves.len())
                .filter(|n| differs(&|other| other.octaves[*n] == values.octaves[*n]))
                .map(|n| (Number::Octaves(n), 1, None)),
        );
        given.extend(
            (0..values.keys.len()).filter(|n| differs(&|other| other.keys[*n] == values.keys[*n])).map(|n| (Number::Key(n), 1, None)),
        );
        for n in 0..values.octave_scalars.len() {
            let lists: Vec<&[f32]> = all.iter().map(|values| values.octave_scalars[n].as_slice()).collect();
            match longest(&lists) {
                Some(longest) => values.octave_scalars[n] = longest.to_vec(),
                None => given.push((Number::OctaveScalar(n), lists.iter().map(|list| list.len()).max().unwrap_or(0), None)),
            }
        }
        let mut number = 0;
        for axis in 0..values.axes.len() {
            for term in 0..values.axes[axis].terms.len() {
                let lists: Vec<&[TermOctave]> = all.iter().map(|values| values.axes[axis].terms[term].octaves.as_slice()).collect();
                match longest(&lists) {
                    Some(longest) => values.axes[axis].terms[term].octaves = longest.to_vec(),
                    None => {
                        let form = GivenForm::of(&lists).ok_or_else(|| unplaced(&values.axes[axis].place))?;
                        given.push((Number::Term(number), lists.iter().map(|list| list.len()).max().unwrap_or(0), Some(form)));
                    }
                }
                number += 1;
            }
        }
        for (number, count, form) in given {
            let first = self.words;
            self.words += match number {
                Number::Scalar(_) | Number::Octaves(_) | Number::OctaveScalar(_) => count,
                Number::Key(_) => 2,
                Number::Term(_) => form.map_or(0, |form| form.head() + count * form.each()),
            };
            self.given.push(Given { program, number, first, count, form });
        }
        self.values.push(values);
        Ok(())
    }

    /// Returns the words of the struct for programs: what a uniform buffer holds, four words a vector.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if the programs differ from the module's by more than its parameters, or have more octaves than its struct has room for;
    /// [`Error::Limit`] where its words can't hold a position exactly.
    pub fn words(&self, programs: &[Program]) -> Result<Vec<u32>> {
        let mut words = vec![0; self.words];
        if programs.len() != self.programs.len() {
            return Err(Error::parameter("params", format!("there are {} programs; give {}", programs.len(), self.programs.len())));
        }
        for (number, program) in programs.iter().enumerate() {
            check_structure(&self.programs[number], program)?;
            self.check_constants(number, program.values())?;
            for given in self.given.iter().filter(|given| given.program == number) {
                let found = given.of(program.values())?;
                words[given.first..given.first + found.len()].copy_from_slice(&found);
            }
        }
        Ok(words)
    }

    /// Checks that numbers that are no parameters are those of the module.
    fn check_constants(&self, program: usize, values: &Values) -> Result<()> {
        let constant = &self.values[program];
        let is_given = |number: Number| self.word_of(program, number).is_some();
        let is_same = |count: usize, number: &dyn Fn(usize) -> Number, same: &dyn Fn(usize) -> bool| {
            (0..count).all(|n| is_given(number(n)) || same(n))
        };
        let are_terms = terms(values)
            .zip(terms(constant))
            .enumerate()
            .all(|(number, ((_, octaves), (_, longest)))| is_given(Number::Term(number)) || longest.starts_with(octaves));
        let is_as_made = is_same(values.scalars.len(), &Number::Scalar, &|n| values.scalars[n].to_bits() == constant.scalars[n].to_bits())
            && is_same(values.octaves.len(), &Number::Octaves, &|n| values.octaves[n] == constant.octaves[n])
            && is_same(values.keys.len(), &Number::Key, &|n| values.keys[n] == constant.keys[n])
            && is_same(values.octave_scalars.len(), &Number::OctaveScalar, &|n| {
                constant.octave_scalars[n].starts_with(&values.octave_scalars[n])
            })
            && values.tables == constant.tables
            && are_terms;
        if is_as_made {
            return Ok(());
        }
        Err(Error::parameter(
            "params",
            "a number that is no parameter differs from the module's, or there are more octaves than it has room for; export it again with the key among its parameters",
        ))
    }

    /// Returns the index of the first word of a number of a program, if it is a parameter.
    pub(super) fn word_of(&self, program: usize, number: Number) -> Option<usize> {
        self.given.iter().find(|given| given.program == program && given.number == number).map(|given| given.first)
    }

    /// Returns the index of the first word of a term of a program, and its form, if it is a parameter.
    pub(super) fn term_of(&self, program: usize, number: usize) -> Option<(usize, GivenForm)> {
        let given = self.given.iter().find(|given| given.program == program && given.number == Number::Term(number))?;
        Some((given.first, given.form?))
    }

    /// Finds out what a seed changes, given words with different seeds and all other numbers equal, and such with other numbers. Lists are as long as the longest
    /// in the first ones.
    #[cfg(feature = "recipe")]
    pub(crate) fn find_seed(&mut self, tried: &Tried, also: &Tried) {
        let found = Seeded::all(&self.keys().collect::<Vec<_>>(), &self.offsets().collect::<Vec<_>>(), tried);
        self.seeded = found.filter(|found| found.iter().all(|one| one.explains(also))).unwrap_or_default();
    }

    /// Returns what a seed changes, if functions of the module can set it.
    pub(super) fn seeded(&self) -> &[Seeded] {
        &self.seeded
    }

    /// Returns the index of the first word of each key of a lattice hash.
    #[cfg(feature = "recipe")]
    fn keys(&self) -> impl Iterator<Item = usize> {
        self.given.iter().filter(|given| matches!(given.number, Number::Key(_))).map(|given| given.first)
    }

    /// Returns the index of the first of the two words of each octave's offset, and the number of the octave.
    #[cfg(feature = "recipe")]
    fn offsets(&self) -> impl Iterator<Item = (usize, u32)> {
        let shifted = self.given.iter().filter_map(|given| Some((given, given.form.filter(|form| form.is_shifted)?)));
        shifted.flat_map(|(given, form)| {
            (1..given.count).map(move |octave| (given.first + form.head() + octave * form.each() + 1, octave as u32))
        })
    }

    /// Returns the values of a program, with lists as long as the longest.
    pub(super) fn values(&self, program: usize) -> Option<&Values> {
        self.values.get(program)
    }

    /// Returns the words of the module's own programs.
    pub(super) fn defaults(&self) -> Vec<u32> {
        self.words(&self.programs).expect("checked when made")
    }
}

pub(crate) fn check_structure(program: &Program, variant: &Program) -> Result<()> {
    if program.structure() == variant.structure() {
        return Ok(());
    }
    Err(Error::parameter(
        "params",
        "a key changes what is computed, not only numbers; parameters are keys whose values are numbers, such as a frequency or a seed",
    ))
}

impl Given {
    /// Returns the words of the number among the values of its program.
    fn of(&self, values: &Values) -> Result<Vec<u32>> {
        Ok(match self.number {
            Number::Scalar(n) => vec![values.scalars[n].to_bits()],
            Number::Octaves(n) => vec![values.octaves[n]],
            Number::Key(n) => values.keys[n].to_vec(),
            Number::OctaveScalar(n) => {
                let bits: Vec<u32> = values.octave_scalars[n].iter().map(|scalar| scalar.to_bits()).collect();
                if bits.len() > self.count {
                    return Err(too_many(self.count));
                }
                bits
            }
            Number::Term(number) => {
                let (place, octaves) = terms(values).nth(number).expect("a program of the structure");
                if octaves.len() > self.count {
                    return Err(too_many(self.count));
                }
                self.form.and_then(|form| form.words_of(octaves, self.count)).ok_or_else(|| unplaced(place))?
            }
        })
    }
}

fn unplaced(place: &str) -> Error {
    Error::limit(
        place,
        "its position does not fit into the words of a parameter: it goes round a circle, or its numbers have too many digits; give fewer, or leave the key out",
    )
}

fn too_many(most: usize) -> Error {
    Error::parameter("params", format!("the module has room for the numbers of {most} octaves; export it again with a larger maximum"))
}
