complete -c jm-check -l format -d 'how it is said' -r -f -a "jsonl\t''
human\t''
github\t''
sarif\t''
junit\t''"
complete -c jm-check -l fail-on -d 'the mildest finding that exits 1' -r -f -a "repair\t''
lossy\t''
ambiguous\t''
invalid\t''
schema\t''"
complete -c jm-check -l profile -d 'what may pass' -r -f -a "permissive\t''
interactive\t''
execution\t''
agent\t''
strict\t''"
complete -c jm-check -l max-loss -d 'the worst repair that passes' -r -f -a "exact\t''
cosmetic\t''
lossy\t''"
complete -c jm-check -l disable -d 'refuse what needs these rules, as R005,R018' -r
complete -c jm-check -l root -d 'what the root must be' -r -f -a "object\t''
array\t''
any\t''"
complete -c jm-check -l end -d 'how the model\'s stream ended' -r -f -a "complete\t''
max_tokens\t''
interrupted\t''
provider_error\t''"
complete -c jm-check -l schema -d 'what the value must be, as {!query:string}' -r
complete -c jm-check -l schema-json -d 'the same from a JSON Schema or the declaration of a tool' -r -F
complete -c jm-check -l input-field -d 'the member that holds the text' -r
complete -c jm-check -l at -d 'a JSON Pointer to the texts; * is any step' -r
complete -c jm-check -l jobs -d 'work on N lines at once; 0 is all cores' -r
complete -c jm-check -l tool -d 'which tool, where the file of --schema-json declares several' -r
complete -c jm-check -l multi-root -d 'what becomes of more than one value' -r -f -a "first\t''
array\t''
lines\t''
error\t''"
complete -c jm-check -l duplicate-keys -d 'what becomes of a member given twice' -r -f -a "pass\t''
flag\t''
first\t''
last\t''
error\t''"
complete -c jm-check -l non-finite -d 'what becomes of NaN and Infinity' -r -f -a "null\t''
string\t''
error\t''"
complete -c jm-check -l max-depth -d 'how deep containers may nest' -r
complete -c jm-check -l max-length -d 'the size of one input' -r
complete -c jm-check -l max-token -d 'the size of one key, number, word or string' -r
complete -c jm-check -l max-repairs -d 'how many repairs are listed' -r
complete -c jm-check -l chunk -d 'read BYTES bytes at a time' -r
complete -c jm-check -l color -d 'colour what is said to people' -r -f -a "auto\t''
always\t''
never\t''"
complete -c jm-check -l retry-hint -d 'a refusal as a prompt on standard error'
complete -c jm-check -l for-execution -d 'the profile for what will be executed'
complete -c jm-check -l reject-ambiguous -d 'refuse what has two readings'
complete -c jm-check -l strict -d 'refuse what needs any repair'
complete -c jm-check -l batch -d 'answer each line {"id":…,"input":"…"}'
complete -c jm-check -l skip-prose -d 'skip the text around the value'
complete -c jm-check -l quote-lookahead -d 'a comma ends a string only if a key or value follows it'
complete -c jm-check -l unwrap-string -d 'read a root string that holds JSON as that JSON'
complete -c jm-check -l decode-entities -d 'know HTML entities such as &quot; as delimiters'
complete -c jm-check -l replace-bytes -d 'replace invalid UTF-8 by U+FFFD instead of refusing it'
complete -c jm-check -s h -d 'print one screen of help'
complete -c jm-check -l help -d 'print all of the help'
complete -c jm-check -l version -d 'print the version'
