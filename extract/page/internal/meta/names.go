package meta

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/wordlist"
)

//go:embed names.txt
var namesText string

var vocabulary = sync.OnceValue(func() map[string]wordlist.List { return wordlist.Parse(namesText) })

func is(class, phrase string) bool { return vocabulary()[class].Has(strings.ToLower(phrase)) }

// isLead reports whether a text is nothing but words that introduce a name: "Written by:".
func isLead(s string) bool {
	s = strings.ToLower(strings.TrimRight(fold(s), " :："))
	return is("lead", s) || introduces(s)
}

const (
	maxByline    = 300 // bytes of a text that may hold names
	maxLeadWords = 5   // words of the longest phrase that introduces a name
)

// bylineNames returns the names in the text of a byline, without the words
// that introduce them and what follows: dates, roles, papers, addresses, calls to read on.
//
//	"By Ada Finch and Bo Reed, Shore Times | 4 May 2024" → Ada Finch, Bo Reed
func bylineNames(s string) []string {
	s = trimName(fold(s))
	if s == "" || len(s) > maxByline {
		return nil
	}
	if s = afterIntroduction(s); isUnspaced(s) {
		s = unspacedName(s)
	}
	for _, sign := range [...]string{" | ", " · ", " • ", " ⋅ ", " » ", " – ", " — ", " :: "} {
		first, rest, found := strings.Cut(s, sign)
		for found && (strings.Trim(first, " |") == "" || isLead(first) || startsWithDate(first) && strings.ContainsAny(first, " ./-")) {
			first, rest, found = strings.Cut(rest, sign)
		}
		s = first
	}
	if name, rest, found := strings.Cut(s, " - "); found && isFullName(name) {
		s = name + ", " + rest
	}
	if about, name, found := strings.Cut(s, " "); found && is("about", about) && isFullName(name) {
		s = name
	}
	for _, and := range [...]string{") and ", ") und ", ") et ", ") y ", ") e ", "), "} { // "Ada Finch (Hallin) and Bo Reed (Oster)"
		if first, second, found := strings.Cut(s, and); found {
			if name, place, found := strings.Cut(first, " ("); found && isFullName(name) && isCapital(place) {
				s = name + and[1:] + second
			}
		}
	}
	s = trimName(afterSmallRole(afterIntroduction(trimName(afterDate(s)))))
	s = trimName(cutRole(cutTail(cutSecond(s))))
	if name, rest, found := strings.Cut(s, ", "); found && isFullName(name) {
		if role, _, more := strings.Cut(rest, ". "); more && isRole(role) {
			s = name // "Ada Finch, columnist. She writes about tides"
		}
	}
	if stem, found := strings.CutSuffix(s, "."); found && len(lastWord(stem)) > 3 {
		s = stem // "By Ada Finch." but "Ada Finch Jr."
	}
	if at := strings.LastIndex(s, "("); at > 0 && strings.Contains(strings.TrimSpace(s[:at]), " ") && strings.IndexByte(s[at:], ')')+at >= len(s)-1 || at > 0 && !strings.Contains(s[at:], ")") {
		s = trimName(s[:at]) // "Ada Finch (Hallin)"
	}
	for _, label := range [...]string{"记者", "記者", "作者"} {
		s = strings.TrimPrefix(s, label)
	}
	s, _, _ = strings.Cut(s, "（")
	if !isName(s) {
		return nil
	}
	return splitNames(s)
}

func trimName(s string) string {
	s = strings.Trim(s, " ,|–—-·•:：;~*»«<>/／＝_\"“”„[]［］\u00a0")
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
		if before, after, found := strings.Cut(low, label); found && !slices.ContainsFunc(vocabulary()["second"].Phrases, func(second string) bool { return strings.HasSuffix(before+" by", second) }) {
			return s[len(s)-len(after):]
		}
	}
	return cmp.Or(afterDatedOpener(s), s)
}

// afterLead returns what follows the longest words that introduce a name, s if there are
// none. Particles of names introduce nothing: "von der Heide", "Di Maio".
func afterLead(s string) string {
	end := 0 // of the words that are looked at
	found, rest := "", s
	for range maxLeadWords {
		next := strings.IndexAny(s[end:], " :：／/＝\u00a0\u3000")
		if next < 0 {
			break
		}
		end += next
		if lead := strings.ToLower(s[:end]); (is("lead", lead) || introduces(lead)) && (s[end] != '/' || isUnspaced(lead)) {
			found, rest = lead, s[end:]
		}
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	if found == "" {
		return s
	}
	labelled := rest[0] == ':' || strings.HasPrefix(rest, "：") || strings.HasPrefix(rest, "／")
	if rest = trimName(rest); isUnspaced(found) {
		return unspacedName(rest)
	}
	if labelled || rest == "" {
		return rest
	}
	first, _, more := strings.Cut(rest, " ")
	isSurname := !more && len(found) <= 4 && found != "by" && s[0] < 'a' && !is("outlet", first) && !is("nobody", first) // but "Par AFP"
	if is("inname", first) && !strings.Contains(found, " ") || isSurname || is("and", first) {
		return s
	}
	return rest
}

// introduces reports whether a text is an opener behind words that go with one: "guest post by", "ein kommentar von".
func introduces(lead string) bool {
	lead = strings.TrimSpace(lead)
	last := strings.LastIndexFunc(lead, unicode.IsSpace)
	if last < 0 || !is("opener", strings.TrimLeftFunc(lead[last:], unicode.IsSpace)) {
		return false
	}
	for word := range strings.FieldsSeq(lead[:last]) {
		if !is("leadword", word) {
			return false
		}
	}
	return true
}

// unspacedName is the name that a text in a script without spaces begins with: up to the next label or word behind a name.
func unspacedName(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		if label, _, found := cutLabel(w); i > 0 && (found && label != "" || is("suffix", w) || isReport(w)) {
			words = words[:i]
			break
		}
	}
	s = strings.Join(words, " ")
	if name, rest, found := strings.Cut(s, "／"); found && isReport(rest) {
		return name // "王小明／台北報導"
	}
	return s
}

// isReport reports whether a text ends in a word for a report, behind a place: "北京报道".
func isReport(s string) bool {
	return slices.ContainsFunc([]string{"报道", "報道", "報導"}, func(report string) bool { return strings.HasSuffix(s, report) })
}

// cutLabel cuts a word at the sign behind a label: "文：山田" is 文 and 山田.
func cutLabel(word string) (label, rest string, found bool) {
	at := strings.IndexAny(word, ":：／/")
	if at < 0 {
		return "", word, false
	}
	_, size := utf8.DecodeRuneInString(word[at:])
	return word[:at], word[at+size:], true
}

// isUnspaced reports whether a text begins in a script whose names have no spaces, or need none.
func isUnspaced(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isOfUnspaced(r)
}

func isOfUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// afterSmallRole returns what follows a role in lower case before a name: "court reporter Ada Finch".
func afterSmallRole(s string) string {
	words := strings.Fields(s)
	n := slices.IndexFunc(words, isCapital)
	if n < 1 || n > maxBeside || !is("role", words[n-1]) {
		return s
	}
	return strings.Join(words[n:], " ")
}

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
		case w == "", leadsToDate(w), is("weekday", w):
			seen = seen || monthByName(w) != 0
		case w[0] >= '0' && w[0] <= '9':
			seen = true
		case seen && is("clock", w):
		default:
			return false
		}
	}
	return seen
}

func leadsToDate(word string) bool {
	w := strings.ToLower(strings.Trim(word, ".,:|»–—-·•"))
	return w == "" || is("todate", w) || monthByName(w) != 0
}

// cutSecond cuts off who made pictures, edited or translated: "Ada Finch, photos by Bo Reed".
func cutSecond(s string) string {
	low := strings.ToLower(s)
	if len(low) != len(s) {
		return s
	}
	for i := 0; ; {
		at := strings.IndexByte(low[i:], ' ')
		if at < 0 {
			return s
		}
		i += at + 1
		for _, phrase := range vocabulary()["second"].Phrases {
			if rest, found := strings.CutPrefix(low[i:], phrase); found && (rest == "" || rest[0] == ' ' || rest[0] == ':') {
				names := trimName(s[:i])
				if and := lastWord(names); is("and", and) {
					names = trimName(strings.TrimSuffix(names, and))
				}
				return names
			}
		}
	}
}

// cutTail cuts off the date, the address or the call to read on that follows a name, and what leads over to it.
func cutTail(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		low := strings.ToLower(strings.Trim(w, ".,:|()"))
		rest := words[i+1:]
		if i == 3 && is("role", w) && w == low && !strings.ContainsAny(words[1]+words[2], ",.") && isPerson(strings.Join(words[:2], " ")) {
			return strings.Join(words[:2], " ") // "Ada Finch Harbour correspondent"
		}
		first, _ := utf8.DecodeRuneInString(low)
		switch {
		case i > 0 && strings.HasSuffix(w, ":"), i > 1 && isCapital(words[i-1]) && hasCapitals(words[:i]) && low != "for" && low != "special" && !isCapital(w) && unicode.IsLower(first) && !is("small", w) && !is("and", w) && !(is("role", strings.Trim(low, ",")) && strings.Contains(strings.Join(words[:i], " "), ",")):
			words = words[:i]
		case looksNumeric(w), i > 0 && is("end", low), i > 0 && strings.Contains(w, "@"):
			words = words[:i]
		default:
			continue
		}
		if len(rest) > 2 && is("and", rest[1]) && isFullName(strings.Join(rest[2:min(len(rest), 4)], " ")) { // "Ada Finch in Hallin and Bo Reed in Oster"
			return strings.Join(words, " ") + " " + rest[1] + " " + cutTail(strings.Join(rest[2:], " "))
		}
		break
	}
	at := len(words)
	for at > 0 && (leadsToDate(words[at-1]) || is("weekday", strings.Trim(words[at-1], ".,:|»"))) {
		if at == 1 || at == len(strings.Fields(s)) && !isMonthOnly(words[at-1]) {
			break
		}
		at--
	}
	return strings.Join(words[:at], " ")
}

func looksNumeric(w string) bool {
	w = strings.TrimLeft(w, "$€£(#—–")
	return w != "" && w[0] >= '0' && w[0] <= '9' && strings.Trim(w, "0123456789.,:/-–thsndr)%+$€£") == ""
}

// isMonthOnly reports whether a word is the full name of a month that no person is
// called by.
func isMonthOnly(w string) bool {
	w = strings.ToLower(strings.Trim(w, ".,"))
	return len(w) > 4 && monthByName(w) != 0 && !is("firstname", w)
}

// cutRole cuts off the role that follows a name of two words or more without a comma, unless it
// belongs to the name of a group: "Ada Finch Senior Editor", but "Shore Editorial Staff"; and the paper that a
// name was written for: "Ada Finch, special to the Shore Times".
func cutRole(s string) string {
	words := strings.Fields(s)
	if len(words) < 3 {
		return s
	}
	for i := 2; i+1 < len(words); i++ {
		w, next := strings.ToLower(words[i]), strings.ToLower(words[i+1])
		if words[i] == "The" && isPerson(strings.Join(words[:i], " ")) {
			return strings.Join(words[:i], " ")
		}
		if isPaper := w == "of" && next == "the" || w == "for"; isPaper {
			for j := i + 2; j+2 < len(words); j++ { // "Ada Finch of the Shore Times and Bo Reed of the Post"
				if is("and", words[j]) && isPerson(words[j+1]+" "+words[j+2]) {
					return strings.Join(words[:i], " ") + " " + strings.Join(words[j:j+3], " ")
				}
			}
		}
		if isCapital(words[len(words)-1]) && (w == "for" || w == "special" && (next == "to" || next == "for") || w == "of" && next == "the" && i == 2) {
			return strings.Join(words[:i], " ")
		}
	}
	if is("group", words[len(words)-1]) {
		return s
	}
	for i := 2; i < len(words); i++ {
		before := strings.ToLower(words[i-1])
		if strings.HasSuffix(before, ",") || before == "the" || before == "to" || before == "of" || is("and", before) {
			return s
		}
		w := strings.Trim(words[i], ",.")
		isPaper := isUpper(words[0]) && !isUpper(w) && isPerson(strings.Join(words[:i], " ")) // "ADA FINCH Associated Press"
		if isCapital(w) && (isPaper || is("role", w)) {
			return strings.Join(words[:i], " ")
		}
	}
	return s
}

func isUpper(s string) bool { return strings.ToUpper(s) == s }

// isName reports whether a short text is a name, or a few. It rejects addresses, picture credits, sentences, and words
// that often fill the field of a name.
func isName(s string) bool {
	low := strings.ToLower(s)
	first, _ := utf8.DecodeRuneInString(s)
	isMail := strings.IndexByte(s, '@') > 0 && strings.IndexByte(s, ' ') < 0 && strings.IndexByte(s, '.') > 0
	switch {
	case s == "", len(s) > 200, strings.Contains(s, "://"), strings.HasPrefix(low, "www."), strings.ContainsAny(s[:1], "@#$.+("),
		strings.ContainsAny(s, "{}<>$[]¶=©®™:："),
		unicode.IsDigit(first) && strings.Contains(s, " "), is("nobody", low), is("end", low), is("opener", lastWord(low)) && strings.Contains(s, " "),
		vocabulary()["todate"].Has(lastWord(s)), isMail, isSentence(s): // "ada77 on"
		return false
	}
	if slices.ContainsFunc(vocabulary()["credit"].Phrases, func(credit string) bool { return strings.HasPrefix(low, credit) }) {
		return false
	}
	if rank, rest, _ := strings.Cut(low, " "); is("rank", rank) && (isRole(rest) || strings.HasPrefix(rest, "of ")) {
		return false // "vice president"
	}
	isOther := func(w string) bool { // than the name of a day or a month
		w = strings.Trim(w, ".,")
		return !is("weekday", w) && !isMonthOnly(w)
	}
	if !slices.ContainsFunc(strings.Fields(s), isOther) {
		return false
	}
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters > 1 || letters == 1 && utf8.RuneLen(first) > 1
}

// isSentence reports whether a text reads like part of a sentence: most of its words,
// four or more, are in lower case, a verb says what is done, or another sentence follows.
func isSentence(s string) bool {
	words, small, ended := 0, 0, false
	for w := range strings.FieldsSeq(s) {
		words++
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsLower(r) {
			small++
		}
		if words > 1 && vocabulary()["verb"].Has(w) || ended {
			return true
		}
		ended = len(w) > 4 && w[len(w)-1] == '.'
	}
	const maxCaseless = 10 // words of a text in a script without capital letters
	return words >= 4 && 2*small > words || words == 3 && small == 3 || words > maxCaseless && strings.ToUpper(s) == strings.ToLower(s)
}

// splitNames cuts a list of names written as one: "Ada Finch, Bo Reed and Cy Moss". What follows a role or a paper behind
// a full name, up to the next one joined by a word, is left out with it; "Finch, Ada" is one name; what else follows
// a full name belongs to it: "Ada Finch, PhD".
func splitNames(s string) []string {
	var parts, out []string
	named, leftOut := false, false
	if first, second, found := strings.Cut(s, "/"); found && isPerson(first) && isFullName(second) {
		if s = first; !isOutlet(second) {
			s += "," + second
		}
	}
	for part := range strings.FieldsFuncSeq(strings.NewReplacer(" / ", ",", " + ", ",").Replace(s), func(r rune) bool { return r == ',' || r == ';' || r == '|' || r == '，' || r == '、' }) {
		part = strings.TrimSpace(part)
		if and, rest, found := strings.Cut(part, " "); found && is("and", and) && len(parts) > 0 {
			part, leftOut = rest, false // "A, B, and C"
		}
		if part == "" {
			continue
		}
		if degree, rest, found := strings.Cut(part, " "); found && named && is("degree", strings.Trim(degree, ".")) { // "A, PhD and B, MD"
			if and, other, found := strings.Cut(rest, " "); found && is("and", and) {
				out[len(out)-1] += ", " + degree
				part = other
			}
		}
		isShort := len(part) <= 5 && strings.ToUpper(part) == part && strings.IndexByte(part, ' ') < 0 && !isOutlet(part)
		if named && !isRole(part) && (isDegree(part) || isShort) {
			out[len(out)-1] += ", " + part
			continue
		}
		if pair := splitPair(part); len(pair) == 1 {
			part = pair[0] // without "and agencies"
		}
		word, _, more := strings.Cut(part, " ")
		first, _ := utf8.DecodeRuneInString(part)
		isBeside := isRole(part) || isOutlet(part) || unicode.IsLower(first) || is("place", word) || !more && first < utf8.RuneSelf
		if leftOut = leftOut || named && isBeside; leftOut {
			words := strings.Fields(part)
			at := len(words) - 2
			for at > 0 && !is("and", words[at]) {
				at--
			}
			if at <= 0 || !isFullName(strings.Join(words[at+1:], " ")) {
				continue
			}
			part, leftOut = strings.Join(words[at+1:], " "), false // "A, editor and B, reporter"
		}
		parts = append(parts, part)
		for _, name := range splitPair(part) {
			first, _, _ := strings.Cut(name, " ")
			if named = named || isFullName(name) && !is("small", first); !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	if len(parts) == 2 && len(out) == 2 && strings.Contains(s, ",") && !strings.ContainsAny(s, ";/") && isCapital(parts[0]) && isCapital(parts[1]) &&
		!strings.Contains(parts[0]+parts[1], " ") && !isDegree(parts[1]) {
		return []string{parts[1] + " " + parts[0]}
	}
	for _, name := range out {
		if len(out) > 1 && (!strings.Contains(name, " ") && name[0] < utf8.RuneSelf || len(strings.Fields(name)) > 5) {
			return []string{strings.Join(parts, ", ")}
		}
	}
	return out
}

func splitPair(s string) []string {
	words := strings.Fields(s)
	for i := 1; i < len(words)-1; i++ {
		if !is("and", words[i]) {
			continue
		}
		if first := strings.Join(words[:i], " "); isFullName(first) {
			rest := splitPair(strings.Join(words[i+1:], " "))
			if isOutlet(rest[0]) && (isPerson(first) || !strings.Contains(rest[0], " ")) { // "Ada Finch and agencies", "Ada Finch and Bo Reed SHORE TODAY"
				second := strings.Fields(rest[0])
				if name := strings.Join(second[:min(2, len(second))], " "); isPerson(name) {
					return []string{first, name}
				}
				return []string{first}
			}
			if isFullName(rest[0]) {
				return append([]string{first}, rest...)
			}
		}
	}
	return []string{s}
}

// isFullName reports whether a text is two to four words of which the first and the last begin with a
// capital letter, and the others too unless they are small within names: "Ada von Finch".
func isFullName(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 4 || isRole(s) {
		return false
	}
	return isCapital(words[0]) && isCapital(words[len(words)-1]) && hasCapitals(words) && !strings.EqualFold(words[0], "the")
}

// hasCapitals reports whether all words begin with a capital letter but those that are small within names or join them.
func hasCapitals(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !isCapital(w) && !is("small", w) && !is("and", w) })
}

func isCapital(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	if at := strings.IndexAny(w, "'’"); at == 1 && unicode.IsLower(r) {
		_, size := utf8.DecodeRuneInString(w[at:]) // "d'Orsay"
		r, _ = utf8.DecodeRuneInString(w[at+size:])
	}
	return !unicode.IsLower(r) && (unicode.IsLetter(r) || r >= 0x80)
}

func isRole(s string) bool {
	for w := range strings.FieldsSeq(s) {
		if is("role", strings.Trim(w, ".()")) {
			return true
		}
	}
	return false
}

func isOutlet(s string) bool {
	for w := range strings.FieldsSeq(s) {
		dot := strings.LastIndexByte(w, '.')
		if is("outlet", strings.Trim(w, ".()")) || dot > 1 && dot < len(w)-2 { // Shore.org
			return true
		}
	}
	return false
}

// givenNamesFirst turns names around that catalogues write with the family name first:
// "Finch, Ada" (Highwire Press tags, Dublin Core). It leaves text after a full name, such as a town, and a
// degree behind the comma.
func givenNamesFirst(names []string) (out []string) {
	for _, name := range names {
		family, given, found := strings.Cut(name, ",")
		if given = strings.TrimSpace(given); found && given != "" && !strings.ContainsAny(given, ",;") && !isFullName(family) && !isDegree(given) {
			name = given + " " + strings.TrimSpace(family)
		}
		out = append(out, name)
	}
	return out
}

// isDegree reports whether s is a degree or a role and not a given name: "MD", "PhD".
func isDegree(s string) bool { return is("degree", strings.Trim(s, ".")) || isRole(s) }
