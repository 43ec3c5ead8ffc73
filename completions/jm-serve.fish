complete -c jm-serve -l http -d 'requests over HTTP' -r
complete -c jm-serve -l token-file -d 'answer only requests that bear the token in FILE' -r -F
complete -c jm-serve -l allow-origin -d 'let the pages of one other origin ask' -r
complete -c jm-serve -l print-config -d 'with --mcp: print what a client has to be told' -r -f -a "cursor\t''
vscode\t''
codex\t''
zed\t''
claude\t''
claude-desktop\t''
windsurf\t''
cline\t''"
complete -c jm-serve -l profile -d 'what may pass' -r -f -a "permissive\t''
interactive\t''
execution\t''
agent\t''
strict\t''"
complete -c jm-serve -l max-loss -d 'the worst repair that passes' -r -f -a "exact\t''
cosmetic\t''
lossy\t''"
complete -c jm-serve -l disable -d 'refuse what needs these rules, as R005,R018' -r
complete -c jm-serve -l root -d 'what the root must be' -r -f -a "object\t''
array\t''
any\t''"
complete -c jm-serve -l end -d 'how the model\'s stream ended' -r -f -a "complete\t''
max_tokens\t''
interrupted\t''
provider_error\t''"
complete -c jm-serve -l schema -d 'what the value must be, as {!query:string}' -r
complete -c jm-serve -l schema-json -d 'the same from a JSON Schema or the declaration of a tool' -r -F
complete -c jm-serve -l tool -d 'which tool, where the file of --schema-json declares several' -r
complete -c jm-serve -l multi-root -d 'what becomes of more than one value' -r -f -a "first\t''
array\t''
lines\t''
error\t''"
complete -c jm-serve -l duplicate-keys -d 'what becomes of a member given twice' -r -f -a "pass\t''
flag\t''
first\t''
last\t''
error\t''"
complete -c jm-serve -l non-finite -d 'what becomes of NaN and Infinity' -r -f -a "null\t''
string\t''
error\t''"
complete -c jm-serve -l max-depth -d 'how deep containers may nest' -r
complete -c jm-serve -l max-length -d 'the size of one input' -r
complete -c jm-serve -l max-token -d 'the size of one key, number, word or string' -r
complete -c jm-serve -l max-repairs -d 'how many repairs are listed' -r
complete -c jm-serve -l incomplete-number -d 'whether snapshots show a number that may grow' -r -f -a "drop\t''
trim\t''"
complete -c jm-serve -l pending-key -d 'whether snapshots show a key without a value' -r -f -a "omit\t''
null\t''"
complete -c jm-serve -l user-rules -d 'the folder of the user\'s rules, or none' -r -f -a "(__fish_complete_directories)"
complete -c jm-serve -l color -d 'colour what is said to people' -r -f -a "auto\t''
always\t''
never\t''"
complete -c jm-serve -l stdio -d 'requests on standard input, answers on standard output'
complete -c jm-serve -l allow-remote -d 'let ADDR be one that other machines reach'
complete -c jm-serve -l mcp -d 'tools of the Model Context Protocol over stdio'
complete -c jm-serve -l for-execution -d 'the profile for what will be executed'
complete -c jm-serve -l reject-ambiguous -d 'refuse what has two readings'
complete -c jm-serve -l strict -d 'refuse what needs any repair'
complete -c jm-serve -l skip-prose -d 'skip the text around the value'
complete -c jm-serve -l quote-lookahead -d 'a comma ends a string only if a key or value follows it'
complete -c jm-serve -l unwrap-string -d 'read a root string that holds JSON as that JSON'
complete -c jm-serve -l decode-entities -d 'know HTML entities such as &quot; as delimiters'
complete -c jm-serve -l replace-bytes -d 'replace invalid UTF-8 by U+FFFD instead of refusing it'
complete -c jm-serve -s h -d 'print one screen of help'
complete -c jm-serve -l help -d 'print all of the help'
complete -c jm-serve -l version -d 'print the version'
