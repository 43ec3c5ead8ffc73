complete -c jm-watch -l only -d 'which lines are written, as deltas,final' -r
complete -c jm-watch -l from -d 'whether the input is a document or the lines of jm-llm' -r -f -a "auto\t''
text\t''
calls\t''"
complete -c jm-watch -l profile -d 'what may pass' -r -f -a "permissive\t''
interactive\t''
execution\t''
agent\t''
strict\t''"
complete -c jm-watch -l max-loss -d 'the worst repair that passes' -r -f -a "exact\t''
cosmetic\t''
lossy\t''"
complete -c jm-watch -l disable -d 'refuse what needs these rules, as R005,R018' -r
complete -c jm-watch -l root -d 'what the root must be' -r -f -a "object\t''
array\t''
any\t''"
complete -c jm-watch -l end -d 'how the model\'s stream ended' -r -f -a "complete\t''
max_tokens\t''
interrupted\t''
provider_error\t''"
complete -c jm-watch -l schema -d 'what the value must be, as {!query:string}' -r
complete -c jm-watch -l schema-json -d 'the same from a JSON Schema or the declaration of a tool' -r -F
complete -c jm-watch -l incomplete-number -d 'whether snapshots show a number that may grow' -r -f -a "drop\t''
trim\t''"
complete -c jm-watch -l pending-key -d 'whether snapshots show a key without a value' -r -f -a "omit\t''
null\t''"
complete -c jm-watch -l tool -d 'which tool, where the file of --schema-json declares several' -r
complete -c jm-watch -l multi-root -d 'what becomes of more than one value' -r -f -a "first\t''
array\t''
lines\t''
error\t''"
complete -c jm-watch -l duplicate-keys -d 'what becomes of a member given twice' -r -f -a "pass\t''
flag\t''
first\t''
last\t''
error\t''"
complete -c jm-watch -l non-finite -d 'what becomes of NaN and Infinity' -r -f -a "null\t''
string\t''
error\t''"
complete -c jm-watch -l max-depth -d 'how deep containers may nest' -r
complete -c jm-watch -l max-length -d 'the size of one input' -r
complete -c jm-watch -l max-token -d 'the size of one key, number, word or string' -r
complete -c jm-watch -l max-repairs -d 'how many repairs are listed' -r
complete -c jm-watch -l chunk -d 'read BYTES bytes at a time' -r
complete -c jm-watch -l color -d 'colour what is said to people' -r -f -a "auto\t''
always\t''
never\t''"
complete -c jm-watch -l until-ready -d 'exit as soon as all that is required is there and final'
complete -c jm-watch -l snapshots -d 'write the document so far after every read'
complete -c jm-watch -l follow-view -d 'show the growing document on the terminal instead'
complete -c jm-watch -l retry-hint -d 'a refusal as a prompt on standard error'
complete -c jm-watch -l for-execution -d 'the profile for what will be executed'
complete -c jm-watch -l reject-ambiguous -d 'refuse what has two readings'
complete -c jm-watch -l strict -d 'refuse what needs any repair'
complete -c jm-watch -l skip-prose -d 'skip the text around the value'
complete -c jm-watch -l quote-lookahead -d 'a comma ends a string only if a key or value follows it'
complete -c jm-watch -l unwrap-string -d 'read a root string that holds JSON as that JSON'
complete -c jm-watch -l decode-entities -d 'know HTML entities such as &quot; as delimiters'
complete -c jm-watch -l replace-bytes -d 'replace invalid UTF-8 by U+FFFD instead of refusing it'
complete -c jm-watch -s h -d 'print one screen of help'
complete -c jm-watch -l help -d 'print all of the help'
complete -c jm-watch -l version -d 'print the version'
