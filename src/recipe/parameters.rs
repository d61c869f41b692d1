//! Parameters of modules by the keys of a recipe.

use toml::Value;

use super::draft::Draft;
use crate::error::{Error, Result};
use crate::error_words::short;
use crate::export::{Parameters, Tried, check_structure};
use crate::key::KeyKind;
use crate::number::Number;
use crate::program::Program;
use crate::seeding::{SEEDS, read_seed};

/// The octaves for which a module has room if a key is their number, and nothing else is said.
const USUAL_MOST: u64 = 12;

/// A key of a recipe that becomes a parameter of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterKey {
    /// The key as [`Draft::set`] takes it. `seed` varies all seeds of the recipe, as [`Draft::set_seed`] does, unless the recipe has a parameter of this name.
    pub name: String,
    /// The greatest value of a whole number, such as a number of octaves. `None` for 12, or more where the recipe has more.
    pub most: Option<u64>,
}

impl std::str::FromStr for ParameterKey {
    type Err = Error;

    /// Reads `KEY`, or `KEY=MOST` for a whole number.
    fn from_str(text: &str) -> Result<Self> {
        let Some((name, most)) = text.split_once('=') else { return Ok(Self { name: text.trim().to_owned(), most: None }) };
        let whole = most.trim().parse().map_err(|_| {
            Error::parameter(
                short(name),
                format!("`{}` is no greatest value; write KEY, or KEY=MOST with a whole number, such as octaves=8", short(most)),
            )
        });
        Ok(Self { name: name.trim().to_owned(), most: Some(whole?) })
    }
}

impl ParameterKey {
    /// Sets the key.
    ///
    /// # Errors
    ///
    /// Those of [`Draft::set`], and [`Error::Parameter`] if the recipe's seed gets no seed.
    pub fn set(&self, draft: &mut Draft, value: &str) -> Result<()> {
        if !self.is_seed_of_all(draft)? {
            return draft.set(&self.name, value);
        }
        draft.set_seed(read_seed(value).ok_or_else(|| Error::parameter("seed", format!("`{}` is no seed; give {SEEDS}", short(value))))?)
    }

    fn is_seed_of_all(&self, draft: &Draft) -> Result<bool> {
        Ok(self.name == "seed" && !draft.params()?.iter().any(|param| param.name == "seed"))
    }

    /// Returns values to find out what the key changes, the greatest first if it is a whole number.
    fn values(&self, draft: &Draft) -> Result<Vec<String>> {
        if self.is_seed_of_all(draft)? {
            return Ok(seeds());
        }
        let name = self.name.strip_prefix("params.").unwrap_or(&self.name);
        if let Some(param) = draft.params()?.iter().find(|param| param.name == name)
            && let (Some(min), Some(max)) = (param.min, param.max)
        {
            return Ok(self.between(param.step, min.to_f64(), max.to_f64()));
        }
        let (kind, value) = draft.key_of(&self.name)?;
        let kind = match kind {
            Some(KeyKind::PerAxis { of }) => Some(*of),
            kind => kind,
        };
        let number = value.as_ref().and_then(|value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64)));
        match kind {
            Some(KeyKind::Whole { most: u64::MAX, .. }) => Ok(seeds()),
            Some(KeyKind::Whole { least, most }) => {
                let now = number.unwrap_or(0.0) as u64;
                let top = self.most.unwrap_or(USUAL_MOST.max(now)).min(most);
                if top < least {
                    return Err(Error::parameter(self.name.as_str(), format!("the greatest value is at least {least}")));
                }
                Ok([top, least, least.midpoint(top)].map(|whole| whole.to_string()).to_vec())
            }
            Some(KeyKind::Number(limits)) => Ok(self.numbers(number, |number| limits.contains(number))),
            // A parameter of the recipe, or an input that is a number.
            None | Some(KeyKind::Input) if number.is_some() => Ok(self.numbers(number, |_| true)),
            Some(KeyKind::Color) => Ok(COLORS_TO_TRY.map(str::to_owned).to_vec()),
            None if value.as_ref().and_then(Value::as_str).is_some_and(|text| text.starts_with('#')) => {
                Ok(COLORS_TO_TRY.map(str::to_owned).to_vec())
            }
            _ => Err(Error::parameter(
                short(&self.name),
                "only keys whose values are numbers or colours can be parameters of a module: a choice, a truth value, a list or a node changes what is computed",
            )),
        }
    }

    /// Returns numbers between two limits, the greatest first if they are whole.
    fn between(&self, step: Option<Number>, min: f64, max: f64) -> Vec<String> {
        let is_whole = step.is_some_and(|step| step.to_f64() == 1.0);
        let max = self.most.map_or(max, |most| most as f64);
        let each = [1.0, 0.0, 0.291, 0.713, 0.55].map(|part| min + part * (max - min));
        each.map(|number| if is_whole { format!("{number:.0}") } else { format!("{number:.6}") }).to_vec()
    }

    /// Returns numbers near a value, which is 1 if there is none: the greatest first, then some of few digits.
    fn numbers(&self, now: Option<f64>, is_legal: impl Fn(Number) -> bool) -> Vec<String> {
        let now = now.unwrap_or(1.0);
        let most = self.most.map(|most| most as f64);
        let near = [0.731, 1.37, 2.113, 0.25, 3.0].map(|factor| if now == 0.0 { factor - 0.5 } else { now * factor });
        let rounded = near.into_iter().map(|number| format!("{number:.6}").trim_end_matches('0').trim_end_matches('.').to_owned());
        let all = most.map(|most| most.to_string()).into_iter().chain(rounded);
        all.filter(|text| text.parse().is_ok_and(&is_legal)).collect()
    }
}

/// Colours whose red, green and blue differ.
const COLORS_TO_TRY: [&str; 3] = ["#10385f", "#e0c081", "#7f3fbd"];
/// Seeds without a pattern.
const SEEDS_TO_TRY: [u64; 3] = [0x9216_d5d9_8979_fb1b, 0x2ffd_72db_d01a_dfb7, 0x0801_f2e2_858e_fc16];

fn seeds() -> Vec<String> {
    SEEDS_TO_TRY.map(|seed| seed.to_string()).to_vec()
}

fn are_seeds(values: &[String]) -> bool {
    values == seeds()
}

impl Parameters {
    /// Makes parameters of what some keys of a recipe change, found by trying values. `programs` returns those of a module's functions for a recipe.
    ///
    /// ```
    /// use lacuna::export::Parameters;
    /// use lacuna::{Program, recipe::Draft};
    /// let draft = Draft::read("version = 2\noutput = \"h\"\nnodes.h = { kind = \"fbm\", source = { kind = \"perlin\", seed = 1 } }")?;
    /// let programs = |draft: &Draft| Ok(vec![Program::new(&draft.recipe()?.graph()?)?]);
    /// let keys = ["seed".parse()?, "frequency".parse()?, "octaves=8".parse()?];
    /// let parameters = Parameters::of_keys(&draft, &keys, programs)?;
    /// let mut world = draft.clone();
    /// world.set_seed(7)?;
    /// world.set("octaves", "5")?;
    /// assert!(parameters.words(&programs(&world)?).is_ok());
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if there is no such key, if its values are no numbers, or if the recipe refuses all that were tried. Those of [`Parameters::new`].
    pub fn of_keys(draft: &Draft, keys: &[ParameterKey], programs: impl Fn(&Draft) -> Result<Vec<Program>>) -> Result<Self> {
        let values = keys.iter().map(|key| key.values(draft)).collect::<Result<Vec<_>>>()?;
        let with = |settings: &[(usize, usize)]| {
            let mut draft = draft.clone();
            for (key, value) in settings {
                let values = &values[*key];
                keys[*key].set(&mut draft, &values[value % values.len()])?;
            }
            programs(&draft)
        };
        let base = programs(draft)?;
        // At a special value, such as 0, a recipe may leave out what others compute.
        let with = |settings: &[(usize, usize)]| {
            let variant = with(settings)?;
            base.iter().zip(&variant).try_for_each(|(base, variant)| check_structure(base, variant)).map(|()| variant)
        };
        let mut variants = Vec::new();
        for (key, of_key) in values.iter().enumerate() {
            let mut refused = None;
            let before = variants.len();
            for value in 0..of_key.len() {
                match with(&[(key, value)]) {
                    Ok(variant) => variants.push(variant),
                    Err(error) => refused = Some(error),
                }
            }
            if variants.len() == before && are_seeds(of_key) {
                return Err(Error::parameter(
                    short(&keys[key].name),
                    "Perlin noise without a seed has Ken Perlin's own table, and with one a hash; give the recipe a seed, too, such as --seed 0",
                ));
            }
            if variants.len() == before {
                return Err(refused.unwrap_or_else(|| Error::parameter(short(&keys[key].name), "no value near the recipe's is legal")));
            }
        }
        for value in 0..3 {
            let settings: Vec<(usize, usize)> = (0..keys.len()).map(|key| (key, value + key)).collect();
            variants.extend(with(&settings).ok());
        }
        let mut made = Self::new(&base, &variants)?;
        let mut of_seeds = values.iter().enumerate().filter(|(_, of_key)| are_seeds(of_key));
        if let (Some((key, _)), None) = (of_seeds.next(), of_seeds.next()) {
            let tried = |settings: &dyn Fn(usize) -> Vec<(usize, usize)>| -> Result<Tried> {
                let each = SEEDS_TO_TRY.iter().enumerate().map(|(number, seed)| Ok((*seed, made.words(&with(&settings(number))?)?)));
                each.collect()
            };
            // The first value of a number of octaves is the greatest.
            let most = |number: usize| (0..keys.len()).map(|other| (other, if other == key { number } else { 0 })).collect();
            // Together with other keys, a seed changes the same words.
            let others = |number: usize| (0..keys.len()).map(|other| (other, number + usize::from(other != key))).collect();
            if let (Ok(tried), Ok(also)) = (tried(&most), tried(&others)) {
                made.find_seed(&tried, &also);
            }
        }
        Ok(made)
    }
}

impl Draft {
    /// Returns the kind of a key, if it is a node's, and its value or its default.
    fn key_of(&self, key: &str) -> Result<(Option<KeyKind>, Option<Value>)> {
        let (kind, value) = self.found(key)?;
        let kind = kind.and_then(|kind| kind.key(key.rsplit('.').next().unwrap_or(key)));
        let value = value.or_else(|| Value::try_from((kind?.default)()?).ok());
        Ok((kind.map(|key| key.kind), value))
    }
}
