# Sourced: starts servers, which end with the script that does.
servers=
trap 'kill $servers' EXIT

# Starts one and waits until it listens; its address is in $url. usage: listen LOG BINARY [OPTION]...
listen() {
  local log="$1"
  shift
  rm -f "$log"
  "$@" 2>"$log" &
  servers="$servers $!"
  until grep -qs listening "$log"; do sleep 0.1; done
  url="$(sed 's/listening //' "$log")"
}
