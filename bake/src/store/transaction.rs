//! Names several files together: all of them or none.
//!
//! A bake locks each folder that it names files in, and first ends what killed bakes began there. Then:
//!
//! 1. A journal in the folder lists the marks of the new files, and of the old ones that they replace.
//! 2. One after another, an old file gets a second name, and the new one the first.
//! 3. The journal is renamed. From now on the new files stay.
//! 4. The second names and the journal are removed.
//!
//! A failure before the third step is undone: old files get their names again, and new ones are removed. If the process is killed, the next bake into
//! the folder finds the journal and does the same; after the third step it completes the fourth.
//!
//! A journal is trusted if it has the owner of our files and nobody else may change it, if it lists nothing but files of its folder, and if those
//! were named after it was written: a file that was there before is not a new file of its set. Anything else stays, and is reported. So is a file that
//! somebody else put under one of the names in between.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder::LETTERS;
use super::steps::{Mark, PREFIX, Steps, Whose, name};

/// The journal's prefix while files are named. Letters follow, as after the others.
const NAMING: &str = "set-";
/// Its prefix when all files are named.
const NAMED: &str = "done-";
/// The prefix of an old file's second name. The letters of the journal and the number of the file follow.
const OLD: &str = "old-";
/// The lock of version 0.4.0, an empty file.
const HELD: &str = "givesnames";

/// The new files of a folder, with their future names.
pub(super) type Files<S> = Vec<(OsString, <S as Steps>::New)>;

/// Names files in locked folders. On an error, which belongs to a file, the earlier state is restored. Messages about the leftovers of killed bakes
/// are added to the notes.
pub(super) fn name_all<S: Steps>(
    folders: &mut [(S, Files<S>)],
    replaces: bool,
    notes: &mut Vec<String>,
) -> Result<(), (PathBuf, io::Error)> {
    for (folder, _) in &*folders {
        notes.extend(recover(folder));
    }
    if let [(folder, files)] = folders
        && let [(to, file)] = &mut files[..]
    {
        // A single name is given at once.
        name(folder, file, to, replaces).map_err(|error| (folder.path(to), error))?;
        folder.sync();
        return Ok(());
    }
    let mut sets = Vec::new();
    let named = name_each(folders, replaces, &mut sets);
    if let Err((path, error)) = named {
        let is_as_it_was = sets.into_iter().rev().map(Set::take_back).filter(|kept| !kept.is_empty()).count() == 0;
        let kept =
            "; what was there is kept under a name that begins with .lacuna-old-, and the next bake into the folder tries to put it back";
        return Err((path, if is_as_it_was { error } else { io::Error::new(error.kind(), format!("{error}{kept}")) }));
    }
    sets.into_iter().for_each(Set::finish);
    Ok(())
}

/// Takes the first three steps. The sets that were begun are added to `sets`.
fn name_each<'a, S: Steps>(
    folders: &'a mut [(S, Files<S>)],
    replaces: bool,
    sets: &mut Vec<Set<'a, S>>,
) -> Result<(), (PathBuf, io::Error)> {
    for (folder, files) in folders {
        let folder = &*folder;
        let set = Set::begin(folder, files, replaces).map_err(|error| (folder.path(&files[0].0), error))?;
        sets.push(set);
        let Some(set) = sets.last() else { continue };
        for (entry, (to, file)) in files.iter_mut().enumerate() {
            set.name(entry, file).map_err(|error| (folder.path(to), error))?;
        }
    }
    sets.iter_mut().try_for_each(|set| set.commit().map_err(|error| (set.folder.path(&set.files[0].name), error)))
}

/// Ends what killed bakes began in a locked folder, and removes what they left. Returns messages about what stays.
pub(super) fn recover<S: Steps>(folder: &S) -> Vec<String> {
    let (mut notes, mut unproved, mut proved) = (Vec::new(), Vec::new(), Vec::new());
    let hidden = folder.hidden();
    let with_letters = |hidden: &str, of: &str| {
        let letters = hidden.strip_prefix(PREFIX)?.strip_prefix(of)?;
        let is_letter = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        (letters.len() == LETTERS && letters.bytes().all(is_letter)).then(|| letters.to_owned())
    };
    for journal in &hidden {
        let naming = with_letters(journal, NAMING);
        let is_done = naming.is_none();
        let Some(letters) = naming.or_else(|| with_letters(journal, NAMED)) else { continue };
        match Set::left(folder, journal, letters) {
            Whose::Running => {}
            Whose::Unproved => unproved.push(journal),
            Whose::Left(set) => {
                proved.extend(set.files.iter().map(|entry| entry.new));
                if is_done {
                    set.finish();
                } else {
                    notes.extend(set.take_back());
                }
            }
        }
    }
    for file in &hidden {
        // The files of a journal were removed with it, or are reported with it.
        let is_told =
            |letters: &str| hidden.iter().any(|other| [NAMING, NAMED].iter().any(|of| other[PREFIX.len()..] == format!("{of}{letters}")));
        let old = file.rsplit_once('-').and_then(|(old, _)| with_letters(old, OLD));
        if old.is_some_and(|letters| !is_told(&letters)) {
            unproved.push(file);
        }
        if with_letters(file, "").is_none() {
            continue;
        }
        // Names of version 0.4.0 prove nothing by themselves.
        let is_older = || {
            let mark = folder.look(file.as_ref());
            mark.is_some_and(|mark| proved.contains(&mark) || (file[PREFIX.len()..] == *HELD && mark.bytes == 0))
        };
        match folder.whose(file) {
            Whose::Running => {}
            // The next bake tries again to remove what can't be removed now.
            Whose::Left(is_proved) if is_proved || is_older() => drop(folder.remove(file.as_ref())),
            Whose::Left(_) | Whose::Unproved => unproved.push(file),
        }
    }
    if let [first, others @ ..] = &unproved[..] {
        let more = if others.is_empty() { String::new() } else { format!(" and {} more next to it", others.len()) };
        let first = folder.path(first.as_ref());
        notes.push(format!("{}{more} may be what a killed bake left, but nothing proves it; remove what nobody needs", first.display()));
    }
    notes
}

/// The files of one folder that are named together.
struct Set<'a, S: Steps> {
    folder: &'a S,
    letters: String,
    files: Vec<Entry>,
    /// The name of the journal.
    journal: String,
    /// Keeps other processes from ending the journal.
    _held: Held<S>,
}

enum Held<S: Steps> {
    Own(#[allow(dead_code, reason = "it is held")] S::New),
    Left(S::Held),
}

/// A file as the journal lists it.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    name: OsString,
    new: Mark,
    /// The file that it replaces.
    old: Option<Mark>,
}

impl<'a, S: Steps> Set<'a, S> {
    /// Writes the journal.
    fn begin(folder: &'a S, files: &Files<S>, replaces: bool) -> io::Result<Self> {
        let entry = |(name, file): &(OsString, S::New)| {
            let old = if replaces { folder.look(name) } else { None };
            Ok(Entry { name: name.clone(), new: folder.mark(file)?, old })
        };
        let files = files.iter().map(entry).collect::<io::Result<Vec<_>>>()?;
        let mut file = folder.make()?;
        folder.fill(&file, &serde_json::to_vec(&files)?)?;
        let letters = folder.letters();
        let journal = format!("{PREFIX}{NAMING}{letters}");
        name(folder, &mut file, journal.as_ref(), false)?;
        folder.sync();
        Ok(Self { folder, letters, files, journal, _held: Held::Own(file) })
    }

    /// Reads the set of a journal whose bake is over.
    fn left(folder: &'a S, journal: &str, letters: String) -> Whose<Self> {
        let (held, bytes) = match folder.journal(journal) {
            Whose::Left(left) => left,
            Whose::Running => return Whose::Running,
            Whose::Unproved => return Whose::Unproved,
        };
        let Ok(files) = serde_json::from_slice::<Vec<Entry>>(&bytes) else { return Whose::Unproved };
        let is_hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(PREFIX.as_bytes());
        let is_name = |entry: &Entry| Path::new(&entry.name).file_name() == Some(&entry.name) && !is_hidden(&entry.name);
        let set = Self { folder, letters, files, journal: journal.to_owned(), _held: Held::Left(held) };
        if set.files.iter().all(is_name) && set.is_borne_out() { Whose::Left(set) } else { Whose::Unproved }
    }

    /// Returns `true` if every file that would be renamed or removed was named after the journal was written.
    fn is_borne_out(&self) -> bool {
        let Held::Left(journal) = &self._held else { return true };
        (0..self.files.len()).all(|entry| {
            let Entry { name, new, .. } = &self.files[entry];
            let kept = self.kept(entry);
            (self.folder.look(name) != Some(*new) || self.folder.is_since(name, journal))
                && (self.folder.look(&kept).is_none() || self.folder.is_since(&kept, journal))
        })
    }

    /// Returns the second name of the old file.
    fn kept(&self, entry: usize) -> OsString {
        format!("{PREFIX}{OLD}{}-{entry}", self.letters).into()
    }

    /// Names a file.
    fn name(&self, entry: usize, file: &mut S::New) -> io::Result<()> {
        let Entry { name: to, old, .. } = &self.files[entry];
        if old.is_some() {
            self.keep(to, &self.kept(entry))?;
        }
        name(self.folder, file, to, old.is_some())
    }

    /// Gives a file a second name.
    fn keep(&self, path: &OsStr, kept: &OsStr) -> io::Result<()> {
        // Some file systems have no second names, and some allow them to the owner only.
        self.folder.link(path, kept).or_else(|_| name(self.folder, &mut self.folder.copy(path)?, kept, false))
    }

    /// Commits: from now on the new files stay.
    fn commit(&mut self) -> io::Result<()> {
        let done = format!("{PREFIX}{NAMED}{}", self.letters);
        self.folder.rename(self.journal.as_ref(), done.as_ref(), true)?;
        self.journal = done;
        self.folder.sync();
        Ok(())
    }

    /// Removes the old files. The next bake tries again to remove what can't be removed now.
    fn finish(self) {
        let left = (0..self.files.len()).filter(|&entry| self.folder.remove(&self.kept(entry)).is_err()).count();
        if left == 0 {
            let _ = self.folder.remove(self.journal.as_ref());
        }
    }

    /// Puts the old files back, and removes the new ones. Returns messages about files that could not be put back; then the journal stays.
    fn take_back(self) -> Vec<String> {
        let not_back: Vec<usize> = (0..self.files.len()).rev().filter(|&entry| !self.take_back_one(entry)).collect();
        self.folder.sync();
        if not_back.is_empty() {
            let _ = self.folder.remove(self.journal.as_ref());
        }
        let note = |entry: usize| {
            let [path, kept] = [self.files[entry].name.clone(), self.kept(entry)].map(|name| self.folder.path(&name));
            format!(
                "{} belongs to a set that a killed bake began, and was changed since or can't be replaced; the old file is {}: put it back or remove it",
                path.display(),
                kept.display()
            )
        };
        not_back.into_iter().map(note).collect()
    }

    /// Takes one file back. Returns `true` if nothing is left to do.
    fn take_back_one(&self, entry: usize) -> bool {
        let (folder, kept) = (self.folder, self.kept(entry));
        let Entry { name, new, old } = &self.files[entry];
        let (found, second) = (folder.look(name), folder.look(&kept));
        match (found, second) {
            (Some(found), None) if found == *new => old.is_some() || folder.remove(name).is_ok(),
            (Some(found), Some(_)) if found == *new => folder.rename(&kept, name, true).is_ok(),
            // It was not replaced.
            (Some(_), Some(_)) if found == *old || found == second => folder.remove(&kept).is_ok(),
            // Somebody removed it.
            (None, Some(_)) => folder.rename(&kept, name, false).is_ok(),
            // Somebody put another file there: both stay.
            (Some(_), Some(_)) => false,
            (_, None) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::folder::tests::names;
    use super::super::folder::{Folder, Temporary};
    use super::*;

    /// Makes files with their contents, in a folder of their own.
    fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, Folder) {
        let scratch = tempfile::tempdir().unwrap();
        files.iter().for_each(|(name, text)| fs::write(scratch.path().join(name), text).unwrap());
        let folder = Folder::new(scratch.path());
        (scratch, folder)
    }

    fn texts<const N: usize>(scratch: &tempfile::TempDir, names: [&str; N]) -> [String; N] {
        names.map(|name| fs::read_to_string(scratch.path().join(name)).unwrap_or_default())
    }

    /// Makes a set of new files that have no names yet.
    fn files(folder: &Folder, names: &[&str]) -> Vec<(OsString, Temporary)> {
        let file = |name: &&str| {
            let file = folder.make().unwrap();
            folder.fill(&file, b"new").unwrap();
            (OsString::from(name), file)
        };
        names.iter().map(file).collect()
    }

    /// Makes the state of a killed process that had named `named` files of a set of `a`, `b` and `c` over an old `a`. Returns the second name of the old file.
    fn cut(folder: &Folder, named: usize) -> String {
        let mut files = files(folder, &["a", "b", "c"]);
        let set = Set::begin(folder, &files, true).unwrap();
        for (entry, (_, file)) in files.iter_mut().enumerate().take(named) {
            set.name(entry, file).unwrap();
        }
        set.kept(0).into_string().unwrap()
    }

    #[test]
    fn a_set_that_is_cut_short_is_taken_back_by_the_next_bake() {
        for named in 0..=3 {
            let (scratch, folder) = folder(&[("a", "old")]);
            cut(&folder, named);
            assert_eq!(recover(&folder), Vec::<String>::new());
            assert_eq!((names(scratch.path()).concat(), texts(&scratch, ["a"]).concat()), ("a".into(), "old".into()), "{named}");
        }
    }

    #[test]
    fn a_set_that_fails_leaves_what_was_there() {
        let (scratch, folder) = folder(&[("a", "old")]);
        fs::create_dir(scratch.path().join("c")).unwrap();
        let files = files(&folder, &["a", "b", "c"]);
        let (path, _) = name_all(&mut [(folder, files)], true, &mut Vec::new()).unwrap_err();
        assert_eq!(path, scratch.path().join("c"));
        assert_eq!((names(scratch.path()).concat(), texts(&scratch, ["a"]).concat()), ("ac".into(), "old".into()));
    }

    #[test]
    fn a_set_whose_process_runs_is_left_alone() {
        let (scratch, folder) = folder(&[("a", "old")]);
        let mut files = files(&folder, &["a", "b"]);
        let set = Set::begin(&folder, &files, true).unwrap();
        set.name(0, &mut files[0].1).unwrap();
        let before = names(scratch.path());
        assert_eq!((recover(&folder), names(scratch.path())), (vec![], before));
    }

    #[test]
    fn what_somebody_put_there_since_stays_and_the_old_file_is_told_of_until_it_is_gone() {
        let (scratch, folder) = folder(&[("a", "old")]);
        let kept = cut(&folder, 3);
        for name in ["a", "b"] {
            fs::remove_file(scratch.path().join(name)).unwrap();
            fs::write(scratch.path().join(name), "somebody's").unwrap();
        }
        for _ in 0..2 {
            let notes = recover(&folder);
            assert!(notes.len() == 1 && notes[0].contains(&kept), "{notes:?}");
            assert_eq!(texts(&scratch, ["a", "b", "c", &kept]), ["somebody's", "somebody's", "", "old"]);
        }
        fs::remove_file(scratch.path().join(kept)).unwrap();
        assert_eq!((recover(&folder), names(scratch.path()).concat()), (vec![], "ab".into()));
    }

    #[test]
    fn a_file_that_somebody_removed_is_put_back() {
        let (scratch, folder) = folder(&[("a", "old")]);
        cut(&folder, 3);
        fs::remove_file(scratch.path().join("a")).unwrap();
        recover(&folder);
        assert_eq!((names(scratch.path()).concat(), texts(&scratch, ["a"]).concat()), ("a".into(), "old".into()));
    }

    #[test]
    fn what_version_0_4_0_left_is_removed_where_its_journal_proves_it() {
        let (scratch, folder) = folder(&[("a", "old"), (".lacuna-givesnames", ""), (".lacuna-zzzzzzzzzz", "somebody's")]);
        cut(&folder, 2);
        // Its hidden names were random.
        fs::rename(scratch.path().join("b"), scratch.path().join(".lacuna-abcdefghij")).unwrap();
        let notes = recover(&folder);
        assert!(notes.len() == 1 && notes[0].contains(".lacuna-zzzzzzzzzz"), "{notes:?}");
        assert_eq!((names(scratch.path()), texts(&scratch, ["a"])), (vec![".lacuna-zzzzzzzzzz".into(), "a".into()], ["old".to_owned()]));
    }

    #[test]
    fn a_journal_that_was_not_written_by_a_bake_changes_nothing_and_is_told_of() {
        let (scratch, folder) = folder(&[("precious", "precious"), ("other", "other")]);
        fs::create_dir(scratch.path().join("out")).unwrap();
        let entry = |name: &str, of: &str| Entry { name: name.into(), new: folder.look(of.as_ref()).unwrap(), old: None };
        let text = |entries: &[Entry]| serde_json::to_string(entries).unwrap();
        let journal = scratch.path().join(format!("{PREFIX}{NAMING}0123456789"));
        let planted = [
            // It lists a file that was there before.
            text(&[entry("precious", "precious"), entry("other", "other")]),
            text(&[entry("out/../precious", "precious")]),
            text(&[entry("../precious", "precious")]),
            String::new(),
            "[{}]".to_owned(),
            // Larger than any journal of a bake.
            " ".repeat(2 << 20) + "[]",
        ];
        for text in planted {
            std::thread::sleep(std::time::Duration::from_millis(20));
            fs::write(&journal, text).unwrap();
            let notes = recover(&folder);
            assert!(notes.len() == 1 && notes[0].contains(".lacuna-set-0123456789"), "{notes:?}");
            assert_eq!(texts(&scratch, ["precious", "other"]), ["precious", "other"]);
            assert!(journal.exists());
        }
    }
}
