complete -c jm-reduce -l jobs -d 'work on N lines at once; 0 is all cores' -r
complete -c jm-reduce -l command -d 'the command that put out the text' -r
complete -c jm-reduce -l exit-code -d 'the exit status of the command' -r
complete -c jm-reduce -l tool-name -d 'the host\'s name for the tool' -r
complete -c jm-reduce -l max-inline-chars -d 'the most characters of the text' -r
complete -c jm-reduce -l classifier -d 'the rule to use, whatever the command is' -r
complete -c jm-reduce -l policy -d 'what may be made short' -r
complete -c jm-reduce -l retrieve -d 'print an original, byte for byte' -r
complete -c jm-reduce -l store-dir -d 'where originals are kept' -r -f -a "(__fish_complete_directories)"
complete -c jm-reduce -l lines -d 'only these lines, counted from 1' -r
complete -c jm-reduce -l bytes -d 'only these bytes, counted from 0' -r
complete -c jm-reduce -l match -d 'only the lines that hold TEXT, with their numbers' -r
complete -c jm-reduce -l context -d 'N lines around them too' -r
complete -c jm-reduce -l max-age -d 'the age from which originals go' -r
complete -c jm-reduce -l max-bytes -d 'the size of all originals, beyond which the oldest go' -r
complete -c jm-reduce -l show-rule -d 'print a rule' -r
complete -c jm-reduce -l verify-fixtures -d 'run the fixtures in a folder' -r -f -a "(__fish_complete_directories)"
complete -c jm-reduce -l rules -d 'a folder of rules to check' -r -f -a "(__fish_complete_directories)"
complete -c jm-reduce -l user-rules -d 'the folder of the user\'s rules, or none' -r -f -a "(__fish_complete_directories)"
complete -c jm-reduce -l project-rules -d 'how far the rules of a project are trusted' -r -f -a "off\t''
limited\t''
full\t''"
complete -c jm-reduce -l max-length -d 'the size of the input' -r
complete -c jm-reduce -l indent -d 'indent the response' -r
complete -c jm-reduce -l stats-file -d 'append a line of sizes for requests that ask for it' -r -F
complete -c jm-reduce -l color -d 'colour what is said to people' -r -f -a "auto\t''
always\t''
never\t''"
complete -c jm-reduce -l text -d 'the input is the output of a tool, any bytes'
complete -c jm-reduce -l batch -d 'each line is a request and gets a line of answer'
complete -c jm-reduce -l raw -d 'the text as it is'
complete -c jm-reduce -l no-omit -d 'shorten only where nothing is lost'
complete -c jm-reduce -l trace -d 'the response says how it came about'
complete -c jm-reduce -l explain -d 'how the text came about, for people, on standard error'
complete -c jm-reduce -l store -d 'keep the original where something is left out'
complete -c jm-reduce -l no-store -d 'keep nothing, whatever a request says'
complete -c jm-reduce -l allow-request-store-dir -d 'a request may name any folder'
complete -c jm-reduce -l gc -d 'take old originals away'
complete -c jm-reduce -l store-list -d 'list the originals'
complete -c jm-reduce -l store-stats -d 'count the originals'
complete -c jm-reduce -l list-rules -d 'list the rules that apply'
complete -c jm-reduce -l verify-rules -d 'check all rules, and those of --rules'
complete -c jm-reduce -l discover -d 'for which programs of a log of inputs there is no rule'
complete -c jm-reduce -l show -d 'show the texts of fixtures that fail'
complete -c jm-reduce -l strict-request -d 'unknown members of a request are errors'
complete -c jm-reduce -l stats-time -d 'add the time to each line of sizes'
complete -c jm-reduce -s h -d 'print one screen of help'
complete -c jm-reduce -l help -d 'print all of the help'
complete -c jm-reduce -l version -d 'print the version'
