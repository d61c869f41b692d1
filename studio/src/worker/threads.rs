//! A thread per lane.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use eframe::egui;

use super::answer::{Answer, News, Slot};
use crate::runner::Runner;
use crate::work::Task;

pub(super) struct Lanes {
    shown: Lane,
    bakes: Lane,
}

impl Lanes {
    pub(super) fn new(context: egui::Context) -> Self {
        Self { shown: Lane::new("pictures", context.clone()), bakes: Lane::new("bakes", context) }
    }

    fn of(&self, slot: Slot) -> &Lane {
        if slot.is_bake() { &self.bakes } else { &self.shown }
    }

    pub(super) fn submit(&mut self, slot: Slot, ticket: u64, task: Task) {
        let lane = self.of(slot);
        lane.change(|queue| {
            queue.give_up(slot);
            match &lane.failure {
                // The task would wait for ever.
                Some(failure) => queue.answers.push(Answer { slot, ticket, news: News::Failed(failure.clone()) }),
                None => drop(queue.waiting.insert(slot, (ticket, task))),
            }
        });
    }

    pub(super) fn cancel(&mut self, slot: Slot) {
        self.of(slot).change(|queue| queue.give_up(slot));
    }

    pub(super) fn poll(&mut self) -> Vec<Answer> {
        [&self.shown, &self.bakes].into_iter().flat_map(|lane| std::mem::take(&mut lane.shared.locked().answers)).collect()
    }
}

/// A thread that runs the tasks of a queue.
struct Lane {
    shared: Arc<Shared>,
    /// The reason why the thread could not be started.
    failure: Option<String>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: BTreeMap<Slot, (u64, Task)>,
    running: Option<Running>,
    answers: Vec<Answer>,
    is_closed: bool,
}

struct Running {
    slot: Slot,
    is_given_up: Arc<AtomicBool>,
}

impl Shared {
    fn locked(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn give_up(&mut self, slot: Slot) {
        self.waiting.remove(&slot);
        if let Some(running) = self.running.as_ref().filter(|running| running.slot == slot) {
            running.is_given_up.store(true, Ordering::Relaxed);
        }
        self.answers.retain(|answer| answer.slot != slot);
    }

    /// Starts the task of the first slot.
    fn begin(&mut self) -> Option<(Slot, u64, Task, Arc<AtomicBool>)> {
        let (slot, (ticket, task)) = self.waiting.pop_first()?;
        let is_given_up = Arc::new(AtomicBool::new(false));
        self.running = Some(Running { slot, is_given_up: Arc::clone(&is_given_up) });
        Some((slot, ticket, task, is_given_up))
    }
}

impl Lane {
    fn new(name: &str, context: egui::Context) -> Self {
        let shared = Arc::new(Shared::default());
        let of_thread = Arc::clone(&shared);
        let started = std::thread::Builder::new().name(name.to_owned()).spawn(move || run(&of_thread, &context));
        let failure = started.err().map(|error| format!("no thread could be started: {error}; close other programs, and start again"));
        Self { shared, failure }
    }

    fn change(&self, change: impl FnOnce(&mut Queue)) {
        change(&mut self.shared.locked());
        self.shared.changed.notify_one();
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.change(|queue| {
            queue.is_closed = true;
            queue.waiting.clear();
            if let Some(running) = &queue.running {
                running.is_given_up.store(true, Ordering::Relaxed);
            }
        });
    }
}

/// Runs tasks until the lane is closed.
fn run(shared: &Shared, context: &egui::Context) {
    let mut runner = Runner::default();
    loop {
        let mut queue = shared.locked();
        let (slot, ticket, task, is_given_up) = loop {
            if queue.is_closed {
                return;
            }
            match queue.begin() {
                Some(begun) => break begun,
                None => queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(queue);
        let answer = |news| {
            let mut queue = shared.locked();
            // Checked under the lock under which tasks are cancelled: a replaced task sends no news.
            if !is_given_up.load(Ordering::Relaxed) {
                if matches!(news, News::Progress(_)) {
                    queue.answers.retain(|old| old.ticket != ticket);
                }
                queue.answers.push(Answer { slot, ticket, news });
            }
            drop(queue);
            context.request_repaint();
        };
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            runner.run(&task, &|done| answer(News::Progress(done)), &|| is_given_up.load(Ordering::Relaxed))
        }));
        let result = caught.unwrap_or_else(|_| {
            runner = Runner::default();
            Err("the engine stopped on a fault of its own; the recipe is kept".to_owned())
        });
        answer(result.map_or_else(News::Failed, News::Done));
        shared.locked().running = None;
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use lacuna_bake::{Area, Job, Size};

    use super::super::Worker;
    use super::*;
    use crate::runner::Outcome;
    use crate::work::Make;

    /// Far longer than any machine takes.
    const LONG: Duration = Duration::from_secs(60);

    fn task(width: u32, recipe: &str) -> Task {
        let job = Job::Picture(Area { size: Size { width, height: 16 }, ..Area::default() });
        Task { recipe: recipe.into(), output: None, job, make: Make::Picture }
    }

    fn next(worker: &mut Worker) -> Answer {
        let started = Instant::now();
        loop {
            let mut answers = worker.poll();
            answers.retain(|answer| !matches!(answer.news, News::Progress(_)));
            if let Some(answer) = answers.pop() {
                return answer;
            }
            assert!(started.elapsed() < LONG, "no answer");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    const PERLIN: &str = "version = 2\noutput = \"a\"\nnodes.a = { kind = \"perlin\" }";

    #[test]
    fn a_task_that_is_replaced_tells_nothing_and_the_last_one_is_answered() {
        let mut worker = Worker::new(egui::Context::default());
        let mut last = 0;
        for width in 1..=64 {
            last = worker.submit(Slot::Full, task(width, PERLIN));
        }
        loop {
            let answer = next(&mut worker);
            let News::Done(Outcome::Picture(picture)) = answer.news else { panic!("no picture") };
            if answer.ticket == last {
                assert_eq!(picture.size, [64, 16]);
                break;
            }
        }
        assert!(worker.poll().is_empty());
    }

    #[test]
    fn each_task_is_told_that_no_thread_could_be_started() {
        let broken = || Lane { shared: Arc::default(), failure: Some("no thread".to_owned()) };
        let mut lanes = Lanes { shown: broken(), bakes: broken() };
        for (ticket, slot) in [(1, Slot::Coarse), (2, Slot::Full), (3, Slot::Bake), (4, Slot::Full)] {
            lanes.submit(slot, ticket, task(16, PERLIN));
            let answers = lanes.poll();
            assert!(matches!(&answers[..], [Answer { news: News::Failed(_), .. }]), "{answers:?}");
            assert_eq!((answers[0].slot, answers[0].ticket), (slot, ticket));
        }
    }

    #[test]
    fn a_wrong_recipe_is_answered_with_what_is_wrong() {
        let mut worker = Worker::new(egui::Context::default());
        worker.submit(Slot::Full, task(16, "version = 2\noutput = \"b\"\nnodes.a = { kind = \"perlin\" }"));
        let News::Failed(message) = next(&mut worker).news else { panic!("no failure") };
        assert!(message.contains('b'), "{message}");
    }
}
