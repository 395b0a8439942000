package address

import (
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
		case !allowedTogether(found):
			return "the label " + label + " mixes scripts"
		case lookalikes && (found == cyrillic || found == greek):
			return "the label " + label + " consists of letters that look like Latin ones"
		}
	}
	return ""
}

type scripts uint16

const (
	latin scripts = 1 << iota
	cyrillic
	greek
	han
	kana
	bopomofo
	hangul
	otherScript
)

func scriptsOf(label string) (found scripts, lookalikes bool) {
	lookalikes = true
	var other *unicode.RangeTable
	for _, r := range label {
		switch {
		case r < 0x80 && !unicode.IsLetter(r), unicode.Is(unicode.Common, r), unicode.Is(unicode.Inherited, r):
			continue
		case unicode.Is(unicode.Latin, r):
			found |= latin
		case unicode.Is(unicode.Cyrillic, r):
			found |= cyrillic
		case unicode.Is(unicode.Greek, r):
			found |= greek
		case unicode.Is(unicode.Han, r):
			found |= han
		case unicode.Is(unicode.Hiragana, r), unicode.Is(unicode.Katakana, r):
			found |= kana
		case unicode.Is(unicode.Bopomofo, r):
			found |= bopomofo
		case unicode.Is(unicode.Hangul, r):
			found |= hangul
		case other == nil:
			found |= otherScript
			other = tableOf(r)
		case !unicode.Is(other, r):
			found |= otherScript | latin | cyrillic // two others never belong together
		}
		if !strings.ContainsRune("асеорхуіјѕһԁԛԝӏүνορυικ", r) {
			lookalikes = false
		}
	}
	return found, lookalikes
}

func tableOf(r rune) *unicode.RangeTable {
	for _, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return table
		}
	}
	return unicode.Common
}

func allowedTogether(found scripts) bool {
	if found&(found-1) == 0 { // none or one
		return true
	}
	for _, set := range []scripts{latin | han | kana, latin | han | bopomofo, latin | han | hangul} {
		if found&^set == 0 {
			return true
		}
	}
	return false
}
