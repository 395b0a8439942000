package mdinline

// Kind is the kind of a piece of inline content.
type Kind uint8

const (
	Removed Kind = iota // taken back, is not written
	Text
	Open  // of emphasis
	Close // of emphasis
	Code
	Link
	LinkEnd
	Image
	ImageEnd
	Break
	Raw // Markdown as it is
)

// Item is a piece of inline content over [Encoder.Text].
type Item struct {
	Kind       Kind
	Mark       Mark  // of Open and Close
	Start, End int32 // of the text, of the source of code, or of the address of a link or an image
	TitleEnd   int32 // end of the title of a Link or an Image, which begins at End
	Pair       int32 // index of the other end of a link, an image or of emphasis

	delim    byte // the character that emphasis is written with
	auto     bool // a link that is written as <address>
	entFirst bool // its first character is to be written as an entity
	entLast  bool // and its last one
}

// Mark is a kind of emphasis.
type Mark uint8

const (
	Emphasis Mark = iota
	Strong
	Deleted
)

// size is how many characters a delimiter has.
func (m Mark) size() int {
	if m == Emphasis {
		return 1
	}
	return 2
}

// Specials says which characters the texts have that may need an escape. What isn't
// noted is written as it is.
type Specials struct {
	Star, Underscore, Tilde, Backtick, Bracket bool
	// Math reports that there are formulas between dollars.
	Math bool
}

// NoteSpecial notes a character of a text in Specials.
func (e *Encoder) NoteSpecial(c byte) {
	switch c {
	case '*':
		e.Specials.Star = true
	case '_':
		e.Specials.Underscore = true
	case '~':
		e.Specials.Tilde = true
	case '`':
		e.Specials.Backtick = true
	case '[':
		e.Specials.Bracket = true
	}
}
