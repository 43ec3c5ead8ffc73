#!/usr/bin/env bash
# usage: run.sh BIN WORK [LINES]  Runs pipe.py on a Spark of this machine (Java 17; PySpark is installed into WORK) and the recipes.
set -euo pipefail
here=$(dirname "$(realpath "$0")") bin=$(realpath "$1")
mkdir -p "$2"
work=$(realpath "$2")
"$here/recipes.sh" "$bin" "$work/recipes"
if ! command -v java > /dev/null; then
  echo "skipped: there is no Java for Spark"
  exit
fi
if ! [ -e "$work/venv/installed" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check 'pyspark==4.1.1'
  touch "$work/venv/installed"
fi
PYSPARK_PYTHON=$work/venv/bin/python SPARK_LOCAL_IP=127.0.0.1 "$work/venv/bin/python" "$here/pipe.py" "$bin/jm-repair" "${3:-20000}" 8 2> "$work/spark.log" ||
  { tail -40 "$work/spark.log" >&2; exit 1; }
