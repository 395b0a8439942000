package contentstream

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

// state is the graphics state, as far as it matters.
type state struct {
	ctm         matrix
	color       color // of fills, where the colour space is known
	white       bool  // the fill colour is white
	transparent bool  // fills have no opacity
	translucent bool  // what is below fills may show through
	clip        clip
	space       int // the components of the fill colour
	text        textState
}

type textState struct {
	font                          *font.Font
	size                          float64
	charSpace, wordSpace, leading float64
	scale, rise                   float64
	mode                          int
}

// fills reports whether glyphs are painted in the fill colour alone.
func (t *textState) fills() bool { return t.mode == 0 || t.mode == 4 }

func initial(ctm matrix) state {
	everywhere := object.Rect{X0: math.Inf(-1), Y0: math.Inf(-1), X1: math.Inf(1), Y1: math.Inf(1)}
	return state{ctm: ctm, space: 1, text: textState{scale: 1}, clip: clip{box: everywhere}}
}

// components returns how many components the colours of a device space have, by its name or
// by the operator that sets a colour in it; 0 for another space.
func components(space string) int {
	switch space {
	case "g", "DeviceGray", "CalGray", "G":
		return 1
	case "rg", "DeviceRGB", "CalRGB", "RGB":
		return 3
	case "k", "DeviceCMYK", "CMYK":
		return 4
	}
	return 0
}

// setColor sets the fill colour to the last numbers of o in a colour space.
func (s *state) setColor(space int, o []operand) {
	s.space, s.white = space, false
	var c [4]float64
	missing := space
	for i := len(o) - 1; i >= 0 && missing > 0; i-- {
		if o[i].kind == token.Number {
			missing--
			c[missing] = o[i].num
		}
	}
	if missing > 0 {
		return
	}
	switch space {
	case 1:
		s.color, s.white = color{c[0], c[0], c[0]}, c[0] >= 0.97
	case 3:
		s.color, s.white = color{c[0], c[1], c[2]}, min(c[0], c[1], c[2]) >= 0.97
	case 4:
		s.color, s.white = color{(1 - c[0]) * (1 - c[3]), (1 - c[1]) * (1 - c[3]), (1 - c[2]) * (1 - c[3])}, max(c[0], c[1], c[2], c[3]) <= 0.03
	}
}

// clip is where painting shows: within a box and, where odd is set, within a shape
// that isn't known.
type clip struct {
	box object.Rect
	odd bool
}

// contains reports whether a place is in a box or no farther from it than slack.
func contains(r *object.Rect, x, y, slack float64) bool {
	return x > r.X0-slack && x < r.X1+slack && y > r.Y0-slack && y < r.Y1+slack
}
