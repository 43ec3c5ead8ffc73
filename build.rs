//! How the programs are linked.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs that run for a moment, many times. Linked whole and at a fixed address they start in two
/// thirds of the time and take a quarter less memory: nothing is to be loaded, found or relocated.
/// `jm-serve`, which runs on and may listen, is linked as the system likes it; so are all of them where
/// `JSONMEND_LINK` is `dynamic`, for those who package them under rules of their own.
const FILTERS: &[&str] =
    &["jm-check", "jm-llm", "jm-readiness", "jm-reduce", "jm-repair", "jm-watch"];

/// What the standard library asks the linker for, and the archive that has it.
const LIBRARIES: &[(&str, &str)] = &[
    ("gcc_s", "libgcc_eh.a"),
    ("util", "libutil.a"),
    ("rt", "librt.a"),
    ("pthread", "libpthread.a"),
    ("m", "libm.a"),
    ("dl", "libdl.a"),
    ("c", "libc.a"),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=JSONMEND_LINK");
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    let is_left_alone =
        is_static || env::var_os("JSONMEND_LINK").is_some_and(|how| how == "dynamic");
    if target("OS") != "linux" || target("ENV") != "gnu" || is_left_alone {
        return;
    }
    let mut args = vec!["-no-pie".to_owned()];
    if let Some(archives) = archives() {
        // The archives ask for each other.
        args.extend(["-static".to_owned(), format!("-L{}", archives.display())]);
        args.extend(
            ["-Wl,--start-group", "-lc", "-lgcc", "-lgcc_eh", "-Wl,--end-group"].map(String::from),
        );
    }
    for (filter, arg) in FILTERS.iter().flat_map(|filter| args.iter().map(move |arg| (filter, arg)))
    {
        println!("cargo::rustc-link-arg-bin={filter}={arg}");
    }
}

/// A directory of archives under the names that the linker looks for: where it comes first, they are
/// taken instead of shared libraries. None where the system does not have them all.
fn archives() -> Option<PathBuf> {
    let linker = env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let dir = Path::new(&env::var_os("OUT_DIR")?).join("archives");
    // A new one: whatever stands there is not to be written to.
    if dir.exists() {
        fs::remove_dir_all(&dir).ok()?;
    }
    fs::create_dir(&dir).ok()?;
    for (name, archive) in LIBRARIES {
        fs::copy(find(&linker, archive)?, dir.join(format!("lib{name}.a"))).ok()?;
    }
    Some(dir)
}

/// Where the linker has a file, if it knows it: else it says no more than the name.
fn find(linker: &OsString, archive: &str) -> Option<PathBuf> {
    let said = Command::new(linker).arg(format!("-print-file-name={archive}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(said.stdout).ok()?.trim_end());
    path.is_absolute().then_some(path)
}
