complete -c jm-llm -l provider -d 'whose stream it is' -r -f -a "auto\t''
anthropic\t''
openai\t''
openai_compat\t''
responses\t''
gemini\t''
bedrock\t''
cohere\t''
ollama\t''"
complete -c jm-llm -l schema -d 'what the value must be, as {!query:string}' -r
complete -c jm-llm -l schema-json -d 'the same from a JSON Schema or the declaration of a tool' -r -F
complete -c jm-llm -l max-event -d 'the size of one event; 16 MiB unless given' -r
complete -c jm-llm -l max-length -d 'the size of a call\'s arguments; 16 MiB unless given' -r
complete -c jm-llm -l chunk -d 'read BYTES bytes at a time' -r
complete -c jm-llm -l color -d 'colour what is said to people' -r -f -a "auto\t''
always\t''
never\t''"
complete -c jm-llm -l sse -d 'the input is server-sent events'
complete -c jm-llm -l follow -d 'write each fragment as soon as it is there'
complete -c jm-llm -l text -d 'write the text of the answer instead of the calls'
complete -c jm-llm -l stop-reason-only -d 'write only how each stream ended'
complete -c jm-llm -s h -d 'print one screen of help'
complete -c jm-llm -l help -d 'print all of the help'
complete -c jm-llm -l version -d 'print the version'
