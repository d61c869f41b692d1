//! A one-shot channel for results that a device delivers later.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// The value, once it is there, and the waker of the task that waits for it.
#[derive(Debug)]
struct State<T> {
    value: Option<T>,
    waiting: Option<Waker>,
}

/// The receiver of one value.
#[derive(Debug)]
pub(super) struct Later<T>(Arc<Mutex<State<T>>>);

/// The sender of one value.
#[derive(Debug)]
pub(super) struct Teller<T>(Arc<Mutex<State<T>>>);

/// Returns a sender and its receiver.
pub(super) fn later<T>() -> (Teller<T>, Later<T>) {
    let state = Arc::new(Mutex::new(State { value: None, waiting: None }));
    (Teller(Arc::clone(&state)), Later(state))
}

impl<T> Teller<T> {
    /// Delivers the value, and wakes the task that waits for it.
    pub(super) fn tell(self, value: T) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.value = Some(value);
        let waiting = state.waiting.take();
        drop(state);
        if let Some(waker) = waiting {
            waker.wake();
        }
    }
}

impl<T> Later<T> {
    /// Takes the value if it was delivered.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).value.take()
    }
}

impl<T> Future for Later<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.value.take() {
            Some(value) => Poll::Ready(value),
            None => {
                state.waiting = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_there_once_it_was_told() {
        let (teller, told) = later();
        assert_eq!(told.take(), None);
        teller.tell(5);
        assert_eq!(told.take(), Some(5));
    }

    #[test]
    fn who_waits_for_a_value_is_woken() {
        let (teller, told) = later();
        let teller = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(20));
            teller.tell("told");
        });
        assert_eq!(pollster::block_on(told), "told");
        teller.join().unwrap();
    }
}
