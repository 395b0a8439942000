package office

import "encoding/xml"

// maxHidden bounds the hidden text that is kept for the scan, in one piece.
const maxHidden = 64 << 10

// hiddenSubtree is an element of an OpenDocument file under which nothing is shown: what
// the document hides, which is kept, or what is no text of it.
type hiddenSubtree struct {
	depth int // of the elements below it, counting itself; 0 for none
	keep  bool
	text  []byte

	groups int // open groups of rows, which a reader folds away
}

// start takes the start of an element and reports whether it is in the hidden subtree.
func (v *hiddenSubtree) start(e xml.StartElement, styles *odfStyles) bool {
	if e.Name.Local == "table-row-group" {
		v.groups++
	}
	switch {
	case v.depth > 0:
		v.separateWords(e.Name.Local)
	case isNotText(e):
		v.keep = false
	case isHidden(e, styles), e.Name.Local == "table-row" && v.groups == 0 && attr(e, "visibility") == "collapse":
		v.keep = true
	default:
		return false
	}
	v.depth++
	return true
}

// isNotText reports whether the text of an element is no text of the document: comments,
// what was struck out, the number of a note, what a picture shows.
func isNotText(e xml.StartElement) bool {
	switch e.Name.Local {
	case "annotation", "tracked-changes", "note-citation":
		return true
	case "title", "desc":
		return e.Name.Space == "svg"
	case "frame":
		return slideFiller(attr(e, "class"))
	}
	return false
}

func isHidden(e xml.StartElement, styles *odfStyles) bool {
	switch e.Name.Local {
	case "section":
		return attr(e, "display") == "none"
	case "p", "h", "span", "table", "page":
		return styles.hidden[attr(e, "style-name")]
	}
	return false
}

// write takes text and reports whether it is in the hidden subtree.
func (v *hiddenSubtree) write(text []byte) bool {
	if v.depth > 0 && v.keep && len(v.text)+len(text) <= maxHidden {
		v.text = append(v.text, text...)
	}
	return v.depth > 0
}

// separateWords keeps words apart at the border of an element, unless it is part of a line.
func (v *hiddenSubtree) separateWords(name string) {
	if name != "span" && name != "a" {
		v.write([]byte{' '})
	}
}

// end takes the end of an element, reports whether it is in the hidden subtree, and
// returns the text that was hidden once it is lifted.
func (v *hiddenSubtree) end(name string) (under bool, text string) {
	if name == "table-row-group" {
		v.groups = max(0, v.groups-1)
	}
	if v.depth == 0 {
		return false, ""
	}
	v.separateWords(name)
	if v.depth--; v.depth > 0 {
		return true, ""
	}
	text, v.text = string(v.text), v.text[:0]
	return true, text
}
