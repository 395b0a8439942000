package contentstream

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// path is the current path: its straight pieces and its bounds.
type path struct {
	segments       []Segment
	x, y           float64 // current point
	startX, startY float64
	x0, y0, x1, y1 float64
	used           bool
	rects          []object.Rect
	odd            bool // it has more than the rectangles
	clips          bool // the clip is narrowed to it once it is painted
}

const (
	// maxDark bounds the filled areas that are remembered of a page.
	maxDark = 2000
	// minDot and maxDot bound the size of a dot in points.
	minDot = 0.8
	maxDot = 7
)

// pathOperator executes the operators of paths; it reports false for any other.
func (in *interpreter) pathOperator(name string, o []operand) bool {
	n := len(o)
	switch name {
	case "m":
		in.path.odd = true
		in.path.x, in.path.y = in.state.ctm.apply(num(o, n-2), num(o, n-1))
		in.path.startX, in.path.startY = in.path.x, in.path.y
		in.path.grow(in.path.x, in.path.y)
	case "l":
		in.path.odd = true
		in.lineTo(in.state.ctm.apply(num(o, n-2), num(o, n-1)))
	case "c", "v", "y":
		in.path.odd = true
		in.path.x, in.path.y = in.state.ctm.apply(num(o, n-2), num(o, n-1))
		in.path.grow(in.path.x, in.path.y)
	case "h":
		in.lineTo(in.path.startX, in.path.startY)
	case "re":
		in.rectangle(num(o, n-4), num(o, n-3), num(o, n-2), num(o, n-1))
	case "S", "s":
		in.paint(true, false)
	case "f", "F", "f*":
		in.paint(false, true)
	case "B", "B*", "b", "b*":
		in.paint(true, true)
	case "n":
		in.finish()
	case "W", "W*":
		in.path.clips = true
	default:
		return false
	}
	return true
}

func (p *path) grow(x, y float64) {
	if !p.used {
		p.x0, p.y0, p.x1, p.y1, p.used = x, y, x, y, true
		return
	}
	p.x0, p.y0, p.x1, p.y1 = min(p.x0, x), min(p.y0, y), max(p.x1, x), max(p.y1, y)
}

func (in *interpreter) lineTo(x, y float64) {
	p := &in.path
	if len(p.segments) < maxSegments {
		p.segments = append(p.segments, Segment{float32(p.x), float32(p.y), float32(x), float32(y)})
	}
	p.x, p.y = x, y
	p.grow(x, y)
}

func (in *interpreter) rectangle(x, y, w, h float64) {
	x0, y0, x1, y1 := in.state.ctm.box(x, y, x+w, y+h)
	p := &in.path
	p.x, p.y = x0, y0
	p.grow(x0, y0)
	if len(p.rects) < maxCorners && in.state.ctm.keepsUpright() {
		p.rects = append(p.rects, object.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
	} else {
		p.odd = true
	}
	for _, corner := range [...][2]float64{{x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}} {
		in.lineTo(corner[0], corner[1])
	}
}

// paint keeps the straight pieces of a stroked path and the area of a filled
// one; a filled area that is thin is a line.
func (in *interpreter) paint(stroke, fill bool) {
	p := &in.path
	if p.used && !in.state.transparent {
		w, h := p.x1-p.x0, p.y1-p.y0
		if size := max(w, h); size >= minDot && size <= maxDot && min(w, h) > 0.7*size && len(in.page.Dots) < maxDots {
			in.page.Dots = append(in.page.Dots, Dot{float32((p.x0 + p.x1) / 2), float32((p.y0 + p.y1) / 2)})
		}
		if fill && !in.state.white {
			if isThin(w, h) {
				in.thinArea(p.x0, p.y0, p.x1, p.y1)
			} else if len(in.dark) < maxDark {
				in.dark = append(in.dark, object.Rect{X0: p.x0, Y0: p.y0, X1: p.x1, Y1: p.y1})
			}
		}
		if stroke {
			for _, s := range p.segments {
				in.addSegment(s)
			}
		}
	}
	if fill {
		in.markCovered()
		in.fillBackground()
	}
	in.finish()
}

func (in *interpreter) finish() {
	p := &in.path
	if p.clips {
		in.state.clip.narrowToPath(p)
	}
	in.path = path{segments: p.segments[:0], rects: p.rects[:0]}
}

func isThin(w, h float64) bool { return min(w, h) <= 3 && max(w, h) > 3 }

func (in *interpreter) thinArea(x0, y0, x1, y1 float64) {
	if x1-x0 >= y1-y0 {
		y := float32((y0 + y1) / 2)
		in.addSegment(Segment{float32(x0), y, float32(x1), y})
		return
	}
	x := float32((x0 + x1) / 2)
	in.addSegment(Segment{x, float32(y0), x, float32(y1)})
}

// addSegment keeps a horizontal or vertical piece, with its ends in order.
func (in *interpreter) addSegment(s Segment) {
	flat, upright := math.Abs(float64(s.Y1-s.Y0)) < 1, math.Abs(float64(s.X1-s.X0)) < 1
	if flat == upright || len(in.page.Segments) >= maxSegments {
		return
	}
	in.page.Segments = append(in.page.Segments, Segment{min(s.X0, s.X1), min(s.Y0, s.Y1), max(s.X0, s.X1), max(s.Y0, s.Y1)})
}
