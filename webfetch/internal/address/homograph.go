package address

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Homograph returns a short sentence if a host may have been made to look like another one,
// and "" for the great majority of hosts. It is a warning to show to a user, not a reason to
// refuse the host: honest names mix scripts too. The host may be in Unicode or in ASCII
// (xn--).
//
// A label is reported when it mixes scripts in a way that UTS 39, section 5.2, level "highly
// restrictive" does not allow, or when it consists only of Cyrillic or Greek letters that
// look like Latin ones.
func Homograph(host string) (reason string) {
	host = strings.ToLower(host)
	if ascii := !strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }); ascii && !strings.Contains(host, "xn--") {
		return ""
	}
	name, err := idna.New().ToUnicode(host)
	if err != nil {
		return "a label does not decode"
	}
	for label := range strings.SplitSeq(name, ".") {
		found, lookalikes := scriptsOf(label)
		switch {
		case len(found) > 1 && !slices.ContainsFunc(together, func(set []string) bool {
			return !slices.ContainsFunc(found, func(script string) bool { return !slices.Contains(set, script) })
		}):
			return "the label " + label + " mixes scripts"
		case lookalikes && (slices.Equal(found, []string{"Cyrillic"}) || slices.Equal(found, []string{"Greek"})):
			return "the label " + label + " consists of letters that look like Latin ones"
		}
	}
	return ""
}

var together = [][]string{{"Latin", "Han", "Hiragana", "Katakana"}, {"Latin", "Han", "Bopomofo"}, {"Latin", "Han", "Hangul"}}

// scriptsOf returns the names of the scripts of a label, without what all scripts share, and whether
// all of its letters look like Latin ones.
func scriptsOf(label string) (found []string, lookalikes bool) {
	lookalikes = true
	for _, r := range label {
		script := "none"
		for name, table := range unicode.Scripts {
			if unicode.Is(table, r) {
				script = name
				break
			}
		}
		if script == "Common" || script == "Inherited" {
			continue
		}
		if !slices.Contains(found, script) {
			found = append(found, script)
		}
		lookalikes = lookalikes && strings.ContainsRune("асеорхуіјѕһԁԛԝӏүνορυικ", r)
	}
	return found, lookalikes
}
