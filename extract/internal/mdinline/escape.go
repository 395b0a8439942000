package mdinline

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// Text of the page is text in Markdown: each character that would be read as
// markup where it stands is escaped, and no other. Whether it would be depends
// on what is near it, so a character is looked at only if it can mean anything
// at all, and then together with its neighbours.

// special are the bytes of text that may need an escape somewhere in a line.
var special = [256]bool{
	'\\': true, '`': true, '*': true, '_': true, '~': true, '[': true, ']': true,
	'!': true, '<': true, '&': true, '|': true, ':': true, '.': true, '$': true,
}

// escapeState says which delimiters in the text of a block could be taken for
// emphasis or code.
type escapeState struct {
	star, under, tilde bool
	marked             bool                // there is emphasis written with another sign than a star
	ticks              [maxTicks + 1]int32 // runs of backticks by length, see tickRuns
	labels             int                 // links and images whose text is being written
	brackets           bool                // in a link whose brackets are to be escaped
	open               bool                // a bracket was opened
	address            plainAddress        // the last one that was met
}

// scanEscapes reads the items for what text in them must be escaped.
func (e *Encoder) scanEscapes() escapeState {
	var l escapeState
	for i := range e.Items {
		switch it := &e.Items[i]; {
		case it.Kind == Open:
			l.marked = l.marked || it.delim != '*'
			l.star = l.star || it.delim == '*'
			l.under = l.under || it.delim == '_'
			l.tilde = l.tilde || it.delim == '~'
		case it.Kind == Code:
			e.countTicks(it, &l)
			*l.tickRuns(e.codeFenceLength(it))++
			if e.Specials.Backtick {
				e.joinTicks(i, &l)
			}
		case it.Kind == Text && e.Specials.Backtick:
			e.countTicks(it, &l)
		}
	}
	l.splitTicks()
	l.star = l.star || e.Specials.Star && e.mayPair('*')
	l.under = l.under || e.Specials.Underscore && e.mayPair('_')
	l.tilde = l.tilde || e.Specials.Tilde && e.mayPair('~')
	return l
}

// mayPair reports whether some run of c in the text could open emphasis and a
// later one close it.
func (e *Encoder) mayPair(c byte) bool {
	opened := false
	for k := range e.Items {
		it := &e.Items[k]
		if it.Kind != Text {
			continue
		}
		t := e.Text[it.Start:it.End]
		for i := 0; i < len(t); i++ {
			if t[i] != c {
				continue
			}
			n := RunLen(t, i)
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

// flanksAt is [flanks] of the run of n bytes at i in the text of item k.
func (e *Encoder) flanksAt(k, i, n int) (canOpen, canClose bool) {
	t := e.Text[e.Items[k].Start:e.Items[k].End]
	c := t[i]
	if c == '~' && n > 2 {
		return false, false
	}
	var before, after flankClass
	if i > 0 {
		r, _ := utf8.DecodeLastRune(t[:i])
		before = classOf(r)
	} else {
		before = e.nearClass(k-1, -1)
	}
	if i+n < len(t) {
		r, _ := utf8.DecodeRune(t[i+n:])
		after = classOf(r)
	} else {
		after = e.nearClass(k+1, 1)
	}
	return flanks(c, before, after)
}

// escape writes the text of item k from byte i on.
func (e *Encoder) escape(k, i int, l *escapeState) {
	it := &e.Items[k]
	t := e.Text[it.Start:it.End]
	done := i
	for i < len(t) {
		if !special[t[i]] {
			i++
			continue
		}
		n := e.escapeAt(k, t, i, l)
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
	switch t[i] {
	case '\\':
		if i+1 < len(t) {
			return one(ascii.IsPunct(t[i+1]))
		}
		return one(e.nearClass(k+1, 1) == punctClass)
	case '`':
		// A run is code if another one is as long.
		n := RunLen(t, i)
		return n * one(*l.tickRuns(n) > 1 && (i == 0 || t[i-1] != '`'))
	case '*':
		return e.escapeRun(k, t, i, l.star)
	case '_':
		return e.escapeRun(k, t, i, l.under && !l.address.holds(k, i))
	case '~':
		return e.escapeRun(k, t, i, l.tilde && !l.address.holds(k, i))
	case '<':
		return one(i+1 < len(t) && (StartsTag(t[i+1]) || startsMailAddress(t[i+1:])))
	case '|':
		return one(e.context == Cell)
	case '$':
		return one(e.Specials.Math) // with a dollar of a formula it would be one
	case '&':
		return one(StartsEntity(t[i:]))
	case '[', ']', '!':
		return e.escapeBracket(k, t, i, l)
	}
	return one(l.labels == 0 && e.escapeAddress(k, t, i, l))
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// escapeRun is the number of bytes to escape of a run of emphasis delimiters.
func (e *Encoder) escapeRun(k int, t []byte, i int, active bool) int {
	if !active {
		return 0
	}
	n := RunLen(t, i)
	if i > 0 && t[i-1] == t[i] {
		return 0 // the rest of a run that was left as it is
	}
	canOpen, canClose := e.flanksAt(k, i, n)
	return n * one(canOpen || canClose)
}

func (e *Encoder) escapeBracket(k int, t []byte, i int, l *escapeState) int {
	next := byte(0)
	if i+1 < len(t) {
		next = t[i+1]
	}
	switch t[i] {
	case '!':
		if k = e.after(k); next == 0 && k < len(e.Items) {
			return one(e.Items[k].Kind == Link)
		}
		return 0
	case '[':
		if l.brackets || next == '^' && isNoteLabel(t[i+2:]) {
			return 1
		}
		l.open = true
	case ']':
		return one(l.brackets || next == '(' && l.open)
	}
	return 0
}

// isNoteLabel reports whether t continues like the label of a footnote that the Encoder
// writes.
func isNoteLabel(t []byte) bool {
	n := 0
	for n < len(t) && t[n] >= '0' && t[n] <= '9' {
		n++
	}
	return n > 0 && n < len(t) && t[n] == ']'
}

// StartsTag reports whether c after "<" could begin a tag, a comment or an
// address.
func StartsTag(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '/' || c == '!' || c == '?'
}

// startsMailAddress reports whether t, which follows a "<", begins like the mail address of an
// autolink: with what may stand before its at sign (CommonMark 0.31, 6.5).
func startsMailAddress[T text](t T) bool {
	n := 0
	for n < len(t) && isMailMark(t[n]) {
		n++
	}
	return n > 0 && n < len(t) && t[n] == '@'
}

// maxEntity is longer than the longest name of a character reference.
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
	if t[1] == '#' {
		return true
	}
	ref := string(t[:n+1])
	return ref == "&semi;" || !strings.HasSuffix(html.UnescapeString(ref), ";")
}
