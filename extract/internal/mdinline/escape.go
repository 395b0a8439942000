package mdinline

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// Text of the page is text in Markdown: each character that would be read as markup where it stands is escaped, and no
// other. Whether it would be depends on what is near it, so a character is looked at only if it can mean anything at
// all, and then together with its neighbours.

var special = [256]bool{
	'\\': true, '`': true, '*': true, '_': true, '~': true, '[': true, ']': true,
	'!': true, '<': true, '&': true, '|': true, ':': true, '.': true, '$': true,
}

const maxTicks = 8

// escapeState says which delimiters in the text of a block could be taken for emphasis or code.
type escapeState struct {
	star, under, tilde bool
	marked             bool                // there is emphasis written with another sign than a star
	ticks              [maxTicks + 1]int32 // runs of backticks by length, see tickRuns
	labels             int                 // links and images whose text is being written
	brackets           bool                // in a link whose brackets are to be escaped
	open               bool                // a bracket was opened
	addressItem        int                 // the item of the last address in the text
	addressEnd         int                 // the end of what surely belongs to it, in the text of the item
}

func (l *escapeState) tickRuns(n int) *int32 { return &l.ticks[min(n, maxTicks)] }

// AppendText appends text to dst, escaped so that it remains text next to any inline Markdown: whatever could be a delimiter together with
// what stands beside the text is escaped, and lines begin no block. Line ends are kept. The text must be valid UTF-8 without control
// characters.
func AppendText(dst []byte, text string) []byte {
	l := escapeState{star: true, under: true, tilde: true, marked: true, brackets: true}
	for n := range l.ticks {
		l.ticks[n] = 2
	}
	e := Encoder{out: dst, apart: true, FirstOfItem: true, Items: make([]Item, 1)}
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		line = strings.TrimLeft(line, " \t") // four blanks would be code
		e.Text = append(e.Text[:0], strings.ReplaceAll(line, "\t", " ")...)
		e.Items[0] = Item{Kind: Text, End: int32(len(e.Text))}
		l.addressEnd = 0
		e.escape(0, e.escapeLineStart(e.Text, true, true), &l)
		if more {
			e.out = append(bytes.TrimRight(e.out, " "), '\n') // two of them would be a hard break
		}
	}
	return e.out
}

func (e *Encoder) scanEscapes() escapeState {
	var l escapeState
	backticks := bytes.IndexByte(e.Text, '`') >= 0
	for i := range e.Items {
		switch it := &e.Items[i]; {
		case it.Kind == Open:
			l.marked = l.marked || it.delim != '*'
			l.star = l.star || it.delim == '*'
			l.under = l.under || it.delim == '_'
			l.tilde = l.tilde || it.delim == '~'
		case it.Kind == Code:
			if backticks {
				l.countTicks(e.text(it))
				e.joinTicks(i, &l)
			}
			*l.tickRuns(codeFenceLength(e.text(it)))++
		case it.Kind == Text && backticks:
			l.countTicks(e.text(it))
		}
	}
	// If a longer run will be escaped, so is a single backtick. Else it would open a code span, where backslashes mean
	// nothing: the escaped run (\`\`) would be a row of single backticks there, of which the first closes it.
	for n := 2; n < len(l.ticks); n++ {
		if l.ticks[n] > 1 || n > 2 && l.ticks[n] > 0 { // three may be escaped where they begin a line
			l.ticks[1] *= 2
			break
		}
	}
	l.star = l.star || e.mayPair('*')
	l.under = l.under || e.mayPair('_')
	l.tilde = l.tilde || e.mayPair('~')
	return l
}

func (l *escapeState) countTicks(t []byte) {
	for i := 0; i < len(t); i++ {
		if t[i] == '`' {
			n := runLen(t, i)
			*l.tickRuns(n)++
			i += n - 1
		}
	}
}

// joinTicks has the runs of backticks escaped that touch the code at item k, since they would become a part of its fences. It counts
// such a run as two, and runs of which more than one are counted are escaped. The last backtick before the code joins its fence even
// when escaped if a code span is open there, so that runs of the length of both together are escaped, too.
func (e *Encoder) joinTicks(k int, l *escapeState) {
	if before := e.shown(k-1, -1); before >= 0 && e.Items[before].Kind == Text {
		t := e.text(&e.Items[before])
		if n := len(t) - len(bytes.TrimRight(t, "`")); n > 0 {
			*l.tickRuns(n) += 2
			*l.tickRuns(1 + codeFenceLength(e.text(&e.Items[k]))) += 2
		}
	}
	if after := e.shown(k+1, 1); after < len(e.Items) && e.Items[after].Kind == Text {
		if t := e.text(&e.Items[after]); len(t) > 0 && t[0] == '`' {
			*l.tickRuns(runLen(t, 0)) += 2
		}
	}
}

func (e *Encoder) mayPair(c byte) bool {
	if bytes.IndexByte(e.Text, c) < 0 {
		return false
	}
	opened := false
	for k := range e.Items {
		if e.Items[k].Kind != Text {
			continue
		}
		t := e.text(&e.Items[k])
		for i := 0; i < len(t); i++ {
			if t[i] != c {
				continue
			}
			n := runLen(t, i)
			canOpen, canClose := e.flanksAt(k, i, n)
			if opened && canClose {
				return true
			}
			opened = opened || canOpen
			i += n - 1
		}
	}
	return false
}

func (e *Encoder) flanksAt(k, i, n int) (canOpen, canClose bool) {
	t := e.text(&e.Items[k])
	if t[i] == '~' && n > 2 {
		return false, false
	}
	before, after := e.nearClass(k-1, -1), e.nearClass(k+1, 1)
	if i > 0 {
		before = classOf(lastRune(t[:i]))
	}
	if i+n < len(t) {
		r, _ := utf8.DecodeRune(t[i+n:])
		after = classOf(r)
	}
	return flanks(t[i], before, after)
}

func (e *Encoder) escape(k, i int, l *escapeState) {
	t := e.text(&e.Items[k])
	done := i
	for i < len(t) {
		n := 0
		if special[t[i]] {
			n = e.escapeAt(k, t, i, l)
		}
		if n == 0 {
			i++
			continue
		}
		e.out = append(e.out, t[done:i]...)
		for end := i + n; i < end; i++ {
			e.out = append(e.out, '\\', t[i])
		}
		done = i
	}
	e.out = append(e.out, t[done:]...)
}

// escapeAt says how many bytes of t from i on, all special, need an escape.
func (e *Encoder) escapeAt(k int, t []byte, i int, l *escapeState) int {
	inAddress := k == l.addressItem && i < l.addressEnd
	next := byte(0)
	if i+1 < len(t) {
		next = t[i+1]
	}
	switch t[i] {
	case '\\':
		return one(ascii.IsPunct(next) || i+1 == len(t) && (e.apart || e.nearClass(k+1, 1) == punctClass))
	case '`': // a run is code if another one is as long
		n := runLen(t, i)
		return n * one(*l.tickRuns(n) > 1 && (i == 0 || t[i-1] != '`'))
	case '*':
		return e.escapeRun(k, t, i, l.star)
	case '_':
		return e.escapeRun(k, t, i, l.under && !inAddress)
	case '~':
		return e.escapeRun(k, t, i, l.tilde && !inAddress)
	case '<':
		return one(StartsTag(next) || next == 0 && e.apart || startsMailAddress(t[i+1:]))
	case '|':
		return one(e.context == Cell)
	case '$':
		return one(e.Math) // with a dollar of a formula it would be one
	case '&':
		return one(StartsEntity(t[i:]))
	case '!':
		after := e.shown(k+1, 1)
		return one(next == 0 && after < len(e.Items) && e.Items[after].Kind == Link)
	case '[':
		if l.brackets || next == '^' && isNoteLabel(t[i+2:]) {
			return 1
		}
		l.open = true
		return 0
	case ']':
		return one(l.brackets || next == '(' && l.open)
	}
	return one(l.labels == 0 && e.escapeAddress(k, t, i, l))
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (e *Encoder) escapeRun(k int, t []byte, i int, active bool) int {
	if !active || i > 0 && t[i-1] == t[i] { // the rest of a run that was left as it is
		return 0
	}
	n := runLen(t, i)
	canOpen, canClose := e.flanksAt(k, i, n)
	return n * one(canOpen || canClose || e.apart && (i == 0 || i+n == len(t)))
}

// isNoteLabel reports whether t continues like the label of a footnote that the Encoder writes.
func isNoteLabel(t []byte) bool {
	n := len(t) - len(bytes.TrimLeft(t, "0123456789"))
	return n > 0 && n < len(t) && t[n] == ']'
}

// StartsTag reports whether c after "<" could begin a tag, a comment or an address.
func StartsTag(c byte) bool { return ascii.IsLetter(c) || c == '/' || c == '!' || c == '?' }

// startsMailAddress reports whether t, which follows a "<", begins like the mail address of an autolink: with what may
// stand before its at sign (CommonMark 0.31, 6.5).
func startsMailAddress[T text](t T) bool {
	n := 0
	for n < len(t) && (ascii.IsAlnum(t[n]) || strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", t[n]) >= 0) {
		n++
	}
	return n > 0 && n < len(t) && t[n] == '@'
}

const maxEntity = 40

// StartsEntity reports whether t begins with a character reference.
func StartsEntity[T text](t T) bool {
	n := 1
	for n < len(t) && n < maxEntity && t[n] != ';' {
		if c := t[n]; !ascii.IsAlnum(c) && !(c == '#' && n == 1) {
			return false
		}
		n++
	}
	if n < 3 || n >= len(t) || t[n] != ';' {
		return false
	}
	ref := string(t[:n+1])
	return t[1] == '#' || ref == "&semi;" || !strings.HasSuffix(html.UnescapeString(ref), ";")
}

// escapeLineStart writes the beginning of a line of text that would be read as the beginning of another block, with an escape, and
// returns how many bytes of t it wrote. alone says that the text is the whole line, first that it begins its paragraph.
func (e *Encoder) escapeLineStart(t []byte, alone, first bool) int {
	at := lineStart(t, alone, first)
	if e.apart {
		at = LineMark(t)
	}
	isRule := alone && len(t) > 1 && (t[0] == '-' || t[0] == '*') && onlyBytes(t, t[0]) // together with the marker of the item
	switch {
	case at >= 0:
	case first && e.FirstOfItem && (IsCheckbox(t) || isRule):
		at = 0
	default:
		return 0
	}
	n := 1
	if strings.IndexByte("*_`~", t[at]) >= 0 {
		n = runLen(t, at)
	}
	e.out = append(e.out, t[:at]...)
	for _, c := range t[at : at+n] {
		e.out = append(e.out, '\\', c)
	}
	return at + n
}

// LineMark returns the index of the sign that has t begin a block where it begins a line, whatever the line before is and whether or not
// t is all of the line: "1. a" → 1. It returns -1 if nothing does.
func LineMark(t []byte) int { return max(lineStart(t, true, true), lineStart(t, true, false)) }

func lineStart(t []byte, alone, first bool) int {
	if len(t) == 0 {
		return -1
	}
	ends := func(i int) bool { return i < len(t) && t[i] == ' ' || i == len(t) && alone }
	escape := false
	switch c := t[0]; c {
	case '#':
		n := runLen(t, 0)
		escape = n <= 6 && ends(n)
	case '>':
		escape = true
	case '-', '*', '+':
		escape = ends(1) || alone && onlyBytes(t, c) && (c != '+' && bytes.Count(t, t[:1]) >= 3 || !first && c == '-')
	case '_':
		escape = alone && onlyBytes(t, c) && bytes.Count(t, t[:1]) >= 3
	case '=':
		escape = alone && onlyBytes(t, c) && !first
	case '`', '~':
		escape = runLen(t, 0) >= 3
	case '[':
		escape = first && bytes.Contains(t, []byte("]:"))
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		n := len(t) - len(bytes.TrimLeft(t, "0123456789"))
		// In the middle of a paragraph only 1 begins a list.
		if n <= 9 && n < len(t) && (t[n] == '.' || t[n] == ')') && ends(n+1) && (first || string(bytes.TrimLeft(t[:n], "0")) == "1") {
			return n
		}
		return -1
	}
	// A line could stand under the header of a table.
	if escape || alone && !first && len(bytes.Trim(t, "-|: ")) == 0 && bytes.IndexByte(t, '-') >= 0 {
		return 0
	}
	return -1
}

func onlyBytes(t []byte, c byte) bool { return len(bytes.Trim(t, string([]byte{c, ' '}))) == 0 }

// IsCheckbox reports whether the text of a list item begins like a task.
func IsCheckbox(t []byte) bool {
	return len(t) >= 3 && t[0] == '[' && t[2] == ']' && (t[1] == ' ' || t[1] == 'x' || t[1] == 'X')
}

var escapes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\[[:punct:]]|&[^;]{0,32};`) })

// Unescape undoes the backslash escapes and the character references of Markdown, each once.
func Unescape(md []byte) []byte {
	if bytes.IndexByte(md, '\\') < 0 && bytes.IndexByte(md, '&') < 0 {
		return md
	}
	return escapes().ReplaceAllFunc(md, func(escape []byte) []byte {
		if escape[0] == '\\' {
			return escape[1:]
		}
		return []byte(html.UnescapeString(string(escape)))
	})
}
