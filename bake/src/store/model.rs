//! Every way in which bakes into one folder can go side by side and be killed, over a folder in memory.
//!
//! A process is run again from its beginning for each of its steps: what it was answered before it is answered again, then it takes a step, and then
//! everything fails without effect, as if it were killed. What it was answered is all that tells where it is, so that states that are equal are looked at once.

use std::cell::{Cell, RefCell};
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::{OsStr, OsString};
use std::hash::{Hash, Hasher as _};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::rc::Rc;

use super::steps::{Mark, PREFIX, Steps, Whose};
use super::transaction::{name_all, recover};

/// What all processes see. The number of a file tells which process made it; those of the user begin at [`USERS`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Disk {
    names: Names,
    files: BTreeMap<u64, Contents>,
    /// What of the names survives a loss of power for sure, and what may in this order.
    durable: Names,
    pending: Vec<Change>,
    /// What each name is to hold by what was committed: the process, or none for the user.
    expected: BTreeMap<String, Option<usize>>,
    durably_expected: BTreeMap<String, Option<usize>>,
    alive: BTreeSet<usize>,
    locked_by: Option<usize>,
}

type Names = BTreeMap<String, u64>;
const USERS: u64 = 100_000;
const OF_A_PROCESS: u64 = 100;

#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Contents {
    bytes: Rc<[u8]>,
    is_synced: bool,
    /// Moments, as much as they are compared.
    written: u32,
    changed: u32,
}

/// A change of names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Change {
    set: Vec<(String, Option<u64>)>,
    /// The process whose files are to stay from then on.
    commits: Option<usize>,
}

/// What a world is like.
#[derive(Debug, Clone, Copy)]
struct World {
    /// Whether files have second names, and new ones may have none.
    has_links: bool,
    has_unnamed: bool,
    replaces: bool,
    /// The names that each process gives.
    sets: &'static [&'static [&'static str]],
    /// How many steps may fail.
    failures: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Answer {
    Done(Result<(), ErrorKind>),
    Number(Result<u64, ErrorKind>),
    Look(Option<Mark>),
    Is(bool),
    Hidden(Vec<String>),
    Whose(Whose<bool>),
    Journal(Whose<(u64, Vec<u8>)>),
}

#[derive(Debug, Clone, Default)]
struct Process {
    /// The part of the bake, and what it was answered in it.
    part: usize,
    answers: Vec<Rc<Answer>>,
    /// How it ended by itself.
    ended: Option<Result<(), ErrorKind>>,
}

impl Hash for Process {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.part, &self.answers, self.ended).hash(state);
    }
}

#[derive(Debug, Clone, Hash)]
struct State {
    disk: Disk,
    processes: Vec<Process>,
    failures: u32,
}

/// A process whose turn it is.
struct Turn<'a> {
    world: &'a World,
    process: usize,
    disk: RefCell<Disk>,
    answers: RefCell<Vec<Rc<Answer>>>,
    answered: Cell<usize>,
    /// How many steps it takes now.
    steps: Cell<usize>,
    /// Whether its next step fails.
    fails: Cell<bool>,
    is_over: Cell<bool>,
    made: Cell<u64>,
}

#[derive(Debug)]
struct New {
    number: u64,
    hidden: Option<String>,
}

impl Turn<'_> {
    /// Takes a step, unless it was taken before. None where the turn is over.
    fn step(&self, act: impl FnOnce(&mut Disk) -> Answer) -> Option<Answer> {
        let (at, mut answers) = (self.answered.get(), self.answers.borrow_mut());
        if at == answers.len() {
            if self.steps.get() == 0 || self.is_over.get() {
                self.is_over.set(true);
                return None;
            }
            self.steps.set(self.steps.get() - 1);
            answers.push(Rc::new(act(&mut self.disk.borrow_mut())));
        }
        self.answered.set(at + 1);
        Some(Answer::clone(&answers[at]))
    }

    fn done(&self, act: impl FnOnce(&mut Disk) -> Result<(), ErrorKind>) -> io::Result<()> {
        let fails = self.fails.get();
        match self.step(|disk| {
            Answer::Done(if fails {
                self.fails.set(false);
                Err(ErrorKind::Other)
            } else {
                act(disk)
            })
        }) {
            Some(Answer::Done(done)) => done.map_err(Into::into),
            _ => Err(ErrorKind::Interrupted.into()),
        }
    }

    fn try_lock(&self) -> bool {
        let lock = |disk: &mut Disk| {
            let is_free = disk.locked_by.is_none();
            if is_free {
                disk.locked_by = Some(self.process);
            }
            Answer::Is(is_free)
        };
        self.step(lock) == Some(Answer::Is(true))
    }

    /// Waits for the lock: the turn is over while another has it.
    fn wait(&self) {
        if self.answered.get() == self.answers.borrow().len() && self.disk.borrow().locked_by.is_some() {
            self.is_over.set(true);
        }
        self.try_lock();
    }

    fn unlock(&self) {
        self.step(|disk| {
            disk.locked_by = None;
            Answer::Is(true)
        });
    }

    /// What a bake does, as `Disk` does it, in three parts. A part sees nothing of what those before it were answered.
    fn bake(&self, part: usize, names: &[&str], replaces: bool) -> io::Result<()> {
        let number = |file: usize| self.process as u64 * OF_A_PROCESS + file as u64;
        match part {
            0 => {
                if self.try_lock() {
                    recover(&self);
                    self.unlock();
                }
                let is_there = !replaces && names.iter().any(|name| self.look(OsStr::new(name)).is_some());
                if is_there { Err(ErrorKind::AlreadyExists.into()) } else { Ok(()) }
            }
            1 => {
                for name in names {
                    let file = self.make()?;
                    let bytes = format!("{} of {}", name, self.process).into_bytes();
                    self.done(|disk| {
                        disk.write(file.number, bytes, false);
                        Ok(())
                    })?;
                }
                (0..names.len()).try_for_each(|file| {
                    self.done(|disk| {
                        disk.files.get_mut(&number(file)).unwrap().is_synced = true;
                        Ok(())
                    })
                })
            }
            _ => {
                self.made.set(names.len() as u64);
                let hidden = |file| (!self.world.has_unnamed).then(|| hidden(number(file)));
                let file = |(file, name)| (OsString::from(name), New { number: number(file), hidden: hidden(file) });
                let files = names.iter().enumerate().map(file).collect();
                self.wait();
                let named = name_all(&mut [(self, files)], replaces, &mut Vec::new());
                self.unlock();
                named.map_err(|(_, error)| error)
            }
        }
    }
}

impl Steps for &Turn<'_> {
    type New = New;
    type Held = u64;

    fn make(&self) -> io::Result<New> {
        let number = self.process as u64 * OF_A_PROCESS + self.made.get();
        self.made.set(self.made.get() + 1);
        let hidden = (!self.world.has_unnamed).then(|| hidden(number));
        let make = |disk: &mut Disk| {
            disk.files.insert(number, Contents::default());
            hidden.iter().for_each(|hidden| disk.change(vec![(hidden.clone(), Some(number))], None));
            Answer::Number(Ok(number))
        };
        self.step(make).map(|_| New { number, hidden: hidden.clone() }).ok_or(ErrorKind::Interrupted.into())
    }

    fn fill(&self, file: &New, bytes: &[u8]) -> io::Result<()> {
        self.done(|disk| {
            disk.write(file.number, bytes.to_vec(), true);
            Ok(())
        })
    }

    fn copy(&self, name: &OsStr) -> io::Result<New> {
        let new = self.make()?;
        self.done(|disk| {
            let old = disk.names.get(text(name)).ok_or(ErrorKind::NotFound)?;
            let bytes = disk.files[old].bytes.clone();
            disk.write(new.number, bytes, true);
            Ok(())
        })?;
        Ok(new)
    }

    fn hide(&self, file: &mut New) -> io::Result<OsString> {
        if file.hidden.is_none() {
            let name = hidden(file.number);
            self.done(|disk| {
                disk.change(vec![(name.clone(), Some(file.number))], None);
                Ok(())
            })?;
            file.hidden = Some(name);
        }
        Ok(file.hidden.clone().unwrap().into())
    }

    fn mark(&self, file: &New) -> io::Result<Mark> {
        match self.step(|disk| Answer::Look(Some(disk.mark(file.number)))) {
            Some(Answer::Look(Some(mark))) => Ok(mark),
            _ => Err(ErrorKind::Interrupted.into()),
        }
    }

    fn look(&self, name: &OsStr) -> Option<Mark> {
        match self.step(|disk| Answer::Look(disk.names.get(text(name)).map(|&number| disk.mark(number)))) {
            Some(Answer::Look(mark)) => mark,
            _ => None,
        }
    }

    fn link(&self, name: &OsStr, second: &OsStr) -> io::Result<()> {
        self.done(|disk| match disk.names.get(text(name)) {
            _ if !self.world.has_links => Err(ErrorKind::Unsupported),
            None => Err(ErrorKind::NotFound),
            Some(_) if disk.names.contains_key(text(second)) => Err(ErrorKind::AlreadyExists),
            Some(&number) => {
                disk.change(vec![(text(second).to_owned(), Some(number))], None);
                Ok(())
            }
        })
    }

    fn rename(&self, name: &OsStr, to: &OsStr, replaces: bool) -> io::Result<()> {
        let (from, to) = (text(name), text(to));
        // A set of one file is committed by its name.
        let own = self.world.sets.get(self.process);
        let is_only = own.is_some_and(|own| own.len() == 1 && own[0] == to) && !from.starts_with(".lacuna-old-");
        let commits = is_only || to.starts_with(".lacuna-done-");
        self.done(|disk| match (disk.names.get(from).copied(), disk.names.get(to).copied()) {
            (None, _) => Err(ErrorKind::NotFound),
            (Some(_), Some(_)) if !replaces => Err(ErrorKind::AlreadyExists),
            // Two names of one file stay both.
            (Some(number), Some(other)) if number == other => Ok(()),
            (Some(number), _) => {
                let set = vec![(from.to_owned(), None), (to.to_owned(), Some(number))];
                disk.change(set, commits.then_some(self.process));
                if commits {
                    disk.expected.extend(own.into_iter().flat_map(|own| own.iter()).map(|name| ((*name).to_owned(), Some(self.process))));
                }
                Ok(())
            }
        })
    }

    fn remove(&self, name: &OsStr) -> io::Result<()> {
        self.done(|disk| {
            if disk.names.contains_key(text(name)) {
                disk.change(vec![(text(name).to_owned(), None)], None);
            }
            Ok(())
        })
    }

    fn sync(&self) {
        self.step(|disk| {
            disk.pending.clear();
            disk.durable = disk.names.clone();
            disk.durably_expected = disk.expected.clone();
            Answer::Is(true)
        });
    }

    fn hidden(&self) -> Vec<String> {
        // A new file of another that runs is of no interest to anybody: whether it is listed makes no difference.
        let is_listed = |disk: &Disk, name: &str, number: u64| name != hidden(number) || !disk.is_running(number);
        let names = |disk: &mut Disk| {
            let listed = disk.names.iter().filter(|(name, number)| name.starts_with(PREFIX) && is_listed(disk, name, **number));
            listed.map(|(name, _)| name.clone()).collect()
        };
        match self.step(|disk| Answer::Hidden(names(disk))) {
            Some(Answer::Hidden(names)) => names,
            _ => Vec::new(),
        }
    }

    fn letters(&self) -> String {
        format!("{:010}", self.process)
    }

    fn whose(&self, name: &str) -> Whose<bool> {
        let whose = |disk: &mut Disk| match disk.names.get(name) {
            Some(&number) if !disk.is_running(number) => Whose::Left(name == hidden(number)),
            _ => Whose::Running,
        };
        match self.step(|disk| Answer::Whose(whose(disk))) {
            Some(Answer::Whose(whose)) => whose,
            _ => Whose::Running,
        }
    }

    fn journal(&self, name: &str) -> Whose<(u64, Vec<u8>)> {
        let journal = |disk: &mut Disk| match disk.names.get(name) {
            Some(number) if !disk.is_running(*number) => Whose::Left((*number, disk.files[number].bytes.to_vec())),
            _ => Whose::Running,
        };
        match self.step(|disk| Answer::Journal(journal(disk))) {
            Some(Answer::Journal(journal)) => journal,
            _ => Whose::Running,
        }
    }

    fn is_since(&self, name: &OsStr, journal: &u64) -> bool {
        let is_since = |disk: &mut Disk| {
            let found = disk.names.get(text(name)).map(|number| disk.files[number].changed);
            found.is_some_and(|changed| changed >= disk.files[journal].written)
        };
        self.step(|disk| Answer::Is(is_since(disk))) == Some(Answer::Is(true))
    }

    fn path(&self, name: &OsStr) -> PathBuf {
        name.into()
    }
}

fn text(name: &OsStr) -> &str {
    name.to_str().unwrap()
}

fn hidden(number: u64) -> String {
    format!("{PREFIX}{number:010}")
}

impl Disk {
    fn new(world: &World) -> Self {
        let mut disk = Self::default();
        let sets: BTreeSet<&str> = world.sets.iter().flat_map(|set| set.iter().copied()).collect();
        let others = ["mine", ".lacuna-mine", ".lacuna-0123456789"];
        for (number, name) in sets.into_iter().filter(|_| world.replaces).chain(others).enumerate() {
            let number = USERS + number as u64;
            disk.files.insert(
                number,
                Contents { bytes: format!("{name} of the user").into_bytes().into(), is_synced: true, ..Contents::default() },
            );
            disk.names.insert(name.to_owned(), number);
            disk.expected.insert(name.to_owned(), None);
        }
        (disk.durable, disk.durably_expected) = (disk.names.clone(), disk.expected.clone());
        disk.alive = (0..world.sets.len()).collect();
        disk
    }

    /// The moment after all others, which keep their order.
    fn now(&mut self) -> u32 {
        let moments: BTreeSet<u32> = self.files.values().flat_map(|file| [file.written, file.changed]).collect();
        let order: BTreeMap<u32, u32> = moments.into_iter().zip(0..).collect();
        for file in self.files.values_mut() {
            (file.written, file.changed) = (order[&file.written], order[&file.changed]);
        }
        order.len() as u32
    }

    fn write(&mut self, number: u64, bytes: impl Into<Rc<[u8]>>, is_synced: bool) {
        let (now, bytes) = (self.now(), bytes.into());
        self.files.insert(number, Contents { bytes, is_synced, written: now, changed: now });
    }

    fn change(&mut self, set: Vec<(String, Option<u64>)>, commits: Option<usize>) {
        let now = self.now();
        for (name, number) in &set {
            for number in self.names.get(name).into_iter().chain(number) {
                self.files.get_mut(number).unwrap().changed = now;
            }
        }
        apply(&mut self.names, &set);
        self.pending.push(Change { set, commits });
    }

    fn mark(&self, number: u64) -> Mark {
        Mark { number, bytes: self.files[&number].bytes.len() as u64, modified: 0 }
    }

    fn is_running(&self, number: u64) -> bool {
        self.alive.contains(&((number / OF_A_PROCESS) as usize))
    }

    /// A process is over: what it held is free, and its files without a name are gone.
    fn end(&mut self, process: usize) {
        self.alive.remove(&process);
        if self.locked_by == Some(process) {
            self.locked_by = None;
        }
        self.forget();
    }

    /// Forgets what nobody can see any more.
    fn forget(&mut self) {
        let pending = self.pending.iter().flat_map(|change| &change.set).filter_map(|(_, number)| *number);
        let named: BTreeSet<u64> = self.names.values().chain(self.durable.values()).copied().chain(pending).collect();
        let alive = self.alive.clone();
        self.files.retain(|number, _| named.contains(number) || alive.contains(&((number / OF_A_PROCESS) as usize)));
        self.now();
    }

    /// What is there after everything was killed.
    fn after_kills(&self) -> Self {
        let (durable, durably_expected) = (self.names.clone(), self.expected.clone());
        let dead = Self { durable, durably_expected, pending: vec![], alive: BTreeSet::new(), locked_by: None, ..self.clone() };
        dead.forgotten()
    }

    fn forgotten(mut self) -> Self {
        self.forget();
        self
    }

    /// What is there after a loss of power, if so many changes of names survived.
    fn after_a_loss_of_power(&self, world: &World, survived: usize) -> Self {
        let (mut names, mut expected) = (self.durable.clone(), self.durably_expected.clone());
        for Change { set, commits } in &self.pending[..survived] {
            apply(&mut names, set);
            expected.extend(
                commits.iter().flat_map(|&process| world.sets[process].iter().map(move |name| ((*name).to_owned(), Some(process)))),
            );
        }
        let mut files = self.files.clone();
        files.values_mut().filter(|file| !file.is_synced).for_each(|file| file.bytes = Rc::from(*b"torn"));
        let (durable, durably_expected) = (names.clone(), expected.clone());
        let dead = Self { names, files, durable, pending: vec![], expected, durably_expected, alive: BTreeSet::new(), locked_by: None };
        dead.forgotten()
    }

    /// Checks what there is after the next bake into the folder, where nobody else runs.
    fn check(mut self, world: &World) -> Result<(), String> {
        let next = world.sets.len();
        self.alive.insert(next);
        let turn = Turn::of(world, next, self, Vec::new(), usize::MAX, false);
        turn.bake(0, &["next"], true).map_err(|error| format!("the next bake: {error}"))?;
        turn.bake(1, &["next"], true).map_err(|error| format!("the next bake: {error}"))?;
        turn.bake(2, &["next"], true).map_err(|error| format!("the next bake: {error}"))?;
        let mut disk = turn.disk.into_inner();
        disk.expected.insert("next".to_owned(), Some(next));
        let found: BTreeMap<&String, String> =
            disk.names.iter().map(|(name, number)| (name, String::from_utf8_lossy(&disk.files[number].bytes).into_owned())).collect();
        let of = |process: &Option<usize>| process.map_or("the user".to_owned(), |process| process.to_string());
        let expected: BTreeMap<&String, String> =
            disk.expected.iter().map(|(name, process)| (name, format!("{name} of {}", of(process)))).collect();
        if found == expected { Ok(()) } else { Err(format!("found {found:?}, expected {expected:?}")) }
    }
}

fn apply(names: &mut Names, set: &[(String, Option<u64>)]) {
    for (name, number) in set {
        match number {
            Some(number) => names.insert(name.clone(), *number),
            None => names.remove(name),
        };
    }
}

impl<'a> Turn<'a> {
    fn of(world: &'a World, process: usize, disk: Disk, answers: Vec<Rc<Answer>>, steps: usize, fails: bool) -> Self {
        Self {
            world,
            process,
            disk: RefCell::new(disk),
            answers: RefCell::new(answers),
            answered: Cell::new(0),
            steps: Cell::new(steps),
            fails: Cell::new(fails),
            is_over: Cell::new(false),
            made: Cell::new(0),
        }
    }
}

impl State {
    fn new(world: &World) -> Self {
        Self { disk: Disk::new(world), processes: vec![Process::default(); world.sets.len()], failures: 0 }
    }

    /// After so many steps of a process, of which the next may fail. None where it waits.
    fn after(mut self, world: &World, process: usize, steps: usize, fails: bool) -> Option<Self> {
        let answers = std::mem::take(&mut self.processes[process].answers);
        let before = answers.len();
        let turn = Turn::of(world, process, std::mem::take(&mut self.disk), answers, steps, fails);
        let part = self.processes[process].part;
        let ended = turn.bake(part, world.sets[process], world.replaces).map_err(|error| error.kind());
        let is_over = turn.is_over.get();
        self.failures += u32::from(fails && !turn.fails.get());
        let (disk, answers) = (turn.disk.into_inner(), turn.answers.into_inner());
        if answers.len() == before || (fails && turn.fails.get()) {
            return None;
        }
        self.disk = disk;
        let is_next = ended.is_ok() && part < 2;
        self.processes[process] = match (is_over, is_next) {
            (true, _) => Process { part, answers, ended: None },
            (false, true) => Process { part: part + 1, ..Process::default() },
            (false, false) => Process { ended: Some(ended), ..Process::default() },
        };
        if self.processes[process].ended.is_some() {
            self.disk.end(process);
        }
        Some(self)
    }

    fn killed(mut self, process: usize) -> Self {
        self.processes[process] = Process::default();
        self.disk.end(process);
        self
    }

    /// Checks what is there if everything is killed, or loses power.
    fn check(&self, world: &World, seen: &mut HashSet<u64>) {
        for (process, Process { ended, .. }) in self.processes.iter().enumerate() {
            let is_durable = self.disk.pending.iter().all(|change| change.commits != Some(process));
            assert!(*ended != Some(Ok(())) || is_durable, "{world:?}: a loss of power undoes what {process} has done: {self:#?}");
        }
        if !seen.insert(hash(&self.disk)) {
            return;
        }
        let killed = std::iter::once(("everything is killed".to_owned(), self.disk.after_kills()));
        let without_power = (0..=self.disk.pending.len())
            .map(|survived| (format!("a loss of power leaves {survived} changes"), self.disk.after_a_loss_of_power(world, survived)));
        for (what, disk) in killed.chain(without_power) {
            if seen.insert(hash(&disk)) {
                disk.check(world).unwrap_or_else(|found| panic!("{world:?}: {what}: {found}\n{self:?}"));
            }
        }
    }
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Goes through all that can happen. Gives the number of states.
fn explore(world: &World) -> usize {
    let (mut seen, mut seen_disks) = (HashSet::new(), HashSet::new());
    let mut to_do = vec![State::new(world)];
    while let Some(state) = to_do.pop() {
        if !seen.insert(hash(&state)) {
            continue;
        }
        state.check(world, &mut seen_disks);
        for &process in &state.disk.alive {
            to_do.extend(state.clone().after(world, process, 1, false));
            if state.failures < world.failures {
                to_do.extend(state.clone().after(world, process, 1, true));
            }
            to_do.push(state.clone().killed(process));
        }
    }
    seen.len()
}

/// All kinds of file systems, with old files and without.
fn worlds(sets: &'static [&'static [&'static str]], failures: u32) -> impl Iterator<Item = World> {
    // Where nothing is replaced, nothing gets a second name.
    (0..6).map(move |kind| World { has_links: kind < 2 || kind > 3, has_unnamed: kind % 2 == 0, replaces: kind < 4, sets, failures })
}

fn say(text: &str) {
    let _ = io::Write::write_all(&mut io::stderr(), format!("{text}\n").as_bytes());
}

/// Whether everything is to be gone through. Otherwise says what is left to such a run.
fn is_all(left: &str) -> bool {
    let is_all = std::env::var("LACUNA_ALL").is_ok_and(|value| value == "1");
    if !is_all {
        say(&format!("only with --all: {left}"));
    }
    is_all
}

#[test]
fn two_bakes_that_are_killed_at_any_step_leave_what_the_next_makes_whole() {
    let (began, is_all) = (std::time::Instant::now(), is_all("two bakes where new files have names"));
    let mut states = 0;
    // The same files, some of the same, and a file of a set.
    let all: [&[&[&str]]; 3] = [&[&["a", "b"], &["a", "b"]], &[&["a", "b"], &["b", "c"]], &[&["a", "b"], &["a"]]];
    for sets in all {
        let chosen = worlds(sets, 0).filter(|world| is_all || world.has_unnamed || sets[1].len() == 1);
        states += chosen.map(|world| explore(&world)).sum::<usize>();
    }
    say(&format!("{states} states in {:.1} s", began.elapsed().as_secs_f64()));
}

#[test]
fn a_step_that_fails_before_a_kill_leaves_what_the_next_bake_makes_whole() {
    let states: usize = worlds(&[&["a", "b"]], 2).map(|world| explore(&world)).sum();
    say(&format!("{states} states"));
}

#[test]
fn three_bakes_at_random_leave_what_the_next_makes_whole() {
    let schedules = if is_all("100000 schedules of three bakes") { 100_000 } else { 3_000 };
    let worlds: Vec<World> = worlds(&[&["a", "b"], &["b", "c"], &["a", "b", "c"]], 0).collect();
    let (mut random, mut seen) = (1, HashSet::new());
    let mut below = |end: usize| {
        // SplitMix64.
        random = u64::wrapping_add(random, 0x9e37_79b9_7f4a_7c15);
        let mixed = u64::wrapping_mul(random ^ (random >> 30), 0xbf58_476d_1ce4_e5b9);
        let mixed = u64::wrapping_mul(mixed ^ (mixed >> 27), 0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    };
    for schedule in 0..schedules {
        let world = &worlds[schedule % worlds.len()];
        let mut state = State::new(world);
        while !state.disk.alive.is_empty() {
            let process = *state.disk.alive.iter().nth(below(state.disk.alive.len())).unwrap();
            state = match below(8) {
                0 => state.killed(process),
                _ => state.clone().after(world, process, 1 + below(16), false).unwrap_or(state),
            };
        }
        state.check(world, &mut seen);
    }
}
