package mdinline

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
)

// A Builder marks the links in its Markdown with control characters, which text never has. So callers can join, indent
// and quote that Markdown as a string. Package mdwriter takes the marks out and notes where the links are:
//
//	LinkMark [text AddressMark ](address) EndMark
//	LinkMark <address> EndMark
const (
	LinkMark    = '\x01'
	AddressMark = '\x02'
	EndMark     = '\x03'
)

// LinkMarks are all of them, for strings.ContainsAny.
const LinkMarks = "\x01\x02\x03"

// UnwrapAddresses drops the brackets around a bare address that is written in such.
func (e *Encoder) UnwrapAddresses() {
	for k := 1; k+3 < len(e.Items); k++ {
		before, after := &e.Items[k-1], &e.Items[k+3]
		if before.Kind != Text || after.Kind != Text || e.Text[before.End-1] != '<' || e.Text[after.Start] != '>' || !e.isAutolinkAt(k) {
			continue
		}
		if before.End--; before.End == before.Start {
			before.Kind = Removed
		}
		if after.Start++; after.Start == after.End {
			after.Kind = Removed
		}
	}
}

func (e *Encoder) isAutolinkAt(k int) bool {
	it := &e.Items[k]
	return it.Kind == Link && it.TitleEnd == it.End && int(it.Pair) == k+2 && e.Items[k+1].Kind == Text && isAutolink(e.text(&e.Items[k+1]), e.text(it))
}

func (e *Encoder) emitLink(k int, l *escapeState) {
	it := &e.Items[k]
	end := int(it.Pair)
	opening := "["
	if it.auto = e.isAutolinkAt(k); it.auto {
		opening = "<"
		e.Items[k+1].Kind = Raw
		e.Items[end].auto = true
	} else {
		if it.Kind == Image {
			opening = "!["
		}
		l.labels++
		l.brackets = l.brackets || !e.bracketsMatch(k+1, end)
	}
	at := len(e.out)
	if e.marked {
		e.out = append(e.out, LinkMark)
	} else if e.open[it.Kind] = len(e.Links); len(e.Links) < limit.LinkSpans {
		e.Links = append(e.Links, extract.LinkSpan{Text: extract.Span{Start: at + len(opening)}, Span: extract.Span{Start: at}})
	}
	e.out = append(e.out, opening...)
}

func (e *Encoder) emitLinkEnd(it *Item, l *escapeState) {
	o, labelEnd := &e.Items[it.Pair], len(e.out)
	var address extract.Span
	if it.auto {
		e.out = append(e.out, '>')
	} else {
		if e.marked {
			e.out = append(e.out, AddressMark)
		}
		e.out = append(e.out, "]("...)
		address.Start = len(e.out)
		e.emitURL(e.text(o), o.TitleEnd > o.End)
		if address.End = len(e.out); o.Start == o.End {
			address.Start = (address.Start + address.End) / 2 // within "<>"
			address.End = address.Start
		}
		if o.TitleEnd > o.End {
			e.emitTitle(e.Text[o.End:o.TitleEnd])
		}
		e.out = append(e.out, ')')
		if l.labels--; l.labels == 0 {
			l.brackets = false
		}
	}
	if e.marked {
		e.out = append(e.out, EndMark)
	} else if at := e.open[o.Kind]; at < len(e.Links) {
		span := &e.Links[at]
		span.End, span.Text.End, span.Address = len(e.out), labelEnd, address
		if it.auto {
			span.Address = span.Text
		}
	}
}

// bracketsMatch reports whether the brackets in the texts of items[i:j] pair, and none of them would end a link of its own.
func (e *Encoder) bracketsMatch(i, j int) bool {
	depth := 0
	for k := i; k < j; k++ {
		if e.Items[k].Kind != Text {
			continue
		}
		t := e.text(&e.Items[k])
		for x, c := range t {
			switch c {
			case '[':
				if depth++; bytes.HasPrefix(t[x:], []byte("[^")) && isNoteLabel(t[x+2:]) {
					return false
				}
			case ']':
				if depth--; depth < 0 || x+1 < len(t) && t[x+1] == '(' {
					return false
				}
			}
		}
	}
	return depth == 0
}

// isAutolink reports whether a link with this text can be written as <address>.
func isAutolink(text, url []byte) bool {
	if len(text) == 0 || !bytes.HasSuffix(url, text) {
		return false
	}
	for i, c := range url {
		if !isURLByte(url, i) && c != '(' && c != ')' && c != '&' {
			return false
		}
	}
	if len(text) == len(url) {
		return HasScheme(string(url))
	}
	return string(url[:len(url)-len(text)]) == "mailto:" && mailAddress().Match(text)
}

// mailAddress is that of an autolink (CommonMark 0.31, section 6.5), without a backtick, which could begin code.
var mailAddress = sync.OnceValue(func() *regexp.Regexp {
	const label = `[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?`
	return regexp.MustCompile("^[a-zA-Z0-9.!#$%&'*+/=?^_{|}~-]+@" + label + `(?:\.` + label + `)*$`)
})

// HasScheme reports whether s begins with the scheme of an autolink: 2 to 32 characters and a colon.
func HasScheme(s string) bool {
	scheme, _, found := strings.Cut(s, ":")
	isOther := func(r rune) bool { return r >= 0x80 || !ascii.IsAlnum(byte(r)) && r != '+' && r != '-' && r != '.' }
	return found && len(scheme) >= 2 && len(scheme) <= 32 && ascii.IsLetter(s[0]) && !strings.ContainsFunc(scheme, isOther)
}

func (e *Encoder) emitURL(url []byte, titled bool) {
	if len(url) == 0 && titled {
		e.out = append(e.out, "<>"...)
	}
	const maxNested = 30 // parentheses, which every reader allows
	depth, unmatched := 0, false
	for _, c := range url {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		unmatched = unmatched || depth < 0 || depth > maxNested
	}
	unmatched = unmatched || depth != 0
	done := 0 // up to where the address is written
	for i, c := range url {
		if isURLByte(url, i) {
			continue
		}
		e.out, done = append(e.out, url[done:i]...), i+1
		switch {
		case c == '(' || c == ')':
			if unmatched {
				e.out = append(e.out, '\\')
			}
			e.out = append(e.out, c)
		case c == '&' && StartsEntity(url[i:]):
			e.out = append(e.out, "&amp;"...)
		case c == '&':
			e.out = append(e.out, c)
		default:
			const hex = "0123456789ABCDEF"
			e.out = append(e.out, '%', hex[c>>4], hex[c&15])
		}
	}
	e.out = append(e.out, url[done:]...)
}

// urlBytes has a bit for each letter, each digit and each of /-._~:?=#+,;@!$*'
var urlBytes = [2]uint64{0xaffffc9a00000000, 0x47fffffe87ffffff}

// isURLByte reports whether a byte is valid in an address without encoding, both in Markdown and by RFC 3986, section
// 2.
func isURLByte(url []byte, i int) bool {
	c := url[i]
	return c < utf8.RuneSelf && urlBytes[c>>6]>>(c&63)&1 != 0 ||
		c == '%' && i+2 < len(url) && ascii.HexValue(url[i+1]) >= 0 && ascii.HexValue(url[i+2]) >= 0
}

func (e *Encoder) emitTitle(t []byte) {
	quote := byte('"')
	if bytes.IndexByte(t, '"') >= 0 && bytes.IndexByte(t, '\'') < 0 {
		quote = '\''
	}
	e.out = append(e.out, ' ', quote)
	for i, c := range t {
		switch {
		case c == quote, c == '\\' && (i+1 == len(t) || ascii.IsPunct(t[i+1])), c == '|' && e.context == Cell:
			e.out = append(e.out, '\\', c)
		case c == '&' && StartsEntity(t[i:]):
			e.out = append(e.out, "&amp;"...)
		case c == '`':
			e.out = append(e.out, "&#96;"...)
		case c == '<' && i+1 < len(t) && StartsTag(t[i+1]):
			e.out = append(e.out, "&lt;"...)
		default:
			e.out = append(e.out, c)
		}
	}
	e.out = append(e.out, quote)
}

// Addresses in running text are written as they stand, as readers copy them. GFM makes links of them ("extended
// autolinks", https://github.github.com/gfm/#autolinks-extension-), which show the same text. Two things follow. An
// underscore or a tilde in an address needs no escape, since no delimiter is read in one. And markup that touches the
// end of an address would be read as part of it, so such an address is escaped after all.

type text interface{ string | []byte }

// escapeAddress reports whether the byte at i of the text of item k, a colon or a dot, begins an address that must not
// be read as one. It notes the address.
func (e *Encoder) escapeAddress(k int, t []byte, i int, l *escapeState) bool {
	host, ok := AddressHost(t, i)
	if !ok {
		return false
	}
	if end := AddressEnd(t, host); end > 0 {
		for !l.marked && end < len(t) && (t[end] == '_' || t[end] == '~') {
			end++ // nothing is open that these could close
		}
		l.addressItem, l.addressEnd = k, end
	}
	return AddressGoesOn(t[i:]) && e.markupFollows(k)
}

// markupFollows reports whether item k is followed by markup that would be read as part of an address at its end. The
// end of emphasis is not if the line or the word ends there, too.
func (e *Encoder) markupFollows(k int) bool {
	closed := false
	for k = e.shown(k+1, 1); k < len(e.Items); k = e.shown(k+1, 1) {
		switch e.Items[k].Kind {
		case Close:
			closed = true
		case Break:
			return false
		case Text:
			t := e.text(&e.Items[k])
			if strings.IndexByte(".,!?:", t[0]) >= 0 {
				t = t[1:]
			}
			return !closed || len(t) > 0 && t[0] != ' '
		default:
			return true
		}
	}
	return false
}

// AddressHost returns where the host begins of the address that the byte at i is part of: the colon of "http://", "https://" or
// "ftp://", or the first dot of "www.". It reports false for any other byte, and where no address may begin.
func AddressHost(t []byte, i int) (host int, ok bool) {
	if t[i] == '.' && (i < len("www") || t[i-1] != 'w') {
		return 0, false
	}
	begin := i
	for begin > 0 && i-begin <= 8 && ascii.IsAlnum(t[begin-1]) {
		begin--
	}
	if begin > 0 && strings.IndexByte(" \n*_~(", t[begin-1]) < 0 {
		return 0, false
	}
	for _, prefix := range [...]string{"http://", "https://", "ftp://", "www."} {
		if host = begin + len(prefix); host < len(t) && string(t[begin:host]) == prefix {
			return host, ascii.IsAlnum(t[host]) || strings.IndexByte("-@:%._+~#=", t[host]) >= 0 // signs that some readers take for a host
		}
	}
	return 0, false
}

// AddressEnd returns the end of the address whose host begins at host: of what every reader of GFM takes for part of it, without
// punctuation of the sentence. It returns 0 for a host that not all of them take for one, such as localhost.
func AddressEnd(t []byte, host int) int {
	i, label := host, host
	for i < len(t) && (ascii.IsAlnum(t[i]) || t[i] == '-' || t[i] == '.') {
		if i++; t[i-1] == '.' {
			label = i
		}
	}
	if label == host || label == len(t) || t[label] < 'a' || t[label] > 'z' {
		return 0
	}
	for i < len(t) && (ascii.IsAlnum(t[i]) || strings.IndexByte("-@:%_+.~#!?&/=(),;'", t[i]) >= 0) {
		i++
	}
	for i > host && strings.IndexByte("?!.,:_~)", t[i-1]) >= 0 {
		i--
	}
	return i
}

// AddressGoesOn reports whether an address that begins with t and reaches its end may go on in what follows t.
func AddressGoesOn(t []byte) bool {
	return !bytes.ContainsFunc(t, func(r rune) bool { return r <= ' ' || r == '<' || r == '\\' })
}
