package office

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// char takes a byte of the text.
func (t *rtfReader) char(c byte) {
	if t.skip > 0 {
		t.skip--
		return
	}
	if c >= 0x80 {
		t.bytes = append(t.bytes, c)
		return
	}
	t.decodeBytes()
	t.put(string(c))
}

// escaped takes a byte that was written in hexadecimal digits: a character, or
// one of the two of it, in the code page of the document.
func (t *rtfReader) escaped(c byte) {
	if t.skip > 0 {
		t.skip--
		return
	}
	t.bytes = append(t.bytes, c)
}

// decodeBytes decodes the bytes at hand.
func (t *rtfReader) decodeBytes() {
	if len(t.bytes) > 0 {
		text, _ := t.page.NewDecoder().Bytes(t.bytes)
		t.bytes = t.bytes[:0]
		t.put(string(text))
	}
}

// utf16Unit takes a code unit of UTF-16.
func (t *rtfReader) utf16Unit(u uint16) {
	r := rune(u)
	if high := t.high; high != 0 {
		if c := utf16.DecodeRune(high, r); c != utf8.RuneError {
			t.high = 0
			t.put(string(c))
			return
		}
	}
	t.put("")
	if utf16.IsSurrogate(r) && r < 0xDC00 {
		t.high = r
		return
	}
	t.put(string(r))
}

// put takes text of the document to where the group sends it.
func (t *rtfReader) put(s string) {
	if t.high != 0 {
		t.high = 0
		s = "\uFFFD" + s
	}
	switch {
	case t.group.field:
		t.instruction.WriteString(s)
	case t.group.ignored || t.group.deleted:
	case t.group.note:
		t.noteText.WriteString(s)
	case t.group.hidden:
		t.hidden(s)
	case t.group.label:
		t.before.WriteString(s)
	default:
		if t.inRow && t.before.Len() > 0 {
			s = strings.TrimSpace(t.before.String()) + " " + s
			t.before.Reset()
		}
		t.look = t.group.look
		t.write(s)
	}
}

func (t *rtfReader) hidden(s string) {
	if t.hiddenText.Len() < maxHidden {
		t.hiddenText.WriteString(s)
	}
}

// sign writes a typographic sign, or takes it for the bullet of an item at the
// start of a paragraph.
func (t *rtfReader) sign(word string) {
	if (word == "bullet" || word == "endash") && t.text.empty() && !t.group.label {
		t.bullet = true
		return
	}
	signs := map[string]string{"bullet": "•", "endash": "–", "emdash": "—", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”"}
	t.put(signs[word])
}
