complete -c jm-repair -s o -d 'write to FILE, as a whole or not at all' -r -F
complete -c jm-repair -l indent -d 'indent by N spaces instead of compact output' -r
complete -c jm-repair -l profile -d 'what may pass' -r -f -a "permissive\t''
interactive\t''
execution\t''
agent\t''
strict\t''"
complete -c jm-repair -l max-loss -d 'the worst repair that passes' -r -f -a "exact\t''
cosmetic\t''
lossy\t''"
complete -c jm-repair -l disable -d 'refuse what needs these rules, as R005,R018' -r
complete -c jm-repair -l root -d 'what the root must be' -r -f -a "object\t''
array\t''
any\t''"
complete -c jm-repair -l end -d 'how the model\'s stream ended' -r -f -a "complete\t''
max_tokens\t''
interrupted\t''
provider_error\t''"
complete -c jm-repair -l schema -d 'what the value must be, as {!query:string}' -r
complete -c jm-repair -l schema-json -d 'the same from a JSON Schema or the declaration of a tool' -r -F
complete -c jm-repair -l input-field -d 'the member that holds the text' -r
complete -c jm-repair -l at -d 'a JSON Pointer to the texts; * is any step' -r
complete -c jm-repair -l jobs -d 'work on N lines at once; 0 is all cores' -r
complete -c jm-repair -l tool -d 'which tool, where the file of --schema-json declares several' -r
complete -c jm-repair -l multi-root -d 'what becomes of more than one value' -r -f -a "first\t''
array\t''
lines\t''
error\t''"
complete -c jm-repair -l duplicate-keys -d 'what becomes of a member given twice' -r -f -a "pass\t''
flag\t''
first\t''
last\t''
error\t''"
complete -c jm-repair -l non-finite -d 'what becomes of NaN and Infinity' -r -f -a "null\t''
string\t''
error\t''"
complete -c jm-repair -l max-depth -d 'how deep containers may nest' -r
complete -c jm-repair -l max-length -d 'the size of one input' -r
complete -c jm-repair -l max-token -d 'the size of one key, number, word or string' -r
complete -c jm-repair -l max-repairs -d 'how many repairs are listed' -r
complete -c jm-repair -l chunk -d 'read BYTES bytes at a time' -r
complete -c jm-repair -l color -d 'colour what is said to people' -r -f -a "auto\t''
always\t''
never\t''"
complete -c jm-repair -l in-place -d 'repair each file itself'
complete -c jm-repair -l diff -d 'a unified diff instead of the text'
complete -c jm-repair -l check -d 'no output; exit 1 if a repair was needed'
complete -c jm-repair -l explain -d 'show each repair on standard error, for people'
complete -c jm-repair -l report -d 'list the repairs on standard error, as JSON lines'
complete -c jm-repair -l retry-hint -d 'a refusal as a prompt on standard error'
complete -c jm-repair -l keep-layout -d 'change nothing but what is repaired'
complete -c jm-repair -l for-execution -d 'the profile for what will be executed'
complete -c jm-repair -l reject-ambiguous -d 'refuse what has two readings'
complete -c jm-repair -l strict -d 'refuse what needs any repair'
complete -c jm-repair -l batch -d 'answer each line {"id":…,"input":"…"}'
complete -c jm-repair -l in-line -d 'write the record back with its text repaired'
complete -c jm-repair -l ensure-ascii -d 'escape every character beyond ASCII'
complete -c jm-repair -l skip-prose -d 'skip the text around the value'
complete -c jm-repair -l quote-lookahead -d 'a comma ends a string only if a key or value follows it'
complete -c jm-repair -l unwrap-string -d 'read a root string that holds JSON as that JSON'
complete -c jm-repair -l decode-entities -d 'know HTML entities such as &quot; as delimiters'
complete -c jm-repair -l replace-bytes -d 'replace invalid UTF-8 by U+FFFD instead of refusing it'
complete -c jm-repair -s h -d 'print one screen of help'
complete -c jm-repair -l help -d 'print all of the help'
complete -c jm-repair -l version -d 'print the version'
