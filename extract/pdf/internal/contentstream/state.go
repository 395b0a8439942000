package contentstream

import (
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
)

// state is the graphics state, as far as it matters.
type state struct {
	ctm         matrix
	color       color // of fills, where the colour space is known
	white       bool  // the fill colour is white
	transparent bool  // fills have no opacity
	translucent bool  // what is below fills may show through
	clip        clip
	// space is the number of components of the fill colour if its colour space is a
	// device space (1 for grey, 3 for RGB, 4 for CMYK), 0 for other spaces
	space int
	text  textState
}

type textState struct {
	font                          *font.Font
	size                          float64
	charSpace, wordSpace, leading float64
	scale, rise                   float64
	mode                          int
}

func initial(ctm matrix) state { return state{ctm: ctm, space: 1, text: textState{scale: 1}} }

// markedContent is an open marked-content sequence.
type markedContent struct {
	mcid     int32
	hidden   bool // by a layer
	artifact bool
	actual   string // ActualText, which replaces the text of the glyphs
	glyphs   int    // how many there were before
}

// current returns the innermost MCID and whether a layer hides what is shown.
func (in *interpreter) current() (mcid int32, hidden, artifact bool) {
	mcid = -1
	for i := len(in.marks) - 1; i >= 0; i-- {
		m := in.marks[i]
		if mcid < 0 {
			mcid = m.mcid
		}
		hidden = hidden || m.hidden
		artifact = artifact || m.artifact
	}
	return mcid, hidden, artifact
}

// replaced reports whether an open sequence has an ActualText. The interpreter then
// keeps glyphs without text too.
func (in *interpreter) replaced() bool {
	for i := range in.marks {
		if in.marks[i].actual != "" {
			return true
		}
	}
	return false
}

func (s *state) setColor(n int, c []float64) {
	s.white = false
	if len(c) < n {
		return
	}
	c = c[len(c)-n:]
	if n > 0 {
		s.color = colorOf(c)
	}
	switch n {
	case 1:
		s.white = c[0] >= 0.97
	case 3:
		s.white = c[0] >= 0.97 && c[1] >= 0.97 && c[2] >= 0.97
	case 4:
		s.white = c[0] <= 0.03 && c[1] <= 0.03 && c[2] <= 0.03 && c[3] <= 0.03
	}
}
