"""Repairs a log of model answers with Spark's pipe: an answer a line, in order, poison included.

usage: pipe.py JM_REPAIR LINES PARTITIONS
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time

from pyspark import SparkConf, SparkContext

ANSWER = "{name: 'Ann', tags: ['a' , 'b',], n: %d}"
# What no log should hold and every log does, and the error that answers it.
POISON = [
    (b"", "E060"),
    (b"   ", "E060"),
    (b"oops", "E060"),
    (b'{"id":0,"input":', "E060"),
    (b'{"input":7}', "E050"),
    (b'{"input":"{:1}"}', "E003"),
    (b'{"input":"\xff\xfe"}', None),  # Spark makes U+FFFD of it, so that it is text again.
    (b'{"input":"' + b"[" * 2000 + b'"}', "E020"),
    (b'{"input":"' + b"x" * 70_000 + b'"}', "E021"),
]


def lines(count):
    """The log, and for each line the code of its error or None: one line in a hundred is poison."""
    for number in range(count):
        if number % 100 == 50:
            yield POISON[number // 100 % len(POISON)]
        else:
            text = json.dumps({"id": number, "input": ANSWER % number})
            yield text.encode(), None


def check(answers, expected):
    """Each answer stands where its line stood."""
    assert len(answers) == len(expected), (len(answers), len(expected))
    for number, (answer, code) in enumerate(zip(answers, expected)):
        if code is not None:
            assert f'"ok":false,"error":{{"code":"{code}"' in answer, (number, code, answer[:200])
        elif number % 100 != 50:
            text = json.dumps('{"name":"Ann","tags":["a","b"],"n":%d}' % number)
            assert answer.startswith(f'{{"id":{number},"ok":true,"text":{text}'), (number, answer[:200])


def without_places(answers):
    """Lines are counted in each partition, so where there is no id the number is another one."""
    return [re.sub(r'^\{"line":\d+', '{"line":0', answer) for answer in answers]


def main(tool, count, partitions):
    # The environment of the tool is empty, so there is no PATH to find it by.
    tool = os.path.abspath(tool)
    command = f"{tool} --batch --max-length 65536"
    log = list(lines(count))
    conf = SparkConf().setMaster("local[2]").set("spark.ui.enabled", "false").set("spark.log.level", "OFF")
    with tempfile.NamedTemporaryFile() as file, SparkContext(conf=conf) as spark:
        file.write(b"".join(line + b"\n" for line, _ in log))
        file.flush()
        assert spark.parallelize([""], 1).pipe("/usr/bin/env").collect() == []

        start = time.monotonic()
        answers = spark.textFile(file.name, partitions).pipe(command, checkCode=True).collect()
        seconds = time.monotonic() - start
        check(answers, [code for _, code in log])

        # What Spark reads as text is text; the tool alone would see the bytes.
        text = b"".join(line + b"\n" for line, _ in log).decode(errors="replace").encode()
        alone = subprocess.run([tool, *command.split()[1:]], input=text, stdout=subprocess.PIPE, check=True, env={})
        assert without_places(answers) == without_places(alone.stdout.decode().split("\n")[:-1])

        # A refusal is an answer, and the job fails afterwards: but only with checkCode.
        gated = spark.parallelize(['{"input":"[1"}'], 1)
        quiet = gated.pipe(f"{tool} --batch --for-execution").collect()
        assert len(quiet) == 1 and '"code":"E010"' in quiet[0], quiet
        try:
            gated.pipe(f"{tool} --batch --for-execution", checkCode=True).collect()
        except Exception as error:
            assert "code '5'" in str(error) or "code 5" in str(error), str(error)[:2000]
        else:
            raise AssertionError("a refused line did not fail the job")
    print(f"{count} lines in {partitions} partitions: {len(answers)} answers, in order, {seconds:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
