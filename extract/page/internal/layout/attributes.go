package layout

import "bytes"

// ReadAttributes are the attributes that this package asks for by name, apart by
// spaces: the parser must not leave them out.
const ReadAttributes = "alt aria-controls aria-expanded aria-hidden class content data-component data-testid hidden href id itemprop itemtype media name " +
	"property rel role shadowrootmode src srcset style title type"

// SilentAttributes are those that no text is taken from, whatever they say.
const SilentAttributes = "accept action charset d for integrity nonce pattern points sizes target transform viewbox"

// minEncoded is the size of a run of characters that may be an encoded sentence.
const minEncoded = 40

// MayHoldText reports whether [Page.Measure] may take text from an attribute that is
// in neither list, by its value as the page has it, character references and all. It
// says yes in doubt.
func MayHoldText(name, value []byte) bool {
	return !isProgramName(name) && mayHoldText(value)
}

// isProgramName tells the names of attributes with programs, addresses and styles.
func isProgramName(name []byte) bool {
	return hasPrefixFold(name, "on") || hasPrefixFold(name, "data-src") || hasPrefixFold(name, "data-style")
}

func hasPrefixFold(name []byte, prefix string) bool {
	return len(name) >= len(prefix) && bytes.EqualFold(name[:len(prefix)], []byte(prefix))
}

// mayHoldText is [telling] before character references and tags are read.
func mayHoldText(value []byte) bool {
	spaces, slash, brackets := 0, false, false
	for _, c := range value {
		switch {
		case c == '&' || c == 0:
			return true
		case c == ' ':
			spaces++
		case c == '/':
			slash = true
		case c == '<' || c == '{' || c == '[':
			brackets = true
		case c >= 0x80 && len(value) >= minUnseen:
			return true
		}
	}
	if len(value) < minUnseen {
		return false
	}
	return spaces >= 2 || brackets || len(value) >= minEncoded && !slash || bytes.Count(value, []byte("%20")) > 1
}

// AddComments adds what the comments of the page say to Removed. Call it after
// [Page.Measure].
func (p *Page) AddComments(comments []string) {
	for _, text := range comments {
		p.wrapped(text, "comment")
	}
}
