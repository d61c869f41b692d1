//! A web worker per lane.
//!
//! A web worker is an instance of this module of its own. It shares no memory, so that the page needs no special headers, and it receives no messages
//! while it runs a task. If a cancelled task does not end soon, its worker is ended, and the next task starts another.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::rc::{Rc, Weak};

use eframe::egui;
use js_sys::{Array, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, ErrorEvent, MessageEvent, WorkerOptions, WorkerType};

use super::answer::{Answer, News, Slot};
use crate::relief::Ground;
use crate::runner::{Outcome, Runner};
use crate::work::{Picture, Task};

/// The script that starts a worker, next to the page.
const SCRIPT: &str = "worker.js";

/// The milliseconds that a cancelled task may continue before its worker is ended: about the time that another worker takes to start.
const PATIENCE: i32 = 300;

/// The milliseconds between two messages of progress.
const PROGRESS: f64 = 50.0;

/// A message to a worker, as JSON.
#[derive(Serialize, Deserialize)]
struct Order {
    ticket: u64,
    task: Task,
}

/// A message from a worker, as JSON, followed by bytes.
#[derive(Serialize, Deserialize)]
enum Told {
    /// It is ready for orders.
    Ready,
    Progress(u64, f32),
    /// With the bytes of the pixels, and those of the samples.
    Picture(u64, Picture),
    /// With the bytes of the heights.
    Ground(u64, Ground),
    /// With the bytes of each file.
    Files(u64, Vec<String>),
    Failed(u64, String),
}

pub(super) struct Lanes {
    shown: Lane,
    bakes: Lane,
}

impl Lanes {
    pub(super) fn new(context: egui::Context) -> Self {
        let lanes = Self { shown: Lane::new(context.clone()), bakes: Lane::new(context) };
        // It starts while the page is drawn for the first time. The worker of bakes starts with the first bake.
        lanes.shown.0.borrow_mut().start();
        lanes
    }

    fn of(&self, slot: Slot) -> &Lane {
        if slot.is_bake() { &self.bakes } else { &self.shown }
    }

    pub(super) fn submit(&mut self, slot: Slot, ticket: u64, task: Task) {
        let lane = self.of(slot);
        lane.give_up(slot);
        let mut queue = lane.0.borrow_mut();
        queue.waiting.insert(slot, (ticket, task));
        queue.begin();
    }

    pub(super) fn cancel(&mut self, slot: Slot) {
        self.of(slot).give_up(slot);
    }

    pub(super) fn poll(&mut self) -> Vec<Answer> {
        [&self.shown, &self.bakes].into_iter().flat_map(|lane| std::mem::take(&mut lane.0.borrow_mut().answers)).collect()
    }
}

/// A worker that runs the tasks of a queue.
struct Lane(Rc<RefCell<Queue>>);

struct Queue {
    context: egui::Context,
    /// This queue, for the worker's callbacks.
    own: Weak<RefCell<Queue>>,
    worker: Option<Started>,
    waiting: BTreeMap<Slot, (u64, Task)>,
    running: Option<Running>,
    answers: Vec<Answer>,
}

struct Running {
    slot: Slot,
    ticket: u64,
    is_given_up: bool,
}

/// A worker, and its callbacks.
struct Started {
    worker: web_sys::Worker,
    is_ready: bool,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Drop for Started {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Lane {
    fn new(context: egui::Context) -> Self {
        Self(Rc::new_cyclic(|own| {
            let (waiting, answers) = (BTreeMap::new(), Vec::new());
            RefCell::new(Queue { context, own: own.clone(), worker: None, waiting, running: None, answers })
        }))
    }

    fn give_up(&self, slot: Slot) {
        let mut queue = self.0.borrow_mut();
        queue.waiting.remove(&slot);
        queue.answers.retain(|answer| answer.slot != slot);
        let Some(running) = queue.running.as_mut().filter(|running| running.slot == slot && !running.is_given_up) else { return };
        running.is_given_up = true;
        let (ticket, queue) = (running.ticket, Rc::downgrade(&self.0));
        let end = Closure::once_into_js(move || {
            if let Some(queue) = queue.upgrade() {
                queue.borrow_mut().end(ticket);
            }
        });
        // Without a window nothing is shown, and nobody waits.
        let _ = web_sys::window().map(|window| window.set_timeout_with_callback_and_timeout_and_arguments_0(end.unchecked_ref(), PATIENCE));
    }
}

impl Queue {
    /// Ends the worker if it still runs a cancelled task.
    fn end(&mut self, ticket: u64) {
        if self.running.as_ref().is_some_and(|running| running.ticket == ticket) {
            self.running = None;
            self.worker = None;
            self.start();
        }
    }

    /// Starts a worker, which sends a message when it is ready.
    fn start(&mut self) {
        let (to_hear, to_fail) = (self.own.clone(), self.own.clone());
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(queue) = to_hear.upgrade() {
                hear(&queue, &event.data());
            }
        });
        let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |_: ErrorEvent| {
            if let Some(queue) = to_fail.upgrade() {
                queue.borrow_mut().fail("the engine stopped on a fault of its own; the recipe is kept");
            }
        });
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let started = web_sys::Worker::new_with_options(SCRIPT, &options).and_then(|worker| {
            worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
            worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
            // Compiled once, not by each worker again.
            worker.post_message(&wasm_bindgen::module())?;
            Ok(worker)
        });
        match started {
            Ok(worker) => self.worker = Some(Started { worker, is_ready: false, _on_message: on_message, _on_error: on_error }),
            Err(error) => self.fail(&format!("the browser starts no web worker: {error:?}; reload the page")),
        }
    }

    /// Sends the task of the first slot, if the worker is idle.
    fn begin(&mut self) {
        if self.running.is_some() || self.waiting.is_empty() {
            return;
        }
        if self.worker.is_none() {
            self.start();
        }
        let Some(started) = self.worker.as_ref().filter(|started| started.is_ready) else { return };
        let Some((slot, (ticket, task))) = self.waiting.pop_first() else { return };
        let sent = serde_json::to_string(&Order { ticket, task }).map_err(|error| error.to_string());
        let sent = sent.and_then(|order| started.worker.post_message(&order.into()).map_err(|error| format!("{error:?}")));
        self.running = Some(Running { slot, ticket, is_given_up: false });
        if let Err(error) = sent {
            self.fail(&format!("the task does not reach the web worker: {error}"));
        }
    }

    /// Drops the worker, and the task that it runs or the first one that waits for it.
    fn fail(&mut self, message: &str) {
        self.worker = None;
        let running = self.running.take().filter(|running| !running.is_given_up).map(|running| (running.slot, running.ticket));
        let given_up = running.or_else(|| self.waiting.pop_first().map(|(slot, (ticket, _))| (slot, ticket)));
        if let Some((slot, ticket)) = given_up {
            self.answers.push(Answer { slot, ticket, news: News::Failed(message.to_owned()) });
        }
        self.context.request_repaint();
        // Another worker, if a task waits for one.
        self.begin();
    }

    fn answer(&mut self, ticket: u64, news: News) {
        let Some(running) = self.running.as_ref().filter(|running| running.ticket == ticket) else { return };
        let (slot, is_given_up) = (running.slot, running.is_given_up);
        let is_done = !matches!(news, News::Progress(_));
        if !is_given_up {
            self.answers.retain(|old| old.ticket != ticket);
            self.answers.push(Answer { slot, ticket, news });
            self.context.request_repaint();
        }
        if is_done {
            self.running = None;
            self.begin();
        }
    }
}

/// Handles a message of a worker: an array of JSON, and of bytes.
fn hear(queue: &RefCell<Queue>, message: &JsValue) {
    let mut parts = Array::from(message).into_iter();
    let told = parts.next().and_then(|json| json.as_string()).and_then(|json| serde_json::from_str(&json).ok());
    let mut bytes = parts.map(|part| Uint8Array::new(&part).to_vec());
    let mut queue = queue.borrow_mut();
    match told {
        Some(Told::Ready) => {
            if let Some(started) = &mut queue.worker {
                started.is_ready = true;
            }
            queue.begin();
        }
        Some(Told::Progress(ticket, done)) => queue.answer(ticket, News::Progress(done)),
        Some(Told::Picture(ticket, picture)) => {
            let rgba = bytes.next().unwrap_or_default();
            let samples = bytemuck::pod_collect_to_vec(&bytes.next().unwrap_or_default());
            queue.answer(ticket, News::Done(Outcome::Picture(Picture { rgba, samples, ..picture })));
        }
        Some(Told::Ground(ticket, ground)) => {
            let [heights, colours] = [bytes.next(), bytes.next()].map(|bytes| bytemuck::pod_collect_to_vec(&bytes.unwrap_or_default()));
            queue.answer(ticket, News::Done(Outcome::Ground(Ground { heights, colours, ..ground })));
        }
        Some(Told::Files(ticket, names)) => queue.answer(ticket, News::Done(Outcome::Files(names.into_iter().zip(bytes).collect()))),
        Some(Told::Failed(ticket, message)) => queue.answer(ticket, News::Failed(message)),
        None => queue.fail("the web worker is of another version than the page; reload the page"),
    }
}

/// Runs orders from now on, in a web worker.
pub(crate) fn serve() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let mut runner = Runner::new(NonZeroUsize::MIN);
    let to = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let order = event.data().as_string().and_then(|json| serde_json::from_str::<Order>(&json).ok());
        match order {
            Some(Order { ticket, task }) => {
                let (told, bytes) = done(&mut runner, &to, ticket, &task);
                tell(&to, &told, bytes);
            }
            None => tell(&to, &Told::Failed(0, "an order can't be read".to_owned()), Vec::new()),
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    tell(&scope, &Told::Ready, Vec::new());
}

fn done(runner: &mut Runner, to: &DedicatedWorkerGlobalScope, ticket: u64, task: &Task) -> (Told, Vec<Vec<u8>>) {
    // There is one thread.
    struct Alone<T>(T);
    // SAFETY: a web worker without shared memory has one thread, so nothing is ever shared.
    unsafe impl<T> Sync for Alone<T> {}
    let last = Alone((to, Cell::new(0.0)));
    let progress = |done: f32| {
        let Alone((to, last)) = &last;
        let now = js_sys::Date::now();
        if now - last.get() > PROGRESS {
            last.set(now);
            tell(to, &Told::Progress(ticket, done), Vec::new());
        }
    };
    match runner.run(task, &progress, &|| false) {
        Ok(Outcome::Picture(mut picture)) => {
            let rgba = std::mem::take(&mut picture.rgba);
            let samples = bytemuck::cast_slice(&std::mem::take(&mut picture.samples)).to_vec();
            (Told::Picture(ticket, picture), vec![rgba, samples])
        }
        Ok(Outcome::Ground(mut ground)) => {
            let parts = [&mut ground.heights, &mut ground.colours].map(|part| bytemuck::cast_slice(&std::mem::take(part)).to_vec());
            (Told::Ground(ticket, ground), parts.into())
        }
        Ok(Outcome::Written(_)) => (Told::Failed(ticket, "a page has no files of its own".to_owned()), Vec::new()),
        Ok(Outcome::Files(files)) => {
            let (names, bytes) = files.into_iter().unzip();
            (Told::Files(ticket, names), bytes)
        }
        Err(error) => (Told::Failed(ticket, error), Vec::new()),
    }
}

fn tell(to: &DedicatedWorkerGlobalScope, told: &Told, bytes: Vec<Vec<u8>>) {
    let (message, given) = (Array::new(), Array::new());
    // Numbers and texts.
    message.push(&serde_json::to_string(told).unwrap_or_default().into());
    for bytes in bytes {
        let bytes = Uint8Array::from(&bytes[..]);
        given.push(&bytes.buffer());
        message.push(&bytes);
    }
    // A page that does not receive it has gone.
    let _ = to.post_message_with_transfer(&message, &given);
}
