package formula

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// class is the part that an item takes in a formula.
type class uint8

const (
	ordinary class = iota
	limited        // a large sign with what stands above and below it
	operator       // a large sign, such as a sum
	function       // the name of one, such as lim
	word           // other text
	opening        // a delimiter higher than a line
	closing
	fence // a vertical line higher than a line, which may open or close
	accent
	root
	stretch // a part of a delimiter that is put together
)

// item is a glyph or a part of a formula that is read.
type item struct {
	class               class
	x0, x1, top, bottom float32
	base, axis, size    float32 // axis is the height of the rules of fractions
	tex, text           string  // text is that of glyphs as they are
	flat                string  // what says the same in text on a line, "" for nothing
	glyphs              []int   // their places on the page
	rich                bool    // TeX says more than text can
	bad                 bool    // it could not be read
	hangs               bool    // it reaches below its base line, and stands around the axis
}

// newItem makes an item of a glyph.
func newItem(g *contentstream.Glyph, at int) *item {
	if strings.ContainsAny(g.Text, variations) {
		bare := *g
		bare.Text = strings.TrimRight(g.Text, variations)
		g = &bare
	}
	it := &item{x0: g.X, x1: g.X + g.W, base: g.Y, size: g.Size, text: g.Text, glyphs: []int{at}}
	it.top, it.bottom, it.axis = g.Y+0.7*g.Size, g.Y-0.2*g.Size, g.Y+axis*g.Size
	if g.Hang > 0 {
		it.hangs = true
		it.top, it.bottom = g.Y+0.04*g.Size, g.Y-g.Hang*g.Size
		it.axis = (it.top + it.bottom) / 2
		it.base = it.axis - axis*g.Size
	}
	it.class = classOf(g)
	if it.class == operator && g.Hang == 0 { // a large form that stands on the line
		it.top, it.bottom = g.Y+0.95*g.Size, g.Y-0.4*g.Size
	}
	it.tex, it.bad = symbol(g, it.class)
	it.flat = it.tex
	return it
}

// axis is how far over the base line the rule of a fraction is, in ems.
const axis = 0.25

// classOf returns the class of a glyph.
func classOf(g *contentstream.Glyph) class {
	switch {
	case g.Text == "√":
		return root
	case isAccent(g.Text):
		return accent
	case g.Text == "⏞" || g.Text == "⏟" || g.Hang > 0 && g.Text != "" && strings.Contains("⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎫⎬⎭⎪∣∥│‖", g.Text):
		return stretch
	case g.Hang > 0 && strings.Contains("([{⟨⌊⌈", g.Text):
		return opening
	case g.Hang > 0 && strings.Contains(")]}⟩⌋⌉", g.Text):
		return closing
	case strings.Contains("∑∏∐∫∮⋃⋂", g.Text) || g.Hang > 0 && bigOperators[g.Text] != "":
		return operator
	}
	return ordinary
}

// merge makes one item of several, with what it is as TeX.
func merge(items []*item, tex string) *item {
	m := &item{tex: tex, rich: true}
	for i, it := range items {
		if i == 0 {
			m.x0, m.x1, m.top, m.bottom = it.x0, it.x1, it.top, it.bottom
		}
		m.x0, m.x1 = min(m.x0, it.x0), max(m.x1, it.x1)
		m.top, m.bottom = max(m.top, it.top), min(m.bottom, it.bottom)
		m.glyphs = append(m.glyphs, it.glyphs...)
		m.bad = m.bad || it.bad
	}
	return m
}

// without returns items less those that are gone, and more.
func without(items []*item, gone []*item, more ...*item) []*item {
	drop := make(map[*item]bool, len(gone))
	for _, it := range gone {
		drop[it] = true
	}
	out := make([]*item, 0, len(items))
	for _, it := range items {
		if !drop[it] {
			out = append(out, it)
		}
	}
	return append(out, more...)
}
