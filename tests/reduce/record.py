#!/usr/bin/env python3
"""Records the output of real tools on small projects with planted faults."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEMO = Path("/tmp/demo")
# Where development tools are, in front of PATH: JM_TOOLS=/a/bin:/b/bin.
TOOLS = os.environ.get("JM_TOOLS", "")

RUST_OK = "".join(f"#[test]\nfn works_{n}() {{ assert_eq!({n} + 1, {n + 1}); }}\n" for n in range(120))
RUST_BAD = RUST_OK + """
#[test]
fn sum_is_wrong() { assert_eq!(1 + 1, 3, "the sum is off"); }
#[test]
fn index_is_out() { let v: Vec<u8> = Vec::new(); let _ = v[std::hint::black_box(7)]; }
"""
CARGO = '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n\n[workspace]\n'
C_FILES = {f"f{n}.c": f"int f{n}(int x) {{ return x + {n}; }}\n" for n in range(60)}
MAKEFILE = "OBJS = $(patsubst %.c,%.o,$(wildcard *.c))\nCC = gcc\nall: $(OBJS)\n%.o: %.c\n\t$(CC) -Wall -Wextra -O2 -fPIC -c -o $@ $<\n"
PY_OK = "import pytest\n" + "".join(f"def test_{n}():\n    assert {n} + 1 == {n + 1}\n" for n in range(80))
PY_BAD = PY_OK + "def test_wrong():\n    total = sum([1, 2])\n    assert total == 4\ndef test_raises():\n    raise KeyError('absent')\n"
JS_OK = "".join(f"test('adds {n}', () => expect({n} + 1).toBe({n + 1}));\n" for n in range(60))
JS_BAD = JS_OK + "test('adds wrongly', () => expect(1 + 1).toBe(3));\ntest('throws', () => { throw new Error('absent'); });\n"
MOCHA = "const assert = require('assert');\ndescribe('sums', () => {\n" + "".join(
    f"it('adds {n}', () => assert.equal({n} + 1, {n + 1}));\n" for n in range(60)) + "it('adds wrongly', () => assert.equal(1 + 1, 3));\n});\n"
NODE = "const test = require('node:test');\nconst assert = require('assert');\n" + "".join(
    f"test('adds {n}', () => assert.equal({n} + 1, {n + 1}));\n" for n in range(60)) + "test('adds wrongly', () => assert.equal(1 + 1, 3));\n"
TS = {f"src/f{n}.ts": f"export const f{n}: number = 'text {n}';\n" for n in range(60)}
TSCONFIG = '{"compilerOptions":{"strict":true,"noEmit":true},"include":["src"]}\n'
ESLINT = "module.exports = [{files: ['**/*.js'], languageOptions: {globals: {}}, rules: {'no-undef': 'error', 'no-unused-vars': 'warn'}}];\n"
LINT = {f"src/f{n}.js": f"export const a{n} = undefinedName{n};\nconst unused{n} = {n};\n" for n in range(30)}
PY_LINT = {f"m{n}.py": f"import os\nimport sys\n\n\ndef f{n}(x):\n    return undefined_{n} + x\n" for n in range(30)}
PY_TYPES = {f"m{n}.py": f"def f{n}(x: int) -> str:\n    return x + {n}\n" for n in range(40)}
JAVA = {f"C{n}.java": f"class C{n} {{ int f() {{ return \"text\"; }} }}\n" for n in range(20)}
GIT = "git init -q . && git config user.email demo@example.org && git config user.name Demo && "
LOG = "".join(
    f"2024-01-02T03:{n // 60:02}:{n % 60:02}Z {'INFO' if n % 50 else 'WARN'} request {n} took {n * 7 % 300} ms\n"
    for n in range(1000)) + "2024-01-02T04:00:00Z ERROR connection to db-3 lost: timed out\n" + "".join(
    f"2024-01-02T04:00:{n:02}Z INFO request {n} took 3 ms\n" for n in range(40))

# The same in the size of a day's work: hundreds of tests, files, findings.
RUST_MANY = "".join(f"#[test]\nfn part_{n % 40}_handles_case_{n}() {{ assert_eq!({n} % 211, {n if n < 211 else n % 211 + (n == 700)}); }}\n" for n in range(1200))
PY_MANY = {f"tests/test_part_{k}.py": "import pytest\n" + "".join(
    f"@pytest.mark.parametrize('value', range(10))\ndef test_case_{n}(value):\n    assert value + {n} != {n + 3 if k == 7 and n == 5 else -1}\n" for n in range(10)) for k in range(9)}
GO_OK = {f"p{k}/a_test.go": f"package p{k}\n\nimport \"testing\"\n\nfunc TestAdds(t *testing.T) {{\n\tfor n, name := range []string{{"
         + ", ".join(f'"case {n}"' for n in range(80)) + "} {\n\t\tt.Run(name, func(t *testing.T) {\n\t\t\tif n == " + ("41" if k == 3 else "-1")
         + " {\n\t\t\t\tt.Errorf(\"sum of %d: got %d, want %d\", n, n+1, n+2)\n\t\t\t}\n\t\t})\n\t}\n}\n" for k in range(8)}
GO_MOD = {"go.mod": "module example.org/demo\n\ngo 1.18\n"}
C_MANY = {f"f{n}.c": f"int f{n}(int x) {{ int unused{n}; long wide = x; int y = wide > x ? 1 : 2u; if (x = {n}) return y; }}\n" for n in range(120)}
TS_MANY = {f"src/part{n % 12}/f{n}.ts": f"export const f{n}: number = 'text {n}';\nexport function g{n}(x: string): number {{ return absent{n}(x); }}\n" for n in range(220)}
LINT_MANY = {f"src/part{n % 12}/f{n}.js": f"export const a{n} = undefinedName{n};\nconst unused{n} = {n};\nconst also{n} = absentName{n};\n" for n in range(220)}
PY_LINT_MANY = {f"part{n % 12}/m{n}.py": f"import os\nimport sys\n\n\ndef f{n}(x):\n    y = 1\n    return undefined_{n} + x\n" for n in range(80)}
PY_TYPES_MANY = {f"m{n}.py": f"def f{n}(x: int) -> str:\n    return x + {n}\n\n\ndef g{n}() -> int:\n    return f{n}('text')\n" for n in range(250)}
JS_MANY = {f"part{k}.test.js": f"describe('part {k}', () => {{\n" + "".join(
    f"test('keeps case {n} of the list', () => expect({n} + 1).toBe({n + 1 + (k == 4 and n == 33)}));\n" for n in range(100)) + "});\n" for k in range(8)}
SERVICE = """import logging, random, sys
random.seed(5)
logging.basicConfig(stream=sys.stdout, level=logging.INFO, format='%(relativeCreated)s %(levelname)s %(name)s: %(message)s')
logging.Formatter.converter = None
log = logging.getLogger('service')
class Clock(logging.Formatter):
    at = 0
    def format(self, record):
        Clock.at += 37
        return f'2024-01-02T03:{Clock.at // 60000:02}:{Clock.at // 1000 % 60:02}.{Clock.at % 1000:03}Z {record.levelname} {record.name}: {record.getMessage()}' + (
            '\\n' + self.formatException(record.exc_info) if record.exc_info else '')
logging.getLogger().handlers[0].setFormatter(Clock())
for n in range(1600):
    log.info('GET /items/%d %d %d ms', random.randrange(5000), random.choice([200, 200, 201, 304]), random.randrange(300))
    if n % 97 == 0:
        log.warning('cache is %d %% full', random.randrange(70, 99))
    if n == 811:
        try:
            {}['order-17']
        except KeyError:
            log.exception('order could not be read')
    if n == 1203:
        log.error('connection to db-3 lost, %d requests wait', 12)
log.critical('giving up after 3 attempts')
sys.exit(3)
"""
TERRAFORM = {"main.tf": "".join(f'resource "terraform_data" "part_{n}" {{\n  input = {{\n    name = "part {n}"\n    size = {n}\n  }}\n}}\n' for n in range(160))}
TERRAFORM_BAD = {"main.tf": TERRAFORM["main.tf"] + 'resource "terraform_data" "last" {\n  provisioner "local-exec" {\n    command = "echo no room >&2; exit 3"\n  }\n}\n'}
PLAYBOOK = {"play.yml": "- hosts: localhost\n  connection: local\n  gather_facts: false\n  tasks:\n" + "".join(
    f"    - name: Set up part {n}\n      ansible.builtin.command: {'test -e absent' if n in (77, 140) else 'echo ok'}\n" + ("      ignore_errors: true\n" if n == 77 else "") for n in range(160))}
CMAKE = {"CMakeLists.txt": "cmake_minimum_required(VERSION 3.10)\nproject(demo C)\nadd_library(demo " + " ".join(f"f{n}.c" for n in range(240)) + ")\n"} | {
    f"f{n}.c": f"int f{n}(int x) {{ return x + {n if n != 177 else 'absent'}; }}\n" for n in range(240)}
RSPEC = {"spec/a_spec.rb": "RSpec.describe 'sums' do\n" + "".join(f"  it 'adds {n}' do\n    expect({n} + 1).to eq({n + 1 + (n in (50, 220))})\n  end\n" for n in range(1200)) + "end\n"}
PHPUNIT = {"ATest.php": "<?php\nfinal class ATest extends PHPUnit\\Framework\\TestCase {\n" + "".join(
    f"public function testAdds{n}(): void {{ $this->assertSame({n + 1}, {n} + {2 if n in (50, 220) else 1}); }}\n" for n in range(400)) + "}\n"}
SCRIPTS = {f"s{n}.sh": f"#!/bin/sh\nfor f in $(ls *.txt); do\n  echo $f{n}\n  [ $x == 1 ] && cd $y\ndone\n" for n in range(50)}
WEBPACK = {f"src/m{n}.js": f"import {{ f{n + 1} }} from './m{n + 1}.js';\nexport const f{n} = () => f{n + 1}() + {n};\n" for n in range(250)} | {
    "src/m250.js": "import { gone } from './absent.js';\nexport const f250 = () => gone;\n", "src/index.js": "import { f0 } from './m0.js';\nconsole.log(f0());\n",
    "package.json": "{}", "webpack.config.js": "module.exports = {mode: 'production', stats: 'verbose'};\n"}
CRATES = {"Cargo.toml": '[workspace]\nresolver = "2"\nmembers = ["c*"]\n'} | {f"c{n}/Cargo.toml": f'[package]\nname = "part-{n}"\nversion = "0.1.0"\nedition = "2021"\n' for n in range(60)} | {
    f"c{n}/src/lib.rs": f"pub fn f{n}(x: u32) -> u32 {{ let unused = x; let mut y = x; y + {n} }}\nfn never_{n}() {{}}\n" + ("pub fn broken() -> String { 1 }\n" if n == 31 else "") for n in range(60)}

# name: family, files, what prepares, command, what has to be told
CASES = {
    "cargo-test-fails": ("tests", {"Cargo.toml": CARGO, "src/lib.rs": RUST_BAD}, "", "cargo test",
        ["test sum_is_wrong ... FAILED", "test index_is_out ... FAILED", "the sum is off", "index out of bounds", "test result: FAILED. 120 passed; 2 failed"]),
    "cargo-test-passes": ("tests", {"Cargo.toml": CARGO, "src/lib.rs": RUST_OK}, "", "cargo test", ["test result: ok. 120 passed; 0 failed"]),
    "cargo-test-does-not-compile": ("tests", {"Cargo.toml": CARGO, "src/lib.rs": RUST_OK + "fn f() -> String { 1 }\n#[test]\nfn g() { h(); }\n"}, "", "cargo test",
        ["error[E0308]: mismatched types", "error[E0425]: cannot find function `h`", "could not compile"]),
    "cargo-build-fails": ("build", {"Cargo.toml": CARGO, "src/lib.rs": "".join(f"pub fn f{n}() -> String {{ {n} }}\n" for n in range(25))}, "", "cargo build",
        ["error[E0308]: mismatched types", "could not compile `demo`", "25 previous errors"]),
    "cargo-build-warns": ("build", {"Cargo.toml": CARGO, "src/lib.rs": "".join(f"fn f{n}() {{}}\n" for n in range(40))}, "", "cargo build", ["is never used", "Finished"]),
    "cargo-clippy-fails": ("lint", {"Cargo.toml": CARGO, "src/lib.rs": "pub fn f(x: &Vec<u8>) -> bool { loop { return x.len() == 0; } }\n"}, "", "cargo clippy -- -D warnings",
        ["this loop never actually loops", "could not compile"]),
    "make-fails": ("build", C_FILES | {"Makefile": MAKEFILE, "f30.c": "int f30(int x) { return x + y }\n"}, "", "make -k",
        ["error: \u2018y\u2019 undeclared", "f30.o] Error 1", "not remade because of errors"]),
    "make-warns-then-fails": ("build", {f"f{n}.c": f"int f{n}(int x) {{ int unused{n}; return 1; }}\n" for n in range(21)} | {"Makefile": MAKEFILE, "z.c": "int z( { return 0; }\n"}, "", "make -k",
        ["z.c:1", "z.o] Error 1"]),
    "make-passes": ("build", C_FILES | {"Makefile": MAKEFILE}, "", "make", []),
    "gcc-fails": ("build", {"a.c": "#include <nope.h>\nint main(void) { return 0; }\n"}, "", "gcc -c a.c", ["fatal error: nope.h: No such file"]),
    "ld-fails": ("build", {"a.c": "int f(int); int main(void) { return f(1); }\n"}, "", "gcc a.c", ["undefined reference to `f'"]),
    "javac-fails": ("build", JAVA, "", "javac C0.java C1.java C2.java C3.java C4.java C5.java C6.java C7.java C8.java C9.java", ["C0.java:1: error: incompatible types", "10 errors"]),
    "tsc-fails": ("build", TS | {"tsconfig.json": TSCONFIG}, "", "tsc -p .", ["error TS2322", "src/f0.ts(1,14)"]),
    "pytest-fails": ("tests", {"test_a.py": PY_BAD}, "", "pytest", ["E       assert 3 == 4", "KeyError: 'absent'", "FAILED test_a.py::test_wrong", "2 failed, 80 passed"]),
    "pytest-verbose-fails": ("tests", {"test_a.py": PY_BAD}, "", "pytest -v", ["E       assert 3 == 4", "KeyError: 'absent'", "2 failed, 80 passed"]),
    "pytest-passes": ("tests", {"test_a.py": PY_OK}, "", "pytest -v", ["80 passed"]),
    "pytest-collection": ("tests", {"test_a.py": "import nope_nope\n", "test_b.py": PY_OK}, "", "pytest", ["No module named 'nope_nope'", "ERROR test_a.py", "1 error"]),
    "unittest-fails": ("tests", {"t.py": "import unittest\nclass T(unittest.TestCase):\n" + "".join(f"    def test_{n}(self): pass\n" for n in range(40)) + "    def test_x(self): self.assertEqual(1, 2)\n"}, "",
        "python3 -m unittest -v t", ["FAIL: test_x", "AssertionError: 1 != 2", "FAILED (failures=1)"]),
    "jest-fails": ("tests", {"package.json": "{}", "a.test.js": JS_BAD}, "", "npx jest --verbose", ["adds wrongly", "Expected: 3", "Received: 2", "absent", "2 failed, 60 passed"]),
    "jest-passes": ("tests", {"package.json": "{}", "a.test.js": JS_OK}, "", "npx jest --verbose", ["60 passed"]),
    "vitest-fails": ("tests", {"package.json": "{}", "a.test.js": "import {test, expect} from 'vitest';\n" + JS_BAD}, "", "npx vitest run --globals", ["adds wrongly", "expected 2 to be 3", "absent"]),
    "mocha-fails": ("tests", {"package.json": "{}", "test/a.js": MOCHA}, "", "npx mocha", ["adds wrongly", "60 passing", "1 failing"]),
    "node-test-fails": ("tests", {"a.test.js": NODE}, "", "node --test", ["adds wrongly", "fail 1", "pass 60"]),
    "eslint-fails": ("lint", LINT | {"eslint.config.js": ESLINT, "package.json": "{}"}, "", "npx eslint .", ["'undefinedName0' is not defined", "61 problems (31 errors, 30 warnings)"]),
    "prettier-fails": ("lint", {f"f{n}.js": "const a   = 1\n" for n in range(30)} | {"bad.js": "const = ;\n", "package.json": "{}"}, "", "npx prettier --check .", ["bad.js: SyntaxError"]),
    "ruff-fails": ("lint", PY_LINT, "", "ruff check --output-format concise .", ["F821", "Found 90 errors"]),
    "flake8-fails": ("lint", PY_LINT, "", "flake8", ["F821 undefined name 'undefined_0'"]),
    "mypy-fails": ("lint", PY_TYPES, "", "mypy .", ["Incompatible return value type", "Found 40 errors"]),
    "npm-install-fails": ("install", {"package.json": '{"name":"demo","dependencies":{"left-pad":"^99.0.0"}}'}, "", "npm install --no-audit --no-fund --logs-max=0", ["code ETARGET", "No matching version found for left-pad@^99.0.0"]),
    "npm-install-passes": ("install", {"package.json": '{"name":"demo","dependencies":{"left-pad":"1.3.0"}}'}, "", "npm install --no-audit --no-fund", ["added 1 package"]),
    "npm-run-fails": ("tasks", {"package.json": '{"name":"demo","scripts":{"build":"tsc -p ."}}', "tsconfig.json": TSCONFIG} | TS, "", "npm run build", ["error TS2322"]),
    "pip-install-fails": ("install", {}, "python3 -m venv v", "v/bin/pip install --disable-pip-version-check six==99.0", ["No matching distribution found for six==99.0"]),
    "pip-install-passes": ("install", {}, "python3 -m venv v", "v/bin/pip install --disable-pip-version-check pytest==8.3.3", ["Successfully installed"]),
    "git-status-many": ("git", {f"d{n % 5}/f{n}": "x\n" for n in range(40)}, GIT + "git add d0 && git commit -qm first && echo y >> d0/f0 && git add d1", "git status", ["M: d0/f0", "A: d1/f1"]),
    "git-diff-large": ("git", {"a.txt": "".join(f"line {n}\n" for n in range(600))}, GIT + "git add . && git commit -qm first && sed -i 's/line \\(.*\\)5$/row \\15/' a.txt", "git diff", ["diff --git a/a.txt b/a.txt", "+row 5"]),
    "git-log": ("git", {}, GIT + "for n in $(seq 60); do git commit -q --allow-empty -m \"Change $n\" -m 'Some words about it.' --date '2024-01-02T03:04:05Z'; done", "git log", ["Change 60"]),
    "git-bad-revision": ("git", {}, GIT + "git commit -q --allow-empty -m first", "git diff nope..HEAD", ["fatal: ambiguous argument 'nope..HEAD'"]),
    "git-merge-conflict": ("git", {"a": "1\n"}, GIT + "git add . && git commit -qm first && git checkout -qb other && echo 2 > a && git commit -qam two && git checkout -q - && echo 3 > a && git commit -qam three && git merge other; true", "git status", ["U: a", "Unmerged paths:"]),
    "grep-many": ("search", {f"src/m{n % 7}/f{n}.rs": "".join(f"fn f{k}() {{}}\n" for k in range(20)) for n in range(40)}, "", "grep -rn fn src", ["src/m0/f0.rs (20)"]),
    "find-many": ("search", {f"src/m{n % 7}/f{n}.rs": "" for n in range(400)} | {"locked/x": ""}, "", "find . nope -type f", ["./src/m0/ (58)", "No such file or directory"]),
    "log-with-error": ("logs", {"app.log": LOG}, "", "tail -n +1 -f --pid=1 app.log", ["ERROR connection to db-3 lost"]),
    "python-traceback": ("runtime", {"x.py": "for n in range(300):\n    print('step', n)\ndef f(n):\n    return f(n - 1) if n else 1 / 0\nf(5)\n"}, "", "python3 x.py", ["ZeroDivisionError: division by zero", "Traceback"]),
    "cargo-test-many": ("tests", {"Cargo.toml": CARGO, "src/lib.rs": RUST_MANY}, "", "cargo test",
        ["part_20_handles_case_700", "left: 67", "1199 passed; 1 failed"]),
    "cargo-workspace-fails": ("build", CRATES, "", "cargo build --workspace --keep-going", ["error[E0308]: mismatched types", "could not compile `part-31`"]),
    "pytest-many": ("tests", PY_MANY, "", "pytest -v", ["test_part_7.py::test_case_5[3]", "assert (3 + 5) != 8", "1 failed, 899 passed"]),
    "go-test-many": ("tests", GO_MOD | GO_OK, "", "go test -v ./...", ["--- FAIL: TestAdds/case_41", "sum of 41: got 42, want 43", "FAIL\texample.org/demo/p3"]),
    "go-test-fails": ("tests", GO_MOD | GO_OK, "", "go test ./...", ["--- FAIL: TestAdds/case_41", "FAIL\texample.org/demo/p3"]),
    "go-build-fails": ("build", GO_MOD | {f"p{n}/a.go": f"package p{n}\n\nfunc F(x int) string {{\n\tunused := x\n\treturn x\n}}\n" for n in range(30)}, "", "go build ./...",
        ["p1/a.go:4:2: ", "declared", "cannot use x"]),
    "go-vet-fails": ("build", GO_MOD | {f"p{n}/a.go": f"package p{n}\n\nimport \"fmt\"\n\nfunc F(x string) {{\n\tfmt.Printf(\"%d\\n\", x)\n}}\n" for n in range(30)}, "", "go vet ./...",
        ["p0/a.go:6:2: fmt.Printf format %d has arg x of wrong type string"]),
    "make-warns-many": ("build", C_MANY | {"Makefile": MAKEFILE, "f77.c": "int f77(int x) { return x + absent; }\n"}, "", "make -k",
        ["error: \u2018absent\u2019 undeclared", "f77.o] Error 1"]),
    "ninja-fails": ("build", CMAKE, "cmake -G Ninja .", "ninja", ["f177.c:1:30: error: \u2018absent\u2019 undeclared", "FAILED: CMakeFiles/demo.dir/f177.c.o"]),
    "tsc-many": ("build", TS_MANY | {"tsconfig.json": TSCONFIG}, "", "tsc -p .", ["error TS2322", "error TS2304: Cannot find name 'absent0'"]),
    "webpack-fails": ("build", WEBPACK, "", "npx webpack", ["Module not found: Error: Can't resolve './absent.js'", "compiled with 1 error"]),
    "eslint-many": ("lint", LINT_MANY | {"eslint.config.js": ESLINT, "package.json": "{}"}, "", "npx eslint .", ["'undefinedName0' is not defined", "881 problems (441 errors, 440 warnings)"]),
    "ruff-many": ("lint", PY_LINT_MANY, "", "ruff check --no-cache .", ["F821 Undefined name `undefined_0`", "Found 320 errors"]),
    "mypy-many": ("lint", PY_TYPES_MANY, "", "mypy .", ["Incompatible return value type", "Found 750 errors"]),
    "shellcheck-many": ("lint", SCRIPTS, "", "shellcheck s0.sh s1.sh s2.sh s3.sh s4.sh s5.sh s6.sh s7.sh s8.sh s9.sh s10.sh s11.sh s12.sh s13.sh s14.sh s15.sh s16.sh s17.sh s18.sh s19.sh", ["SC2045 (error)"]),
    "jest-many": ("tests", {"package.json": "{}"} | JS_MANY, "", "npx jest --verbose", ["keeps case 33 of the list", "Expected: 35", "Received: 34", "1 failed, 799 passed"]),
    "rspec-many": ("tests", RSPEC, "", "rspec --format documentation", ["expected: 52", "1200 examples, 2 failures", "sums adds 220"]),
    "phpunit-many": ("tests", PHPUNIT, "", "phpunit --testdox ATest.php", ["Failed asserting that 52 is identical to 51", "Tests: 400, Assertions: 400, Failures: 2."]),
    "terraform-plan": ("infra", TERRAFORM, "terraform init", "terraform plan -no-color", ["Plan: 160 to add, 0 to change, 0 to destroy."]),
    "terraform-apply-fails": ("infra", TERRAFORM_BAD, "terraform init", "terraform apply -no-color -auto-approve", ["Error: local-exec provisioner error", "exit status 3", "no room"]),
    "ansible-fails": ("infra", PLAYBOOK, "", "ansible-playbook play.yml", ["fatal: [localhost]: FAILED!", "failed=1", "TASK [Set up part 140]"]),
    "docker-no-daemon": ("infra", {}, "", "docker ps", ["Cannot connect to the Docker daemon"]),
    "kubectl-no-server": ("infra", {}, "", "kubectl get pods", ["The connection to the server localhost:8080 was refused"]),
    "service-log": ("logs", {"service.py": SERVICE}, "", "python3 service.py", ["ERROR service: order could not be read", "KeyError: 'order-17'", "ERROR service: connection to db-3 lost, 12 requests wait", "CRITICAL service: giving up"]),
    "git-log-many": ("git", {}, GIT + "for n in $(seq 400); do git commit -q --allow-empty -m \"Change $n\" -m 'Some words about it.' --date '2024-01-02T03:04:05Z'; done", "git log", ["Change 400"]),
    "git-diff-many": ("git", {f"src/f{k}.txt": "".join(f"line {n} of file {k}\n" for n in range(300)) for k in range(12)}, GIT + "git add . && git commit -qm first && sed -i 's/line \\(.*\\)5 of/row \\15 of/' src/*", "git diff",
        ["diff --git a/src/f0.txt b/src/f0.txt", "diff --git a/src/f9.txt b/src/f9.txt"]),
    "git-status-huge": ("git", {f"part{n % 30}/f{n}.txt": "x\n" for n in range(900)}, GIT + "git add . && git commit -qm first && for f in part*/*; do echo y >> $f; done", "git status", ["M: part0/f0.txt", "Changes not staged:"]),
    "grep-huge": ("search", {f"src/part{n % 17}/file{n}.rs": "".join(f"    pub fn handles_case_{k}(value: u32) -> u32 {{ value + {k} }}\n" for k in range(12)) for n in range(120)}, "", "grep -rn handles src",
        ["src/part0/file0.rs (12)"]),
    "find-huge": ("search", {f"src/part{n % 17}/inner{n % 5}/file{n}.rs": "" for n in range(2400)}, "", "find . -type f", ["./src/part0/inner0/ (29)"]),
    "apt-simulated": ("install", {}, "", "apt-get install -s texlive-latex-extra", ["newly installed"]),
    "npm-ls-all": ("install", {"package.json": "{\"name\":\"demo\"}"}, "", "npm ls --all", ["extraneous"]),
    "pip-conflict": ("install", {}, "python3 -m venv v", "v/bin/pip install --disable-pip-version-check --dry-run 'urllib3==1.26.0' 'botocore==1.34.0' 'requests==2.32.0' 'boto3==1.20.0'", ["ResolutionImpossible"]),
    "node-throws": ("runtime", {"x.js": "for (let n = 0; n < 300; n++) console.log('step', n);\nthrow new Error('absent');\n"}, "", "node x.js", ["Error: absent"]),
}


def clean(text):
    """Leaves out what names machines and registries."""
    # Of hosts only those stay that a tool's own text names for its documents.
    text = re.sub(r"https?://(?!rust-lang\.github\.io)[\w.-]+(:\d+)?", "https://registry.example.org", text)
    # A tool names no path outside of the demonstration but that of its own files.
    return re.sub(r"(?<![\w./])/(?!dev/|opt/|tmp/demo|usr/bin)\w+/[\w./@+-]*", "/opt/tools/x", text)


def record(name):
    family, files, prepare, command, told = CASES[name]
    folder = DEMO / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    path = ":".join(filter(None, [TOOLS, os.environ["PATH"]]))
    env = {"PATH": path, "HOME": os.environ["HOME"], "LC_ALL": "C.UTF-8", "TZ": "UTC", "CARGO_TERM_COLOR": "never", "NO_COLOR": "1",
           "CI": "", "GIT_CONFIG_GLOBAL": "/dev/null", "NODE_PATH": os.environ.get("JM_NODE_PATH", ""), "CARGO_NET_OFFLINE": "true",
           "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local", "ANSIBLE_NOCOLOR": "1", "TF_IN_AUTOMATION": "1", "CHECKPOINT_DISABLE": "1"}
    if prepare:
        subprocess.run(["bash", "-c", prepare], cwd=folder, env=env, check=True, capture_output=True)
    if os.environ.get("JM_NODE_PATH") and "package.json" in files and "npm install" not in command:
        (folder / "node_modules").symlink_to(os.environ["JM_NODE_PATH"])
    line = ("timeout 2 " if "-f" in command.split() else "") + command
    done = subprocess.run(["bash", "-c", line], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = clean(done.stdout.decode())
    if done.returncode == 127 or "command not found" in text:
        print(f"{name}: not installed here")
        return None
    (HERE / f"{name}.txt").write_text(text)
    code = 0 if "-f" in command.split() else done.returncode
    print(f"{name}: exit {code}, {len(text)} characters")
    return {"name": name, "family": family, "command": command, "exitCode": code, "told": told}


def main():
    index = HERE / "index.jsonl"
    known = {}
    if index.exists():
        known = {row["name"]: row for row in map(json.loads, index.read_text().splitlines())}
    for name in sys.argv[1:] or CASES:
        row = record(name)
        if row:
            known[name] = row
    rows = [known[name] for name in CASES if name in known]
    index.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    shutil.rmtree(DEMO, ignore_errors=True)


main()
