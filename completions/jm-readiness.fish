complete -c jm-readiness -l svg -d 'write the same as a picture to FILE' -r -F
complete -c jm-readiness -l step -d 'look every N UTF-16 units' -r
complete -c jm-readiness -l schema -d 'what the value must be, as {!query:string}' -r
complete -c jm-readiness -l schema-json -d 'the same from a JSON Schema or the declaration of a tool' -r -F
complete -c jm-readiness -l tool -d 'which tool, where the file of --schema-json declares several' -r
complete -c jm-readiness -l profile -d 'what may pass' -r -f -a "permissive\t''
interactive\t''
execution\t''
agent\t''
strict\t''"
complete -c jm-readiness -l max-loss -d 'the worst repair that passes' -r -f -a "exact\t''
cosmetic\t''
lossy\t''"
complete -c jm-readiness -l disable -d 'refuse what needs these rules, as R005,R018' -r
complete -c jm-readiness -l root -d 'what the root must be' -r -f -a "object\t''
array\t''
any\t''"
complete -c jm-readiness -l end -d 'how the model\'s stream ended' -r -f -a "complete\t''
max_tokens\t''
interrupted\t''
provider_error\t''"
complete -c jm-readiness -l multi-root -d 'what becomes of more than one value' -r -f -a "first\t''
array\t''
lines\t''
error\t''"
complete -c jm-readiness -l duplicate-keys -d 'what becomes of a member given twice' -r -f -a "pass\t''
flag\t''
first\t''
last\t''
error\t''"
complete -c jm-readiness -l non-finite -d 'what becomes of NaN and Infinity' -r -f -a "null\t''
string\t''
error\t''"
complete -c jm-readiness -l max-depth -d 'how deep containers may nest' -r
complete -c jm-readiness -l max-length -d 'the size of one input' -r
complete -c jm-readiness -l max-token -d 'the size of one key, number, word or string' -r
complete -c jm-readiness -l max-repairs -d 'how many repairs are listed' -r
complete -c jm-readiness -l color -d 'colour what is said to people' -r -f -a "auto\t''
always\t''
never\t''"
complete -c jm-readiness -l plot -d 'a bar a member and the curve instead of lines of JSON'
complete -c jm-readiness -l for-execution -d 'the profile for what will be executed'
complete -c jm-readiness -l reject-ambiguous -d 'refuse what has two readings'
complete -c jm-readiness -l strict -d 'refuse what needs any repair'
complete -c jm-readiness -l skip-prose -d 'skip the text around the value'
complete -c jm-readiness -l quote-lookahead -d 'a comma ends a string only if a key or value follows it'
complete -c jm-readiness -l unwrap-string -d 'read a root string that holds JSON as that JSON'
complete -c jm-readiness -l decode-entities -d 'know HTML entities such as &quot; as delimiters'
complete -c jm-readiness -l replace-bytes -d 'replace invalid UTF-8 by U+FFFD instead of refusing it'
complete -c jm-readiness -s h -d 'print one screen of help'
complete -c jm-readiness -l help -d 'print all of the help'
complete -c jm-readiness -l version -d 'print the version'
