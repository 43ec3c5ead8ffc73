#!/usr/bin/env python3
"""Packs built binaries, with what Cargo.toml says: a Debian package, and the archive that cargo-binstall fetches.

usage: package.py deb|archive BINARIES OUT    prints the name of the file it made in the folder OUT
"""

import email.utils
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import textwrap
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]
META = PACKAGE["metadata"]
NAME, VERSION = PACKAGE["name"], PACKAGE["version"]
BUILT = "target/release/"


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout.strip()


def date():
    """When what is packed was written, so that packing it again gives the same bytes."""
    known = os.environ.get("SOURCE_DATE_EPOCH")
    return known or run("git", "-C", ROOT, "log", "-1", "--format=%ct")


def assets(binaries):
    """Each file of the list in Cargo.toml: where it is, where it goes, its mode."""
    for source, target, mode in META["deb"]["assets"]:
        base, pattern = (binaries, source.removeprefix(BUILT)) if source.startswith(BUILT) else (ROOT, source)
        found = sorted(base.glob(pattern))
        if not found:
            sys.exit(f"package.py: nothing is {source}")
        for path in found:
            yield path, target + path.name if target.endswith("/") else target, int(mode, 8)


def stage(root, binaries):
    for source, target, mode in assets(binaries):
        path = root / target
        path.parent.mkdir(parents=True, exist_ok=True)
        if target.startswith("usr/share/man/") or path.name == "changelog":
            path = path.with_name(path.name + ".gz")
            path.write_bytes(gzip.compress(source.read_bytes(), mtime=0))
        else:
            shutil.copyfile(source, path)
        path.chmod(mode)
        if target.startswith("usr/bin/"):
            run("strip", "--strip-unneeded", path)
    licence = ROOT / META["deb"]["license-file"][0]
    text = textwrap.indent(licence.read_text(), " ", lambda line: True).replace(" \n", " .\n")
    copyright = root / f"usr/share/doc/{NAME}/copyright"
    copyright.write_text(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        f"Upstream-Name: {NAME}\n\nFiles: *\n{META['deb']['copyright']}\nLicense: {PACKAGE['license']}\n{text}"
    )
    copyright.chmod(0o644)
    log = root / f"usr/share/doc/{NAME}/changelog.Debian.gz"
    when = email.utils.formatdate(int(date()))
    entry = f"{NAME} ({VERSION}-1) unstable; urgency=medium\n\n  * Release {VERSION}; see changelog.gz.\n\n"
    log.write_bytes(gzip.compress(f"{entry} -- {META['deb']['maintainer']}  {when}\n".encode(), mtime=0))
    log.chmod(0o644)


def needed(root):
    """What the binaries need, as dpkg-shlibdeps finds it."""
    (root / "debian").mkdir()
    (root / "debian/control").write_text(f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n")
    found = run("dpkg-shlibdeps", "-O", *sorted((root / "usr/bin").iterdir()), cwd=root, stderr=subprocess.DEVNULL)
    shutil.rmtree(root / "debian")
    return re.fullmatch("shlibs:Depends=(.*)", found)[1]


def control(root):
    deb = META["deb"]
    files = [path for path in root.rglob("*") if path.is_file()]
    fields = {
        "Package": NAME,
        "Version": f"{VERSION}-1",
        "Architecture": run("dpkg", "--print-architecture"),
        "Maintainer": deb["maintainer"],
        "Installed-Size": sum(-(-path.stat().st_size // 1024) for path in files),
        "Depends": deb["depends"].replace("$auto", needed(root)),
        "Section": deb["section"],
        "Priority": deb["priority"],
        "Description": PACKAGE["description"] + "\n" + textwrap.indent(deb["extended-description"].strip(), " "),
    }
    admin = root / "DEBIAN"
    admin.mkdir()
    (admin / "control").write_text("".join(f"{name}: {value}\n" for name, value in fields.items()))
    sums = run("md5sum", *sorted(str(path.relative_to(root)) for path in files), cwd=root)
    (admin / "md5sums").write_text(sums + "\n")
    return f"{NAME}_{fields['Version']}_{fields['Architecture']}.deb"


def deb(binaries, out):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "root"
        root.mkdir()
        stage(root, binaries)
        for path in [root, *root.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
        file = out / control(root)
        run("dpkg-deb", "--build", "--root-owner-group", root, file, env={**os.environ, "SOURCE_DATE_EPOCH": date()})
    return file


def archive(binaries, out):
    """The binaries, man pages and completions, under the folder that `bin-dir` names."""
    rust = re.search("^host: (.*)$", run("rustc", "-vV"), re.M)[1]
    suffix = {"tgz": ".tar.gz"}[META["binstall"]["pkg-fmt"]]
    words = {"name": NAME, "version": VERSION, "target": rust, "bin": "bin", "archive-suffix": suffix}
    filled = lambda text: re.sub(r"\{ ?([a-z-]+) ?\}", lambda word: words.get(word[1], ""), text)
    top = pathlib.PurePosixPath(filled(META["binstall"]["bin-dir"])).parent
    file = out / pathlib.PurePosixPath(filled(META["binstall"]["pkg-url"])).name

    def plain(member):
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = int(date())
        member.mode = 0o755 if member.mode & 0o100 else 0o644
        return member

    with gzip.GzipFile(file, "wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
        for source, target, _ in assets(binaries):
            folder = "" if target.startswith("usr/bin/") else source.relative_to(ROOT).parent
            tar.add(source, top / folder / source.name, filter=plain)
        tar.add(ROOT / "LICENSE", top / "LICENSE", filter=plain)
    return file


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("deb", "archive"):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    print({"deb": deb, "archive": archive}[sys.argv[1]](pathlib.Path(sys.argv[2]).resolve(), folder.resolve()))
