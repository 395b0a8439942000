package chunk

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentenceEnd returns the end of the first sentence of text[start:end] and the beginning of the next one, both
// offsets into text; at the end both are end. The rules are those of Unicode Standard Annex 29 (sentence
// boundaries) where they can be had without its tables, with more knowledge of abbreviations, and of Markdown:
// no sentence ends inside a code span or the text of a link, and a hard line break ends one.
func sentenceEnd(text string, start, end int) (stop, next int) {
	keep := start // no sentence ends before it
	for i := start; i < end; {
		c := text[i]
		switch {
		case c == '`':
			i = inlineEnd(text, i, end)
			continue
		case c == '[':
			keep = max(keep, inlineEnd(text, i, end))
			i++
			continue
		case c == '\n':
			line := strings.TrimSuffix(text[start:i], "\r")
			if i >= keep && (strings.HasSuffix(line, "  ") || strings.HasSuffix(line, `\`)) { // a hard break
				return i, skipSpace(text, i, end)
			}
			i++
			continue
		case c < utf8.RuneSelf && c != '.' && c != '!' && c != '?':
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:end])
		if i < keep || !terminates(r) {
			i += size
			continue
		}
		after := closers(text, i+size, end)
		if stop, next, ok := boundary(text, start, i, after, end, r); ok {
			return stop, next
		}
		i = max(after, i+size)
	}
	return end, end
}

// boundary reports whether a sentence of text[start:end] ends at after, behind the terminator r at position at
// and what closes with it.
func boundary(text string, start, at, after, end int, r rune) (stop, next int, ok bool) {
	next = skipSpace(text, after, end)
	switch {
	case next >= end:
		return end, end, true
	case wideStop(r):
		return after, next, true
	case next == after: // no space: 3.14, example.org, "what?!"
		return 0, 0, false
	}
	rest := strings.TrimLeft(text[next:min(end, next+followBytes)], "> \t") // a line of a block quote
	follows, _ := utf8.DecodeRuneInString(rest)
	switch {
	case unicode.IsLower(follows):
		return 0, 0, false
	case r == '.' && abbreviated(text[start:at], rest):
		return 0, 0, false
	}
	return after, next, true
}

func terminates(r rune) bool {
	switch r {
	case '.', '!', '?', '…', '‼', '‽', '⁇', '⁈', '⁉', '؟', '۔', '؞', '।', '॥', '։', '።', '፧', '፨', '။', '၊', '។', '៕', '᠃', '᠉', '᥄', '᥅', '꓿', '꘎', '꘏', '꛳', '꛷', '꡶', '꡷', '꣎', '꣏', '꧈', '꧉', '꫰', '꫱', '꯫':
		return true
	}
	return wideStop(r)
}

func wideStop(r rune) bool {
	switch r {
	case '。', '．', '！', '？', '｡', '﹒', '﹖', '﹗', '︒':
		return true
	}
	return false
}

// closers skips further terminators and what closes along with a sentence: quotes, brackets, emphasis, the
// marks of its notes.
func closers(text string, i, end int) int {
	for i < end {
		if n := noteMark(text[i:end]); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:end])
		switch r {
		case '"', '\'', ')', ']', '}', '*', '_', '`', '»', '”', '’', '›', '」', '』', '）', '］', '】', '》', '〉', '｣':
		default:
			if !terminates(r) {
				return i
			}
		}
		i += size
	}
	return i
}

func noteMark(s string) int {
	rest, isMark := strings.CutPrefix(s, "[")
	rest = strings.TrimPrefix(rest, "^")
	behind := strings.TrimLeft(rest, "0123456789")
	if n := len(rest) - len(behind); !isMark || n < 1 || n > 3 || !strings.HasPrefix(behind, "]") {
		return 0
	}
	return len(s) - len(behind) + 1
}

func skipSpace(text string, i, end int) int {
	return end - len(strings.TrimLeftFunc(text[i:end], unicode.IsSpace))
}

// targetEnd returns the end of the target of a link that begins at i, if it has a title, otherwise i: only
// titles contain spaces.
func targetEnd(text string, i, end int) int {
	target := text[i:min(end, i+maxSpan)]
	k := strings.IndexAny(target, " )\n")
	if k < 0 || target[k] == ')' || k+1 == len(target) || target[k+1] != '"' {
		return i
	}
	if n := strings.Index(target[k+2:], "\")"); n >= 0 {
		return i + k + 2 + n + 2
	}
	return i
}

// How far sentenceEnd and inlineEnd look ahead, so that the time stays linear.
const (
	followBytes = 40 // bytes behind a full stop

	maxSpan  = 400 // bytes of a code span
	maxLink  = 200 // bytes of the text of a link
	maxTicks = 8   // backticks that open a code span
)

func inlineEnd(text string, i, end int) int {
	if text[i] == '[' {
		if k := strings.Index(text[i:min(end, i+maxLink)], "]("); k >= 0 {
			return targetEnd(text, i+k+2, end)
		}
		return i
	}
	n := 1
	for i+n < end && n < maxTicks && text[i+n] == '`' {
		n++
	}
	if k := strings.Index(text[i+n:min(end, i+n+maxSpan)], text[i:i+n]); k >= 0 {
		return i + n + k + n
	}
	return i + n
}

// abbreviated reports text that ends in an abbreviation, whose full stop, left out here, does not end a
// sentence when it goes on with what follows.
func abbreviated(text, follows string) bool {
	i := len(text)
	for i > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:i])
		if !unicode.IsLetter(r) && r != '.' && !unicode.IsDigit(r) {
			break
		}
		i -= size
		if len(text)-i > 16 {
			return false
		}
	}
	word := text[i:]
	number := follows != "" && '0' <= follows[0] && follows[0] <= '9'
	r, size := utf8.DecodeRuneInString(word)
	switch {
	case word == "":
		return false
	case unicode.Is(unicode.Thai, r): // 17.00 น., พ.ศ.: spaces part sentences in Thai
		return true
	case strings.Trim(word, "0123456789") == "": // 3. Mai, or the number of a list item
		line := strings.TrimRight(text[:i], " \t>*_")
		return len(word) <= 2 && germanMonth(follows) || len(word) <= 3 && (line == "" || strings.HasSuffix(line, "\n"))
	case size == len(word) && unicode.IsUpper(r): // an initial
		return r != 'I'
	case size == len(word): // z. B., v. 3.1.2022
		r, size := utf8.DecodeRuneInString(follows)
		return knownAbbreviation(word) || unicode.IsLetter(r) && strings.HasPrefix(follows[size:], ".") || number
	case strings.Contains(word, "."): // e.g. a.m. z.B. U.S.
		return !slices.ContainsFunc(strings.Split(word, "."), func(part string) bool { return utf8.RuneCountInString(part) > 1 })
	}
	word = strings.ToLower(word)
	return knownAbbreviation(word) || number && strings.Contains(months, " "+word+" ")
}

// months belong to a day or a year that follows: "Nov. 8".
const months = " jan feb febr mar apr jun jul aug sep sept oct okt nov dec dez janv févr avr juil déc ene abr ago dic "

// germanMonth reports text that begins with a month in German, the language that writes both ordinals with a
// full stop and months with a capital.
func germanMonth(text string) bool {
	word, _, _ := strings.Cut(text[:min(len(text), 12)], " ")
	switch strings.TrimRight(word, ".,;:!?\n") {
	case "Januar", "Jänner", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember":
		return true
	}
	return false
}

// knownAbbreviation lists words that mostly stand before what they belong to; those that as often end a
// sentence ("etc.") are recognised by what follows.
func knownAbbreviation(word string) bool {
	switch word {
	case "mr", "mrs", "ms", "dr", "prof", "rev", "hon", "gen", "col", "capt", "lt", "sgt", "st", "sr", "jr", "messrs", "mme", "mlle", "mm",
		"vs", "cf", "eg", "ie", "viz", "resp", "approx", "ca", "no", "nos", "nr", "vol", "vols", "fig", "figs", "eq", "eqs", "sec", "ch", "pp", "ed", "eds", "al",
		"art", "para", "abs", "bzw", "ggf", "vgl", "usw", "evtl", "bspw", "inkl", "zzgl", "tel", "hrsg", "jh",
		"az", "urt", "beschl", "rn", "rdnr", "aufl", "anm", "ziff", "gem", "sog", "mio", "mrd",
		"sra", "srta", "dra", "ud", "uds", "pág", "págs", "núm", "env", "av", "arch", "ing", "dott", "sig", "pag",
		"mgr", "dipl", "ул", "г", "гг", "им", "стр", "рис", "табл", "др", "проф":
		return true
	}
	return false
}
