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
	box            object.Rect
	used           bool
	rects          []object.Rect
	odd            bool // it has more than the rectangles
	clips          bool // the clip is narrowed to it once it is painted
}

const (
	// maxCorners bounds the rectangles of one path.
	maxCorners = 64
	// minDot and maxDot bound the size of a dot in points.
	minDot = 0.8
	maxDot = 14
)

func (p *path) grow(x, y float64) {
	if !p.used {
		p.box, p.used = object.Rect{X0: x, Y0: y, X1: x, Y1: y}, true
	}
	p.box = object.Rect{X0: min(p.box.X0, x), Y0: min(p.box.Y0, y), X1: max(p.box.X1, x), Y1: max(p.box.Y1, y)}
}

func (p *path) lineTo(x, y float64) {
	if len(p.segments) < maxSegments {
		p.segments = append(p.segments, Segment{float32(p.x), float32(p.y), float32(x), float32(y)})
	}
	p.x, p.y = x, y
	p.grow(x, y)
}

func (p *path) rectangle(ctm *matrix, x, y, w, h float64) {
	r := ctm.box(object.Rect{X0: x, Y0: y, X1: x + w, Y1: y + h})
	p.x, p.y = r.X0, r.Y0
	p.grow(p.x, p.y)
	if len(p.rects) < maxCorners && ctm.keepsUpright() {
		p.rects = append(p.rects, r)
	} else {
		p.odd = true
	}
	p.lineTo(r.X1, r.Y0)
	p.lineTo(r.X1, r.Y1)
	p.lineTo(r.X0, r.Y1)
	p.lineTo(r.X0, r.Y0)
}

// paint keeps the straight pieces of a stroked path and the area of a filled
// one; a filled area that is thin is a line. Then the path ends.
func (in *interpreter) paint(stroke, fill bool) {
	p, s := &in.path, &in.state
	if p.used && !s.transparent && (stroke || fill) {
		w, h := p.box.X1-p.box.X0, p.box.Y1-p.box.Y0
		if size := max(w, h); size >= minDot && size <= maxDot && min(w, h) > 0.7*size && len(in.page.Dots) < maxDots {
			in.page.Dots = append(in.page.Dots, Dot{float32((p.box.X0 + p.box.X1) / 2), float32((p.box.Y0 + p.box.Y1) / 2), float32(size)})
		}
		if fill && !s.white {
			in.addRule(p.box)
		}
		if stroke {
			for _, one := range p.segments {
				in.addSegment(one)
			}
		}
	}
	if fill {
		in.fill()
	}
	if p.clips {
		if p.odd || len(p.rects) != 1 {
			s.clip.odd = true
		} else {
			s.clip.box = p.rects[0].Within(s.clip.box)
		}
	}
	in.path = path{segments: p.segments[:0], rects: p.rects[:0]}
}

// addRule keeps an area as a line if it is thin.
func (in *interpreter) addRule(r object.Rect) {
	w, h := r.X1-r.X0, r.Y1-r.Y0
	if min(w, h) > 3 || max(w, h) <= 3 {
		return
	}
	s := Segment{float32(r.X0), float32(r.Y0), float32(r.X1), float32(r.Y1)}
	if w >= h {
		s.Y0 = float32((r.Y0 + r.Y1) / 2)
		s.Y1 = s.Y0
	} else {
		s.X0 = float32((r.X0 + r.X1) / 2)
		s.X1 = s.X0
	}
	in.addSegment(s)
}

// addSegment keeps a horizontal or vertical piece, with its ends in order.
func (in *interpreter) addSegment(s Segment) {
	flat, upright := math.Abs(float64(s.Y1-s.Y0)) < 1, math.Abs(float64(s.X1-s.X0)) < 1
	if flat == upright || len(in.page.Segments) >= maxSegments {
		return
	}
	in.page.Segments = append(in.page.Segments, Segment{min(s.X0, s.X1), min(s.Y0, s.Y1), max(s.X0, s.X1), max(s.Y0, s.Y1)})
}
