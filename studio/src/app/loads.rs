//! The recipe's file, even where undo and redo cross the load of another.

use std::path::PathBuf;
use std::sync::Arc;

/// The most loads that are kept: as many as the history has entries.
const MOST: usize = 256;

/// The recipe's name, and the path that it is saved to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct File {
    /// A preset's name, or a file's without its extension.
    pub(super) name: String,
    /// The path of the file, if there is one.
    pub(super) path: Option<PathBuf>,
}

/// The recipes that were loaded, in order.
#[derive(Debug, Default)]
pub(super) struct Loads {
    all: Vec<Load>,
    /// The number of loads that undo has not taken back.
    done: usize,
}

#[derive(Debug)]
struct Load {
    before: Arc<str>,
    after: Arc<str>,
    /// The file on the other side of the load.
    file: File,
}

impl Loads {
    /// Records a load: the texts before and after, and the file before.
    pub(super) fn record(&mut self, [before, after]: [&Arc<str>; 2], file: File) {
        self.all.truncate(self.done);
        if self.all.len() == MOST {
            self.all.remove(0);
        }
        self.all.push(Load { before: before.clone(), after: after.clone(), file });
        self.done = self.all.len();
    }

    /// Returns the file of a text that undo came to, if undo crossed a load.
    pub(super) fn undone(&mut self, text: &Arc<str>, present: &File) -> Option<File> {
        let load = self.all[..self.done].last_mut().filter(|load| Arc::ptr_eq(&load.before, text))?;
        self.done -= 1;
        Some(std::mem::replace(&mut load.file, present.clone()))
    }

    /// Does the same for redo.
    pub(super) fn redone(&mut self, text: &Arc<str>, present: &File) -> Option<File> {
        let load = self.all.get_mut(self.done).filter(|load| Arc::ptr_eq(&load.after, text))?;
        self.done += 1;
        Some(std::mem::replace(&mut load.file, present.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_and_redo_over_several_loads_come_to_the_file_of_each() {
        let file = |name: &str| File { name: name.to_owned(), path: Some(format!("/{name}.toml").into()) };
        // Two of them have the same text.
        let [a, b, c]: [Arc<str>; 3] = ["one", "two", "one"].map(Into::into);
        let mut loads = Loads::default();
        loads.record([&a, &b], file("a"));
        loads.record([&b, &c], file("b"));
        assert_eq!(loads.undone(&c, &file("c")), None, "an edit after the load was taken back");
        assert_eq!(loads.undone(&b, &file("c")), Some(file("b")));
        assert_eq!(loads.undone(&a, &file("b")), Some(file("a")));
        assert_eq!(loads.redone(&b, &file("a")), Some(file("b")));
        // Saved under another name in between.
        assert_eq!(loads.redone(&c, &file("other")), Some(file("c")));
        assert_eq!(loads.undone(&b, &file("c")), Some(file("other")));
        loads.record([&b, &a], file("other"));
        assert_eq!(loads.redone(&c, &file("x")), None, "what was loaded since goes another way");
    }
}
