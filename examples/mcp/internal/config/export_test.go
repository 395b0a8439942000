package config

import "strings"

// EnvExample returns the annotated list of all variables, as .env.example
// holds it.
func EnvExample() string {
	var b strings.Builder
	b.WriteString("# Every variable that the server reads, with its default. All of them are optional.\n")
	for f := range configFields() {
		if group := f.Tag.Get("group"); group != "" {
			b.WriteString("\n# " + group + "\n")
		}
		b.WriteString("\n# " + describe(f) + "\n")
		b.WriteString(f.Tag.Get("env") + "=" + f.Tag.Get("envDefault") + "\n")
	}
	return b.String()
}
