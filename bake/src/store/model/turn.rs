//! A folder in memory, and a process that takes steps in it.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::hash::Hash;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::rc::Rc;

use crate::store::steps::{Mark, PREFIX, Steps, Whose};
use crate::store::transaction::{name_all, recover};

/// The state that all processes see. The number of a file tells which process made it; those of the user begin at [`USERS`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Disk {
    pub(super) names: Names,
    pub(super) files: BTreeMap<u64, Contents>,
    /// The names that surely survive a loss of power, and the changes that may, in this order.
    pub(super) durable: Names,
    pub(super) pending: Vec<Change>,
    /// The owner of each name's contents by the commits so far: a process, or `None` for the user.
    pub(super) expected: BTreeMap<String, Option<usize>>,
    pub(super) durably_expected: BTreeMap<String, Option<usize>>,
    pub(super) alive: BTreeSet<usize>,
    pub(super) locked_by: Option<usize>,
}

type Names = BTreeMap<String, u64>;
const USERS: u64 = 100_000;
const OF_A_PROCESS: u64 = 100;

#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Contents {
    bytes: Rc<[u8]>,
    is_synced: bool,
    /// Moments, reduced to their order.
    written: u32,
    changed: u32,
}

/// A change of names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Change {
    pub(super) set: Vec<(String, Option<u64>)>,
    /// The process whose files are committed by this change.
    pub(super) commits: Option<usize>,
}

/// The properties of a world.
#[derive(Debug, Clone, Copy)]
pub(super) struct World {
    /// Set if files can have second names; and set if new files can have no name.
    pub(super) has_links: bool,
    pub(super) has_unnamed: bool,
    pub(super) replaces: bool,
    /// The names that each process gives.
    pub(super) sets: &'static [&'static [&'static str]],
    /// The number of steps that may fail.
    pub(super) failures: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Answer {
    Done(Result<(), ErrorKind>),
    Number(Result<u64, ErrorKind>),
    Look(Option<Mark>),
    Is(bool),
    Hidden(Vec<String>),
    Whose(Whose<bool>),
    Journal(Whose<(u64, Vec<u8>)>),
}

/// A process whose turn it is.
pub(super) struct Turn<'a> {
    pub(super) world: &'a World,
    pub(super) process: usize,
    pub(super) disk: RefCell<Disk>,
    pub(super) answers: RefCell<Vec<Rc<Answer>>>,
    pub(super) answered: Cell<usize>,
    /// The number of steps that it may take now.
    pub(super) steps: Cell<usize>,
    /// Set if its next step fails.
    pub(super) fails: Cell<bool>,
    pub(super) is_over: Cell<bool>,
    pub(super) made: Cell<u64>,
}

#[derive(Debug)]
pub(super) struct New {
    number: u64,
    hidden: Option<String>,
}

impl Turn<'_> {
    /// Takes a step, unless it was taken before. Returns `None` if the turn is over.
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

    /// Waits for the lock. The turn is over while another process holds it.
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

    /// Runs a part of a bake as `Disk` does, in three parts. A part sees nothing of the answers in earlier parts.
    pub(super) fn bake(&self, part: usize, names: &[&str], replaces: bool) -> io::Result<()> {
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
        // A set of one file is committed by naming it.
        let own = self.world.sets.get(self.process);
        let is_only = own.is_some_and(|own| own.len() == 1 && own[0] == to) && !from.starts_with(".lacuna-old-");
        let commits = is_only || to.starts_with(".lacuna-done-");
        self.done(|disk| match (disk.names.get(from).copied(), disk.names.get(to).copied()) {
            (None, _) => Err(ErrorKind::NotFound),
            (Some(_), Some(_)) if !replaces => Err(ErrorKind::AlreadyExists),
            // Two names of one file both stay.
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
        // A new file of another running process interests nobody, so listing it makes no difference.
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
    pub(super) fn new(world: &World) -> Self {
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

    /// Returns a moment after all others, which keep their order.
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

    /// Ends a process: its lock is free, and its files without a name are gone.
    pub(super) fn end(&mut self, process: usize) {
        self.alive.remove(&process);
        if self.locked_by == Some(process) {
            self.locked_by = None;
        }
        self.forget();
    }

    /// Removes files that nobody can see.
    fn forget(&mut self) {
        let pending = self.pending.iter().flat_map(|change| &change.set).filter_map(|(_, number)| *number);
        let named: BTreeSet<u64> = self.names.values().chain(self.durable.values()).copied().chain(pending).collect();
        let alive = self.alive.clone();
        self.files.retain(|number, _| named.contains(number) || alive.contains(&((number / OF_A_PROCESS) as usize)));
        self.now();
    }

    /// Returns the disk after everything was killed.
    pub(super) fn after_kills(&self) -> Self {
        let (durable, durably_expected) = (self.names.clone(), self.expected.clone());
        let dead = Self { durable, durably_expected, pending: vec![], alive: BTreeSet::new(), locked_by: None, ..self.clone() };
        dead.forgotten()
    }

    fn forgotten(mut self) -> Self {
        self.forget();
        self
    }

    /// Returns the disk after a loss of power that the first `survived` changes of names survived.
    pub(super) fn after_a_loss_of_power(&self, world: &World, survived: usize) -> Self {
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

    /// Checks the disk after the next bake into the folder, while nobody else runs.
    pub(super) fn check(mut self, world: &World) -> Result<(), String> {
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
    pub(super) fn of(world: &'a World, process: usize, disk: Disk, answers: Vec<Rc<Answer>>, steps: usize, fails: bool) -> Self {
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
