//! Explores every way in which bakes into one folder can interleave and be killed, over a folder in memory.
//!
//! For each of its steps a process runs again from its beginning: it gets the recorded answers again, takes one step, and then everything fails
//! without effect, as if it were killed. The recorded answers determine its state completely, so equal states are explored once.

mod turn;

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher as _};
use std::io::{self, ErrorKind};
use std::rc::Rc;

use turn::{Answer, Disk, Turn, World};

#[derive(Debug, Clone, Hash, Default)]
struct Process {
    /// The part of the bake, and the answers in it.
    part: usize,
    answers: Vec<Rc<Answer>>,
    /// The result, once the process has ended by itself.
    ended: Option<Result<(), ErrorKind>>,
}

#[derive(Debug, Clone, Hash)]
struct State {
    disk: Disk,
    processes: Vec<Process>,
    failures: u32,
}

impl State {
    fn new(world: &World) -> Self {
        Self { disk: Disk::new(world), processes: vec![Process::default(); world.sets.len()], failures: 0 }
    }

    /// Returns the state after some steps of a process, the next of which may fail. Returns `None` if the process waits.
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

    /// Checks the state that remains if everything is killed, or loses power.
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

/// Explores all states, and returns their number.
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

/// Returns all kinds of file systems, with old files and without.
fn worlds(sets: &'static [&'static [&'static str]], failures: u32) -> impl Iterator<Item = World> {
    // If nothing is replaced, no file gets a second name.
    (0..6).map(move |kind| World { has_links: !(2..4).contains(&kind), has_unnamed: kind % 2 == 0, replaces: kind < 4, sets, failures })
}

fn say(text: &str) {
    let _ = io::Write::write_all(&mut io::stderr(), format!("{text}\n").as_bytes());
}

/// Returns `true` if everything is to be explored. Otherwise prints what is left out.
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
    // The same files, overlapping files, and a single file of the other set.
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
