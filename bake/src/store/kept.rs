//! Attributes that a file takes over from the one it replaces: permissions, group and extended attributes, but nothing that changes the identity of a process.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Copies the attributes of the file at a path to a new file. Returns those that could not be kept.
///
/// # Errors
///
/// An error if the permissions can't be set.
#[cfg(unix)]
pub(super) fn keep(path: &Path, old: &Metadata, new: &File) -> io::Result<Vec<String>> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};

    let mut lost = Vec::new();
    // Neither setuid nor setgid.
    let mut mode = old.mode() & 0o777;
    if new.metadata()?.gid() != old.gid()
        && let Err(error) = fchown(new, None, Some(old.gid()))
    {
        // The new group gets only the rights that everybody has.
        mode = mode & 0o707 | (mode & 0o007) << 3;
        lost.push(format!("its group {}: {error}", old.gid()));
    }
    new.set_permissions(std::fs::Permissions::from_mode(mode))?;
    keep_attributes(path, new, &mut lost);
    Ok(lost)
}

#[cfg(not(unix))]
pub(super) fn keep(_path: &Path, old: &Metadata, new: &File) -> io::Result<Vec<String>> {
    new.set_permissions(old.permissions()).map(|()| Vec::new())
}

/// Keeps user attributes and access control lists. Other attributes belong to the system, such as the capabilities of programs.
#[cfg(target_os = "linux")]
fn keep_attributes(path: &Path, new: &File, lost: &mut Vec<String>) {
    use rustix::fs::{XattrFlags, fsetxattr, getxattr, listxattr};

    // The limit of Linux for the list of names and for a value.
    const MOST: usize = 1 << 16;
    let mut names = vec![0; MOST];
    // On a file system without attributes there are none.
    let Ok(length) = listxattr(path, &mut names[..]) else { return };
    for name in names[..length].split(|&byte| byte == 0) {
        if !name.starts_with(b"user.") && name != b"system.posix_acl_access" {
            continue;
        }
        let mut value = vec![0; MOST];
        let kept = getxattr(path, name, &mut value[..]).and_then(|length| fsetxattr(new, name, &value[..length], XattrFlags::empty()));
        if let Err(error) = kept {
            lost.push(format!("its attribute {}: {error}", String::from_utf8_lossy(name)));
        }
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn keep_attributes(_path: &Path, _new: &File, _lost: &mut Vec<String>) {}
