package contentstream

import (
	"context"
	"reflect"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// Hidden says why a reader can't see a glyph.
type Hidden uint8

// The reasons.
const (
	Seen      Hidden = iota
	Invisible        // text rendering mode 3 or 7, as under a scanned page
	White            // painted white on nothing
	OffPage          // outside of what is shown of the page
	Tiny             // smaller than a point
	Layer            // in an optional content group that is off
	Clear            // painted with no opacity
	Covered          // painted over
	Clipped          // outside of what painting is clipped to
	Sunk             // in the colour of what it stands on
)

// String names the reason.
func (h Hidden) String() string {
	return [...]string{"", "invisible rendering mode", "white on white", "outside of the page", "tiny font", "hidden layer", "no opacity", "painted over", "clipped away", "colour on the same colour"}[h]
}

// Glyph is a glyph on a page. The page is turned upright and its lower left
// corner is the origin.
type Glyph struct {
	Text string
	// X and Y are the origin, W the advance and Size the font size in points.
	// They are in the frame of Dir.
	X, Y, W, Size float32
	// Dir is the direction of writing: quarter turns counter-clockwise below
	// Oblique, steps of five degrees from there on.
	Dir    uint8
	Hidden Hidden
	Font   *font.Font
	// MCID is the identifier of the marked content it belongs to, -1 for none.
	MCID int32
	// Annotation is the number on its page of the annotation that shows it, such as
	// a form field, 0 for none. Such text comes after all other text of the page.
	Annotation int32
}

// Segment is a straight horizontal or vertical line that is painted.
type Segment struct{ X0, Y0, X1, Y1 float32 }

// Dot is the middle and the size of a small disc, ring or square, as bullets are painted.
type Dot struct{ X, Y, Size float32 }

// Link is the area of a link.
type Link struct {
	Box object.Rect
	URI string
}

// Page is the content of a page.
type Page struct {
	Width, Height float64
	Glyphs        []Glyph
	Segments      []Segment
	Dots          []Dot
	Links         []Link
	// ImageArea is the part of the page that images cover, at most 1.
	ImageArea float64
	// Odd are the texts that replace glyphs but are far longer than they are.
	Odd []string
	// TextBoxes are the texts of annotations that stand on the page, and Comments those
	// that a reader sees only on opening the mark or the sign that they belong to.
	TextBoxes, Comments []string
	// Notes are the other texts of annotations, which no reader sees.
	Notes []string
	// Tags say what marked content is, by its identifier, nil in a file without tags.
	Tags object.PageTags
}

func (p *Page) box() object.Rect { return object.Rect{X1: p.Width, Y1: p.Height} }

// Budget bounds the work on a file: what is left of it. One object may be used
// often, so that the size of the file bounds nothing.
type Budget struct {
	Ops, Glyphs, Forms int
	// Repeats are bytes of forms that are run again.
	Repeats int
	// Texts are bytes of replacement texts.
	Texts int
	// Links are link areas, Notes texts of annotations.
	Links, Notes int

	run  map[int]bool   // the numbers of the forms that were run
	uris map[int]string // addresses by the number of their action
}

// NewBudget returns the budget of a file.
func NewBudget() *Budget {
	return &Budget{Ops: 10_000_000, Glyphs: 6_000_000, Forms: 100_000, Repeats: 32 << 20, Texts: 8 << 20, Links: 100_000, Notes: 20_000}
}

// spendRepeat takes the run of a form of n bytes from the budget, which costs nothing
// the first time. It reports false when too much was run again.
func (b *Budget) spendRepeat(form, n int) bool {
	if b.run == nil {
		b.run = map[int]bool{}
	}
	if form == 0 || !b.run[form] {
		b.run[form] = true
		return true
	}
	b.Repeats -= n
	return b.Repeats >= 0
}

// Limits of one page.
const (
	maxPageGlyphs = 400_000
	maxSegments   = 20_000
	maxDots       = 2_000
	maxLinks      = 5_000
	maxForms      = 12 // nested
	maxStates     = 200
	maxMarks      = 200
	maxOperands   = 2_000
)

// Fonts loads fonts once.
type Fonts struct {
	d *object.Doc
	// loaded has the fonts by where their dictionaries are in memory, nil for a missing one.
	loaded map[uintptr]*font.Font
	dicts  []object.Dict // of these fonts, so that no other one takes its place in memory
}

// NewFonts returns the fonts of a file.
func NewFonts(d *object.Doc) *Fonts { return &Fonts{d: d, loaded: map[uintptr]*font.Font{}} }

func (f *Fonts) get(o object.Object) *font.Font {
	dict := f.d.Dict(o)
	at := reflect.ValueOf(dict).Pointer()
	if f.loaded[at] == nil {
		f.loaded[at] = font.Load(f.d, dict)
		f.dicts = append(f.dicts, dict)
	}
	return f.loaded[at]
}

// Read runs a page. Its only error is that of ctx.
func Read(ctx context.Context, d *object.Doc, p object.Page, fonts *Fonts, layers *Layers, budget *Budget) (*Page, error) {
	base := upright(p)
	shown := base.box(p.Box)
	out := &Page{Width: shown.X1, Height: shown.Y1}
	in := &interpreter{ctx: ctx, d: d, page: out, fonts: fonts, layers: layers, budget: budget}
	in.state = initial(base)
	in.run(d.Contents(p), p.Resources)
	in.annotations(d.Array(p.Dict["Annots"]), base)
	return out, ctx.Err()
}

// upright returns the matrix from user space to the upright page.
func upright(p object.Page) matrix {
	b := p.Box
	switch p.Rotate {
	case 90:
		return matrix{0, -1, 1, 0, -b.Y0, b.X1}
	case 180:
		return matrix{-1, 0, 0, -1, b.X1, b.Y1}
	case 270:
		return matrix{0, 1, -1, 0, b.Y1, -b.X0}
	}
	return matrix{1, 0, 0, 1, -b.X0, -b.Y0}
}
