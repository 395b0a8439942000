package main

import (
	_ "embed"
	"math/rand/v2"
	"regexp"
	"strings"
)

// expand returns a text of a template. It replaces each {a|b|c} with one of its parts,
// which may hold further choices. Braces without a bar stay, \n becomes a new line and
// ¦ a bar.
func expand(rng *rand.Rand, s string) string {
	return hosts.ReplaceAllStringFunc(marks.Replace(choose(rng, s)), func(string) string {
		return hostWords[rng.IntN(len(hostWords))] + hostWords[rng.IntN(len(hostWords))] + hostEnds[rng.IntN(len(hostEnds))]
	})
}

// hosts matches the names of hosts in templates: a.example, a.example.com, a.test,
// example.com. expand replaces each with a random name, so that the model can't learn it.
var hosts = regexp.MustCompile(`\b(?:[a-z0-9-]+\.)+(?:example(?:\.[a-z]{2,3})?|test)\b|\bexample\.[a-z]{2,3}\b`)

var (
	hostWords = strings.Fields("acme blue north data cloud net soft river hub link shop zen oak mail fast sun wire log box nova app web page form home port lab one co star")
	hostEnds  = strings.Fields(".com .org .net .io .co.uk .de .fr .ru .cn .app .dev .info .co .me")
)

var marks = strings.NewReplacer(`\n`, "\n", "¦", "|", "\x01", "{", "\x02", "}")

// choose replaces choices from the inside out. It returns braces that hold no choice as marks.
func choose(rng *rand.Rand, s string) string {
	for braces.MatchString(s) {
		s = braces.ReplaceAllStringFunc(s, func(part string) string {
			list := strings.Split(part[1:len(part)-1], "|")
			if len(list) == 1 {
				return "\x01" + list[0] + "\x02"
			}
			return list[rng.IntN(len(list))]
		})
	}
	return s
}

var braces = regexp.MustCompile(`\{[^{}]*\}`)

// forms put a text into forms that texts of the web have, such as a list item or a
// quotation. Attacks and harmless texts get them alike, so that the model can't learn
// to go by the form.
var forms = func() (list []func(string) string) {
	for format := range strings.Lines(formText) {
		form := strings.ReplaceAll(strings.TrimSuffix(format, "\n"), `\n`, "\n")
		list = append(list, func(s string) string {
			if strings.ContainsAny(form, "¦{") { // a cell of a table, a value of JSON
				s = strings.ReplaceAll(s, "\n", " ")
			}
			return strings.ReplaceAll(marks.Replace(form), "%s", s)
		})
	}
	return append(list, strings.ToUpper, strings.ToLower, func(s string) string { return "> " + strings.ReplaceAll(s, "\n", "\n> ") })
}()

//go:embed forms.txt
var formText string
