package meta

import (
	"cmp"
	_ "embed"
	"iter"
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

// classes has the classes of each phrase of names.txt, and "month" for the names of months. The first word of a phrase is of a class of its
// own: of "first lead" for one of lead.
var classes = sync.OnceValue(func() map[string][]string {
	of := map[string][]string{}
	for name := range months() {
		of[name] = append(of[name], "month")
	}
	for class, list := range vocabulary() {
		for _, phrase := range list.Phrases {
			of[phrase] = append(of[phrase], class)
			first := phrase[:endOf(phrase, 0, isOfWord)]
			of[first] = append(of[first], "first "+class)
		}
	}
	return of
})

// lookUp returns the value of a phrase in a table of phrases in lower case, none of which is longer than 64 bytes. It makes no copy.
func lookUp[V any](table map[string]V, phrase string) (value V) {
	var buf [64]byte
	if len(phrase) > len(buf) {
		return value
	}
	low := buf[:0]
	for _, r := range phrase {
		low = utf8.AppendRune(low, unicode.ToLower(r))
	}
	return table[string(low)]
}

// is reports whether a phrase in any case is of a class of names.txt.
func is(class, phrase string) bool { return slices.Contains(lookUp(classes(), phrase), class) }

// isOneOf reports whether a phrase is of one of some classes.
func isOneOf(phrase string, some ...string) bool {
	return slices.ContainsFunc(lookUp(classes(), phrase), func(class string) bool { return slices.Contains(some, class) })
}

// isLead reports whether a text is nothing but words that introduce a name: "Written by:".
func isLead(s string) bool {
	s = strings.TrimRight(fold(s), " :：")
	return beginsLikeLead(s) && (is("lead", s) || introduces(s))
}

// beginsLikeLead reports whether a text begins with a word that phrases begin with which introduce a name.
func beginsLikeLead(s string) bool {
	return isOneOf(s[:endOf(s, 0, isOfWord)], "first lead", "leadword")
}

// isOfWord reports whether a character doesn't end a word in a phrase that introduces a name.
func isOfWord(r rune) bool {
	switch r {
	case ' ', ':', '：', '／', '/', '＝', '\u00a0', '\u3000':
		return false
	}
	return true
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
	if strings.IndexByte(s, '(') > 0 {
		s = strings.ReplaceAll(s, "(", " (")
	}
	for before, after, found := strings.Cut(s, " <"); found; before, after, found = strings.Cut(s, " <") { // Ada Finch <ada@shore.example>
		_, rest, _ := strings.Cut(after, ">")
		s = before + rest
	}
	s = afterIntroduction(s)
	for _, sign := range [...]string{" | ", " · ", " • ", " ⋅ ", " » ", " – ", " — ", " :: "} {
		first, rest, found := strings.Cut(s, sign)
		for found && (strings.Trim(first, " |") == "" || isLead(first) || startsWithDate(first) && strings.ContainsAny(first, " ./-")) {
			first, rest, found = strings.Cut(rest, sign)
		}
		s = first
	}
	if about, name, found := strings.Cut(s, " "); found && is("about", about) && isFullName(name) {
		s = name
	}
	names := splitNames(trimName(cutTail(cutSecond(afterRoles(afterIntroduction(trimName(afterDate(s))))))))
	if len(names) == 0 || !isName(names[0]) {
		return nil
	}
	return slices.DeleteFunc(names, func(name string) bool { return !isName(name) })
}

func trimName(s string) string {
	return strings.Trim(s, " ,|–—-·•:：;~*»«<>/／＝_'\"“”„[]［］\u00a0")
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
	return cmp.Or(afterLabel(s), afterDatedOpener(s), s)
}

// afterLabel returns what follows a label of an author within a text: "Published on 4 May 2024 Author: Ada Finch".
func afterLabel(s string) string {
	if !strings.ContainsAny(s, "yY:") { // each label has one
		return ""
	}
	low := strings.ToLower(s)
	if len(low) != len(s) {
		return ""
	}
	for _, label := range [...]string{" written by ", " posted by ", " autor: ", " author: ", " autorin: "} {
		if before, after, found := strings.Cut(low, label); found && !endsWith("second", before+" by") {
			return s[len(s)-len(after):]
		}
	}
	return ""
}

// afterLead returns what follows the longest words that introduce a name, s if there are
// none. Particles of names introduce nothing: "von der Heide", "Di Maio".
func afterLead(s string) string {
	if !beginsLikeLead(s) {
		return s
	}
	end := endOf(s, 0, isOfWord) // of the words that are looked at
	found, rest := "", s
	for words := 0; end < len(s) && words < maxLeadWords; words++ {
		if lead := s[:end]; (is("lead", lead) || introduces(lead)) && (s[end] != '/' || isUnspaced(lead)) {
			found, rest = lead, s[end:]
		}
		_, size := utf8.DecodeRuneInString(s[end:])
		end = endOf(s, end+size, isOfWord)
	}
	if found == "" {
		return s
	}
	labelled := rest[0] == ':' || strings.HasPrefix(rest, "：") || strings.HasPrefix(rest, "／")
	if rest = trimName(rest); labelled || rest == "" || isUnspaced(found) {
		return rest
	}
	first, _, more := strings.Cut(rest, " ")
	isSurname := !more && len(found) <= 4 && !strings.EqualFold(found, "by") && s[0] < 'a' && !is("outlet", first) && !is("nobody", first) // but "Par AFP"
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

// endsWith reports whether a text ends in a phrase of a class of names.txt.
func endsWith(class, s string) bool {
	return slices.ContainsFunc(vocabulary()[class].Phrases, func(end string) bool { return strings.HasSuffix(s, end) })
}

// startsWith reports whether a text begins with a phrase of a class of names.txt, in any case.
func startsWith(class, s string) bool {
	return slices.ContainsFunc(vocabulary()[class].Phrases, func(start string) bool { return hasPrefixFold(s, start) })
}

// labelOf returns the label that a word begins with, up to a colon or slash: 文 of "文：山田".
func labelOf(word string) (label string, found bool) {
	at := strings.IndexAny(word, ":：／/")
	return word[:max(at, 0)], at >= 0
}

// isUnspaced reports whether a text begins in a script whose names have no spaces, or need none.
func isUnspaced(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isOfUnspaced(r)
}

func isOfUnspaced(r rune) bool {
	return r >= '\u1100' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// wordsOf yields the words of a text, each behind the place where it begins.
func wordsOf(s string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		at := 0
		for word := range strings.FieldsSeq(s) {
			at += strings.Index(s[at:], word)
			if !yield(at, word) {
				return
			}
			at += len(word)
		}
	}
}

// afterRoles returns what follows a role before a full name: "court reporter Ada Finch", "Senior Editor Ada Finch".
func afterRoles(s string) string {
	n, afterRole := 0, false
	for at, word := range wordsOf(s) {
		isRole := is("role", word)
		if n == maxBeside || !isRole && isCapital(word) {
			if afterRole {
				return s[at:]
			}
			break
		}
		n, afterRole = n+1, isRole
	}
	return s
}

func afterDate(s string) string {
	words, end := leadingDate(s)
	if words < 2 || end == len(s) {
		return s
	}
	return strings.TrimSpace(s[end:])
}

// leadingDate returns how many words at the beginning of a text belong to a date (digits, names of months and days), and where they end:
// 3 words of "Sunday 4 May Ada Finch", none of "Sunday Ada Finch".
func leadingDate(s string) (words, end int) {
	n, seen := 0, false
	for at, word := range wordsOf(s) {
		switch w := strings.Trim(word, ".,:()"); {
		case leadsToDate(w) || is("weekday", w):
			seen = seen || monthByName(w) != 0
		case w[0] >= '0' && w[0] <= '9':
			seen = true
		case seen && is("clock", w):
		default:
			return words, end
		}
		if n++; seen {
			words, end = n, at+len(word)
		}
	}
	return words, end
}

// startsWithDate reports whether a text is nothing but a date.
func startsWithDate(s string) bool {
	words, end := leadingDate(s)
	return words > 0 && strings.TrimSpace(s[end:]) == ""
}

func leadsToDate(word string) bool {
	w := strings.Trim(word, ".,:|»–—-·•")
	return w == "" || isOneOf(w, "todate", "month")
}

// cutSecond cuts off who made pictures, edited or translated: "Ada Finch, photos by Bo Reed".
func cutSecond(s string) string {
	isSecond := func(text, phrase string) bool {
		return hasPrefixFold(text, phrase) && (len(text) == len(phrase) || text[len(phrase)] == ' ' || text[len(phrase)] == ':')
	}
	for at, word := range wordsOf(s) {
		first, _, _ := strings.Cut(word, ":")
		if at > 0 && is("first second", first) && slices.ContainsFunc(vocabulary()["second"].Phrases, func(phrase string) bool { return isSecond(s[at:], phrase) }) {
			return trimName(s[:at])
		}
	}
	return s
}

func isUpper(s string) bool { return strings.ToUpper(s) == s }

// isName reports whether a short text is a name. It rejects addresses, picture credits, and words
// that often fill the field of a name.
func isName(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	host, _, hasPath := strings.Cut(s, "/")
	top := host[strings.LastIndexByte(host, '.')+1:]
	isAddress := hasPath && len(top) < len(host) && top != "" && !isCapital(top) // "facebook.com/adafinch", but "A.Finch/Shore"
	isMail := strings.IndexByte(s, '@') > 0 && strings.IndexByte(s, ' ') < 0 && strings.IndexByte(s, '.') > 0
	switch {
	case s == "", strings.Contains(s, "://"), hasPrefixFold(s, "www."), strings.ContainsAny(s[:1], "@#$.+("), strings.ContainsAny(s, "{}<>$[]¶=©®™:："),
		unicode.IsDigit(first) && strings.Contains(s, " "), isOneOf(s, "nobody", "end", "weekday"), is("opener", lastWord(s)) && strings.Contains(s, " "),
		vocabulary()["todate"].Has(lastWord(s)), isAddress, isMail, endsWith("report", s), startsWithDate(s) && !is("firstname", s), isSentence(s): // "ada77 on"
		return false
	}
	if rank, rest, _ := strings.Cut(s, " "); is("rank", rank) && (isRole(rest) || hasPrefixFold(rest, "of ")) {
		return false // "vice president"
	}
	return !startsWith("credit", s) && utf8.RuneCountInString(s) > 1 && strings.ContainsFunc(s, unicode.IsLetter)
}

// isSentence reports whether a text reads like part of a sentence: most of its words,
// three or more, are in lower case, a verb says what is done, or another sentence follows.
func isSentence(s string) bool {
	words, small, ended := 0, 0, false
	for w := range strings.FieldsSeq(s) {
		if words++; ended || words > 1 && is("verb", w) {
			return true
		}
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsLower(r) {
			small++
		}
		ended = len(w) > 4 && w[len(w)-1] == '.' && !is("honorific", strings.TrimSuffix(w, "."))
	}
	return small > max(2, words/2)
}

// cutTail cuts off the date, the place in brackets, the address or the call to read on that follows a name: "Ada Finch 4 May".
func cutTail(s string) string {
	n := 0
	for at, word := range wordsOf(s) {
		if n++; n == 1 {
			continue
		}
		words, end := leadingDate(s[at:])
		isDate := (words >= maxBeside || words > 0 && at+end == len(s)) && strings.ContainsAny(s[at:at+end], "0123456789")
		label, isLabelled := labelOf(word)
		isUnspacedEnd := is("suffix", word) || endsWith("report", word) || isLabelled && label != "" && isUnspaced(word)
		if !isUnspacedEnd && !isDate && !looksNumeric(word) && !is("end", strings.Trim(word, ".,:|()")) && !strings.HasSuffix(word, ":") && !strings.Contains(word, "@") && (n == 2 || word[0] != '(') {
			continue
		}
		for next, join := range wordsOf(s[at:]) { // "Ada Finch in Hallin and Bo Reed in Oster"
			if is("and", join) && joinsName(strings.Fields(s[at+next:])) {
				return s[:at] + join + " " + cutTail(strings.TrimSpace(s[at+next+len(join):]))
			}
		}
		return strings.TrimSpace(s[:at])
	}
	return s
}

func looksNumeric(w string) bool {
	w = strings.TrimLeft(w, "$€£(#—–")
	return w != "" && w[0] >= '0' && w[0] <= '9' && strings.Trim(w, "0123456789.,:/-–thsndr)%+$€£") == ""
}

// splitNames returns the names of a list written as one: "Ada Finch, Bo Reed and Cy Moss". What follows a name, such as a role or
// a paper, is left out up to the next name that a word joins. "Finch, Ada" is one name; a degree belongs to the name before it.
func splitNames(s string) (out []string) {
	if isUnspaced(s) {
		s, _, _ = strings.Cut(s, "（")
		s = strings.NewReplacer("／", "|", "记者", "|", "記者", "|", "作者", "|").Replace(s)
		if first, _ := utf8.DecodeRuneInString(s); unicode.Is(unicode.Hangul, first) {
			s = strings.ReplaceAll(s, "·", "|") // in Chinese, it is between the names of a person
		}
	}
	if entries := strings.Split(s, ";"); len(entries) > 1 && !slices.ContainsFunc(entries, isNotFamilyFirst) {
		return givenNamesFirst(entries)
	}
	for _, sign := range [...]string{" - ", "/"} {
		if first, rest, found := strings.Cut(s, sign); found && isFullName(first) && (sign != "/" || isFullName(rest)) {
			s = first + ", " + rest
		}
	}
	named, leftOut, singles := false, false, 0 // single words
	for part := range strings.FieldsFuncSeq(strings.ReplaceAll(strings.ReplaceAll(s, " / ", ","), " + ", ","), func(r rune) bool { return strings.ContainsRune(",;|，、", r) }) {
		said := part
		for words := strings.Fields(part); len(words) > 0; {
			if is("and", words[0]) && len(out) > 0 && len(words) > 1 {
				words, leftOut, said = words[1:], false, ""
			}
			n := nameLength(words)
			name := trimName(strings.Join(words[:n], " "))
			if stem, found := strings.CutSuffix(name, "."); found && len(lastWord(stem)) > 2 && !isDegree(lastWord(stem)) && !strings.Contains(lastWord(stem), ".") {
				name = trimName(stem) // "By Ada Finch." but "Ada Finch Jr."
			}
			isSingle := n == 1 && words[0][0] < utf8.RuneSelf
			isBeside := isSingle || !isCapital(name) || isRole(cmp.Or(said, name)) || isOutlet(name) || is("place", words[0])
			switch {
			case name == "" || leftOut || slices.Contains(out, name):
			case named && !isRole(name) && (isDegree(name) || isSingle && len(name) <= 5 && isUpper(name) && !isOutlet(name)):
				out[len(out)-1] += ", " + name
			case named && isBeside:
				leftOut = true
			default:
				out = append(out, name)
				named = named || isFullName(name) && !is("small", words[0])
				if isSingle {
					singles++
				}
			}
			for words = words[n:]; len(words) > 0 && !joinsName(words); {
				words, leftOut = words[1:], true
			}
		}
	}
	switch {
	case len(out) == 2 && singles == 2 && isCapital(out[0]) && isCapital(out[1]) && strings.Contains(s, ",") && !isDegree(out[1]):
		return []string{out[1] + " " + out[0]}
	case len(out) > 1 && singles > 0:
		return []string{strings.Join(out, ", ")}
	}
	return out
}

// joinsName reports whether a text begins with a word that joins a full name to one before it.
func joinsName(words []string) bool {
	end := min(len(words), 3)
	for end < len(words) && is("small", words[end-1]) && words[end-1] != "des" { // "and Ada van der Finch", not "und Leiter des Hauses"
		end++
	}
	return is("and", words[0]) && isFullName(strings.Join(words[1:end], " "))
}

// nameLength returns how many words the name has that a text begins with. Roles and papers end it, but for a role that is part of the
// name of a group: "Ada Finch Senior Editor", "Shore Editorial Staff".
func nameLength(words []string) int {
	isGroup := is("group", words[len(words)-1])
	for i := 1; i < len(words); i++ {
		w, low, before := words[i], strings.ToLower(strings.Trim(words[i], ".,")), strings.Join(words[:i], " ")
		first, _ := utf8.DecodeRuneInString(low)
		switch {
		case is("and", w):
			isPaper := isOutlet(strings.Join(words[i:], " ")) && (isPerson(before) || i+2 == len(words))
			if i+1 == len(words) && isFullName(before) || joinsName(words[i:]) && (isFullName(before) || isDegree(before)) || isFullName(before) && isPaper {
				return i
			}
		case i == 1 || !isCapital(words[i-1]) || !hasCapitals(words[:i]):
		case i == 3 && w == low && is("role", low) && isPerson(strings.Join(words[:2], " ")):
			return 2 // "Ada Finch Harbour correspondent"
		case unicode.IsLower(first) && !isCapital(w) && !is("small", w), low == "for", low == "special", !isGroup && is("role", low) && !is("small", words[i-1]),
			isFullName(before) && strings.HasSuffix(before, ".") && len(words[i-1]) > 4, // another sentence
			isPerson(before) && (w == "The" || low == "of" && i+1 < len(words) && strings.EqualFold(words[i+1], "the") || len(w) > 3 && !strings.Contains(w, ".") && isUpper(words[0]) != isUpper(w)):
			return i
		}
	}
	return len(words)
}

// isFullName reports whether a text is two to four words of which the first and the last begin with a
// capital letter, and the others too unless they are small within names: "Ada von Finch".
func isFullName(s string) bool {
	const most = 4
	var list [most]string
	words := list[:0]
	for word := range strings.FieldsSeq(s) {
		if len(words) == most {
			return false
		}
		words = append(words, word)
	}
	if len(words) < 2 || isRole(s) {
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
		studio, _, _ := strings.Cut(w, "-")                                                                               // "ARD-Studio"
		if isUpper(studio) && is("outlet", studio) || is("outlet", strings.Trim(w, ".()")) || dot > 1 && dot < len(w)-2 { // Shore.org
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

// isNotFamilyFirst reports whether a text is other than a name as catalogues write it: "Finch, Ada B.".
func isNotFamilyFirst(s string) bool {
	family, given, found := strings.Cut(strings.TrimSpace(s), ", ")
	return !found || strings.ContainsAny(given, ",") || isDegree(given) || !isCapital(family) || !isCapital(given) || isFullName(family)
}

// isDegree reports whether s is a degree or a role and not a given name: "MD", "PhD".
func isDegree(s string) bool { return is("degree", strings.Trim(s, ".")) || isRole(s) }
