package office

import (
	"encoding/xml"
	"strings"
)

// sharedStrings reads the strings that cells refer to.
func (r *reader) sharedStrings() []string {
	var out []string
	var text cellString
	_ = r.tokens(r.main.part("sharedStrings"), func(token xml.Token) error {
		text.token(token)
		if e, ok := token.(xml.EndElement); ok && e.Name.Local == "si" {
			if md := text.take(); len(out) < maxStrings {
				out = append(out, md)
			}
		}
		return nil
	})
	return out
}

// cellString reads the runs of a string of SpreadsheetML, of which some may be struck out.
type cellString struct {
	line     inlineBuffer
	run      strings.Builder
	inText   bool
	struck   bool
	phonetic int // open elements that say how text is read aloud
}

func (t *cellString) token(token xml.Token) {
	switch token := token.(type) {
	case xml.StartElement:
		switch token.Name.Local {
		case "t":
			t.inText = true
		case "rPh":
			t.phonetic++
		case "strike":
			t.struck = toggled(attr(token, "val"))
		}
	case xml.CharData:
		if t.inText && t.phonetic == 0 {
			t.run.Write(token)
		}
	case xml.EndElement:
		switch token.Name.Local {
		case "t":
			t.inText = false
			t.line.write(unescapeX(t.run.String()), textLook{struck: t.struck})
			t.run.Reset()
		case "r":
			t.struck = false
		case "rPh":
			t.phonetic = max(0, t.phonetic-1)
		}
	}
}

// take returns the string as inline Markdown and begins the next one.
func (t *cellString) take() string {
	md, _ := t.line.take()
	t.struck = false
	return md
}
