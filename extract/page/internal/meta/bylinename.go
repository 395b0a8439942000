package meta

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// bylineName returns the name in a text that stands where the author is named, without
// the words that introduce it and what follows: dates, titles, addresses, calls to
// read on. It is empty if there is none.
func bylineName(s string) string {
	s = trimName(fold(s))
	if s == "" || len(s) > 200 {
		return ""
	}
	s = afterIntroduction(s)
	for _, cut := range [...]string{" | ", " · ", " • ", " ⋅ ", " » ", " – ", " — ", " :: "} {
		s = firstNamed(s, cut)
	}
	s = trimName(afterIntroduction(trimName(afterDate(s))))
	s = trimName(cutOutlet(cutJobTitle(cutDate(s))))
	if !isName(s) {
		return ""
	}
	return s
}

// trimName cuts off what is no part of a name at either end.
func trimName(s string) string {
	s = strings.Trim(s, " ,|–—-·•:;~*»«<>/_\"“”„\u00a0")
	if len(s) > 2 && s[0] == '\'' && s[len(s)-1] == '\'' {
		s = s[1 : len(s)-1]
	}
	return s
}

// afterIntroduction returns what follows the words that introduce a name, at the start
// or, behind a date or under a label, within.
func afterIntroduction(s string) string {
	for range 3 {
		rest := afterLead(s)
		if rest == s {
			break
		}
		s = rest
	}
	low := strings.ToLower(s)
	if len(low) != len(s) {
		return s
	}
	for _, label := range [...]string{" written by ", " posted by ", " autor: ", " author: ", " autorin: ", " by: "} {
		if _, after, found := strings.Cut(low, label); found {
			return s[len(s)-len(after):]
		}
	}
	if i := strings.Index(low, " by "); i > 0 && startsWithDate(s[:i]) {
		return s[i+len(" by "):]
	}
	return s
}

// afterLead returns what follows the words that introduce a name, s if there are
// none. Particles of names introduce nothing.
func afterLead(s string) string {
	for _, lead := range leads {
		if len(s) <= len(lead) || !strings.EqualFold(s[:len(lead)], lead) {
			continue
		}
		rest := s[len(lead):]
		c, _ := utf8.DecodeRuneInString(rest)
		switch {
		case c == ':' || c == '：':
			return trimName(rest)
		case c != ' ' && c != '\u00a0':
			continue
		}
		rest = trimName(rest)
		first, _, more := strings.Cut(rest, " ")
		switch strings.ToLower(first) {
		case "der", "den", "dem", "la", "las", "los", "le":
			if !strings.Contains(lead, " ") { // "von der Heide"
				return s
			}
		}
		if !more && len(lead) <= 4 && lead != "by" && s[0] < 'a' { // "Di Maio"
			return s
		}
		if rest == "" {
			return s
		}
		return rest
	}
	return s
}

// firstNamed returns the first part between separators that may hold a name: what
// begins with a date is passed over.
func firstNamed(s, separator string) string {
	first, rest, found := strings.Cut(s, separator)
	for found && startsWithDate(first) && strings.ContainsAny(first, " ./-") {
		first, rest, found = strings.Cut(rest, separator)
	}
	return first
}

// afterDate cuts off the date that a text begins with, of two words or more.
func afterDate(s string) string {
	words := strings.Fields(s)
	n := 0
	for n < len(words) && startsWithDate(strings.Join(words[:n+1], " ")) {
		n++
	}
	if n < 2 || n == len(words) {
		return s
	}
	return strings.Join(words[n:], " ")
}

// startsWithDate reports whether a text is, or begins with, a date: digits, the names of
// months and days.
func startsWithDate(s string) bool {
	seen := false
	for w := range strings.FieldsSeq(s) {
		w = strings.ToLower(strings.Trim(w, ".,:()"))
		switch {
		case w == "", leadsToDate(w), weekday(w):
			seen = seen || monthByName(w) != 0
		case w[0] >= '0' && w[0] <= '9':
			seen = true
		default:
			return false
		}
	}
	return seen
}

// cutDate cuts off the date that follows a name, and what leads over to it.
func cutDate(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		switch low := strings.ToLower(strings.Trim(w, ".,:|()")); {
		case i == 1 && number(w) && len(words) > 2 && strings.HasPrefix(strings.ToLower(words[2]), "min"):
			return "" // so long to read
		case number(w), i > 0 && ends(low, words[i+1:]), i > 0 && strings.Contains(w, "@") && w != "@":
			words = words[:i]
		default:
			continue
		}
		break
	}
	at := len(words)
	for at > 0 && (leadsToDate(words[at-1]) || weekday(strings.ToLower(strings.Trim(words[at-1], ".,:|»")))) {
		if at == 1 || at == len(strings.Fields(s)) && !monthAlone(words[at-1]) {
			break
		}
		at--
	}
	return strings.Join(words[:at], " ")
}

// cutJobTitle cuts off the title that follows a name of two words or more without
// a comma, unless it is that of a group.
func cutJobTitle(s string) string {
	words := strings.Fields(s)
	if len(words) < 3 {
		return s
	}
	switch strings.ToLower(words[len(words)-1]) {
	case "team", "staff", "desk", "newsroom", "redaktion", "group", "board", "department", "office", "agency":
		return s
	}
	for i := 2; i < len(words); i++ {
		if strings.HasSuffix(words[i-1], ",") {
			return s
		}
		if w := strings.ToLower(words[i-1]); w == "the" || w == "to" || w == "of" {
			return s
		}
		switch strings.Trim(words[i], ",.") {
		case "CEO", "CTO", "CFO", "COO", "CMO", "Founder", "Co-Founder", "Cofounder", "Editor", "Writer", "Reporter", "Former", "Head", "Managing", "Senior", "Staff", "Chief", "Director",
			"Contributor", "Correspondent", "Journalist", "Redakteur", "Redakteurin", "Author", "Member", "President", "Professor", "Consultant", "Manager":
			return strings.Join(words[:i], " ")
		case "Marketing", "Business", "Product", "Content":
			if i+2 < len(words) {
				return strings.Join(words[:i], " ")
			}
		}
	}
	return s
}

// cutOutlet cuts off the publication that a name of two words or more was written for:
// "Ada Finch For Mailonline", "Ada Finch, Special for The Tide".
func cutOutlet(s string) string {
	low := strings.ToLower(s)
	if len(low) != len(s) {
		return s
	}
	for _, sign := range [...]string{", special for ", ", special to ", ", for ", " special to ", " special for ", " for "} {
		name, outlet, found := strings.Cut(low, sign)
		if !found || !strings.Contains(strings.TrimSpace(name), " ") || outlet == "" {
			continue
		}
		if first, _ := utf8.DecodeRuneInString(s[len(s)-len(outlet):]); unicode.IsUpper(first) {
			return s[:len(name)]
		}
	}
	return s
}

// isName tells a name, or a few, from other short texts.
func isName(s string) bool {
	low := strings.ToLower(s)
	first, _ := utf8.DecodeRuneInString(s)
	switch {
	case s == "", len(s) > 120, strings.Contains(s, "://"), strings.Contains(s, "©"), s[0] == '@' || s[0] == '#' || s[0] == '$' || s[0] == '.' || s[0] == '+',
		strings.HasPrefix(low, "www."), strings.HasPrefix(low, "copyright"), strings.HasPrefix(low, "phone"), strings.HasPrefix(low, "visit "), strings.HasPrefix(low, "the author"), strings.Contains(low, "verified"), strings.ContainsAny(s, "®™"), isJobTitle(low), strings.HasPrefix(low, "home "),
		strings.ContainsAny(s, "{}<>$[]¶="), unicode.IsDigit(first) && strings.Contains(s, " "), oneAddress(s):
		return false
	}
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters < 2 && !(letters == 1 && utf8.RuneLen(first) > 1) {
		return false
	}
	if s[0] == '(' || slices.ContainsFunc(credits[:], func(credit string) bool { return strings.HasPrefix(low, credit) }) {
		return false
	}
	return !slices.Contains(nobody[:], low) && !sentence(s) && !isDayNames(s) && !strings.HasSuffix(low, " testimonial")
}

// isJobTitle reports whether a text in lower case is a position in a company, not a name.
func isJobTitle(low string) bool {
	first, rest, _ := strings.Cut(low, " ")
	switch first {
	case "vice", "senior", "chief", "head", "managing", "executive", "associate", "deputy", "lead", "principal":
		return isTitle(rest) || strings.HasPrefix(rest, "of ")
	}
	return false
}

// isDayNames reports whether a text names nothing but days of the week and months.
func isDayNames(s string) bool {
	for w := range strings.FieldsSeq(s) {
		if w = strings.ToLower(strings.Trim(w, ".,")); !weekday(w) && !monthAlone(w) {
			return false
		}
	}
	return true
}

// oneAddress reports whether s is an address of mail.
func oneAddress(s string) bool {
	return strings.IndexByte(s, '@') > 0 && strings.IndexByte(s, ' ') < 0 && strings.IndexByte(s, '.') > 0
}

// sentence reports whether a text reads like part of a sentence: most of its words,
// four or more, are in lower case, or a verb says what is done.
func sentence(s string) bool {
	words, small := 0, 0
	for w := range strings.FieldsSeq(s) {
		words++
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsLower(r) {
			small++
		}
		switch w {
		case "is", "are", "was", "has", "ist", "sind", "est", "es", "posted", "billed", "said", "says":
			if words > 1 {
				return true
			}
		}
	}
	return words >= 4 && 2*small > words || words == 3 && small == 3
}
