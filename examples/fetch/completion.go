package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// scripts complete the flags and the files of a command line. %s is a line for each flag.
var scripts = map[string]string{
	"bash": `# source <(fetch -completion bash)
_fetch() {
	COMPREPLY=()
	[[ $2 == -* ]] && COMPREPLY=($(compgen -W "%s" -- "$2"))
}
complete -o default -F _fetch fetch
`,
	"zsh": `#compdef fetch
# fetch -completion zsh > "${fpath[1]}/_fetch"
_arguments \
%s  '*:file:_files'
`,
	"fish": `# fetch -completion fish > ~/.config/fish/completions/fetch.fish
%s`,
}

func printCompletion(out io.Writer, s *settings) error {
	var b strings.Builder
	(&settings{}).flags().VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		usage = strings.NewReplacer("'", "’", "[", "(", "]", ")").Replace(usage)
		switch s.completion {
		case "bash":
			fmt.Fprintf(&b, "-%s ", f.Name)
		case "zsh":
			if value != "" {
				value = ":" + value + ":_files"
			}
			fmt.Fprintf(&b, "  '*-%s[%s]%s' \\\n", f.Name, usage, value)
		case "fish":
			if value != "" {
				value = " -r"
			}
			fmt.Fprintf(&b, "complete -c fetch -o %s -d '%s'%s\n", f.Name, usage, value)
		}
	})
	_, err := fmt.Fprintf(out, scripts[s.completion], b.String())
	return err
}
