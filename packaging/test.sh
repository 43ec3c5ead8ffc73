#!/usr/bin/env bash
# usage: packaging/test.sh BINARIES WORK  Packs the binaries, installs the package into a folder, uses it there, removes it.
set -euo pipefail
cd "$(dirname "$0")/.."
binaries=$1 work=$2
has() { command -v "$1" > /dev/null || { echo "skipped: $1 is not there to look at $2"; return 1; }; }
die() { echo "packaging/test.sh: $*" >&2; exit 1; }

rm -rf "$work"
mkdir -p "$work"
work=$(realpath "$work")
deb=$(packaging/package.py deb "$binaries" "$work")
again=$(packaging/package.py deb "$binaries" "$work/again")
cmp "$deb" "$again"

# A folder as the root of a system of its own: its own database, nothing of this machine's.
root=$work/root
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
touch "$root"/var/lib/dpkg/{status,available}
system() { PATH=$PATH:/usr/sbin:/sbin dpkg --root="$root" --log=/dev/null --force-not-root,bad-path,depends,script-chrootless "$@"; }
system --install "$deb" > "$work/install.log" 2>&1 || { cat "$work/install.log"; exit 1; }
(cd "$root" && md5sum --check --quiet var/lib/dpkg/info/jsonmend.md5sums)

tools=$(sed -n 's/^ *"target\/release\/\(jm-[a-z]*\)".*/\1/p;s/^ *\["target\/release\/\(jm-[a-z]*\)".*/\1/p' Cargo.toml)
test "$(cd src/bin && printf '%s\n' jm-*.rs | sed 's/\.rs$//')" = "$(sort <<< "$tools")" || die "not every tool is packed"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
for tool in $tools; do
  said=$(env -i "$root/usr/bin/$tool" --version)
  test "$said" = "$tool $version (protocol 1)" || die "$tool says $said"
  for file in man/man1/$tool.1.gz bash-completion/completions/$tool.bash zsh/vendor-completions/_$tool \
    fish/vendor_completions.d/$tool.fish; do
    test -s "$root/usr/share/$file" || die "$file is missing"
  done
  bash -uc "source '$root/usr/share/bash-completion/completions/$tool.bash'; complete -p $tool" > /dev/null
done
test "$(printf "{'a': 1,}" | env -i "$root/usr/bin/jm-repair")" = '{"a":1}'

for page in "$root"/usr/share/man/man*/*.gz; do
  gzip --test "$page"
  if command -v man > /dev/null; then
    MANWIDTH=80 man --warnings -l "$page" 2>&1 > "$work/page" | sed "s|^|$page: |" | tee "$work/warnings"
    test -s "$work/page" -a ! -s "$work/warnings"
  fi
done
has man "the man pages" || true
for shell in zsh fish; do
  if has $shell "its completions"; then
    for file in "$root"/usr/share/$shell/vendor*completions*/*; do $shell -n "$file"; done
  fi
done
if has lintian "the package"; then
  # The first tag is for uploads to Debian; build.rs says why filters are linked whole and at a fixed address.
  lintian --fail-on error,warning \
    --suppress-tags initial-upload-closes-no-bugs,hardening-no-pie,statically-linked-binary "$deb"
fi

system --remove jsonmend > /dev/null
test -z "$(find "$root/usr" -type f 2> /dev/null)" || die "something is left behind"

archive=$(packaging/package.py archive "$binaries" "$work")
mkdir "$work/unpacked"
tar -xzf "$archive" -C "$work/unpacked"
for tool in $tools; do env -i "$work/unpacked/$(basename "$archive" .tar.gz)/$tool" --version > /dev/null; done
echo "$(basename "$deb"): $(stat -c %s "$deb") bytes; $(basename "$archive"): $(stat -c %s "$archive") bytes"
