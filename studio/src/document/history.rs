//! The edits that can be undone, within bounds.

use std::collections::VecDeque;
use std::sync::Arc;

const MAX_ENTRIES: usize = 256;
/// The most bytes of all entries, so that long texts keep fewer.
const MAX_BYTES: usize = 1 << 23;

/// A group of edits. All edits of one gesture are one entry of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gesture {
    /// An edit by itself.
    Single,
    /// One of several edits, such as those of a dragged slider or of typing, identified by a name. The gesture ends with
    /// [`Document::end_gesture`](super::Document::end_gesture), or with an edit of another gesture.
    Of(String),
}

/// Texts before and after the present one.
#[derive(Debug, Default)]
pub(super) struct History {
    /// The oldest first.
    before: VecDeque<Arc<str>>,
    /// The next last.
    after: Vec<Arc<str>>,
    bytes: usize,
    open: Option<String>,
}

impl History {
    /// Records the text that an edit is about to change.
    pub(super) fn record(&mut self, text: &Arc<str>, gesture: &Gesture) {
        let open = match gesture {
            Gesture::Single => None,
            Gesture::Of(name) => Some(name.clone()),
        };
        if open.is_none() || open != self.open {
            self.push(text.clone());
        }
        self.open = open;
        self.after.clear();
    }

    fn push(&mut self, text: Arc<str>) {
        self.bytes += text.len();
        self.before.push_back(text);
        while self.before.len() > MAX_ENTRIES || self.bytes > MAX_BYTES && self.before.len() > 1 {
            self.bytes -= self.before.pop_front().map_or(0, |text| text.len());
        }
    }

    fn pop(&mut self) -> Option<Arc<str>> {
        let text = self.before.pop_back()?;
        self.bytes -= text.len();
        Some(text)
    }

    /// Ends a gesture that led to a text. A gesture that returned to its start leaves no entry.
    pub(super) fn end_gesture(&mut self, text: &Arc<str>) {
        if self.open.take().is_some() && self.before.back() == Some(text) {
            self.pop();
        }
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }

    pub(super) fn undo(&mut self, text: &Arc<str>) -> Option<Arc<str>> {
        self.end_gesture(text);
        let before = self.pop()?;
        self.after.push(text.clone());
        Some(before)
    }

    pub(super) fn redo(&mut self, text: &Arc<str>) -> Option<Arc<str>> {
        self.open = None;
        let after = self.after.pop()?;
        self.push(text.clone());
        Some(after)
    }
}
