package classify

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// Limits of pictures, chosen by reading pages: half of the runs of more than ten are logos of
// customers, swatches of colours or slides of a carousel.
const (
	// maxRun is how many pictures may stand in a row without text between them. Of a
	// longer run minRun are written.
	maxRun, minRun = 10, 5
	// maxUses is how often a picture may stand on a page. One that stands there more
	// often is decoration, such as a star of ratings, and is written once.
	maxUses = 2
)

// SkipPictures adds to marks the pictures to leave out: those of long runs but for some, see
// endRun, and repetitions of decoration. Pictures in cells of tables and beside text are
// kept. It also marks links that lose their picture, see unlinkPictures. It returns the
// nodes that are replaced by a note with the number of left-out pictures of a run. It calls
// dropped, unless that is nil, for each left-out picture with the name of the rule.
func SkipPictures(root *html.Node, marks htmlmd.Marks, dropped func(n *html.Node, rule string)) map[*html.Node]int {
	s := pictureScan{marks: marks, dropped: dropped, link: -1, uses: map[string]int{}, text: map[*html.Node]bool{}}
	s.visit(root)
	s.endRun()
	used := map[string]bool{}
	for _, n := range s.alone {
		key := pictureKey(n)
		if s.uses[key] > maxUses && used[key] && marks[n]&htmlmd.Skipped == 0 {
			s.skip(n, "picture shown often")
		}
		used[key] = true
	}
	s.unlinkPictures()
	return s.more
}

// pictureScan visits the pictures of a tree.
type pictureScan struct {
	marks htmlmd.Marks
	// dropped may be nil.
	dropped func(n *html.Node, rule string)

	run   []*html.Node        // pictures since the last text
	alone []*html.Node        // all pictures without text beside them
	uses  map[string]int      // by address
	text  map[*html.Node]bool // elements whose own text is known: whether they have some
	more  map[*html.Node]int  // what SkipPictures returns
	links []anchor            // in document order
	link  int                 // the one that is being visited, -1 for none
}

func (s *pictureScan) visit(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case s.marks[c]&htmlmd.Skipped != 0:
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) != "":
			s.endRun()
			s.updateLink(func(a *anchor) { a.hasText = true })
		case c.Type != html.ElementNode:
		case c.DataAtom == atom.A && s.link < 0:
			s.visitLink(c)
		case c.DataAtom == atom.Img && htmlmd.IsFormulaImage(c):
			s.endRun()
			s.updateLink(func(a *anchor) { a.hasText = true })
		case c.DataAtom == atom.Img:
			s.updateLink(func(a *anchor) { a.hasPicture = true })
			if s.besideText(c) {
				break
			}
			s.run = append(s.run, c)
			if key := pictureKey(c); key != "" {
				s.uses[key]++
				s.alone = append(s.alone, c)
			}
		case c.DataAtom == atom.Table || c.DataAtom == atom.Svg || c.DataAtom == atom.Head || c.DataAtom == atom.Script || c.DataAtom == atom.Style || c.DataAtom == atom.Noscript:
			if c.DataAtom == atom.Table {
				s.endRun()
			}
		case (c.DataAtom == atom.Ul || c.DataAtom == atom.Ol) && s.skipSlides(c):
			s.visit(c)
		default:
			s.visit(c)
		}
	}
}

// minSlides is how many pictures of one thing a list in an item of another list has at least
// for only the first to be written.
const minSlides = 3

// skipSlides marks all but the first of the items of a list in an item of a list, each of which
// holds a picture and no text: the pictures of a product in a list of products. It reports
// whether there are such.
func (s *pictureScan) skipSlides(list *html.Node) bool {
	if !isInItem(list) {
		return false
	}
	var slides []*html.Node
	for c := range list.ChildNodes() {
		if c.Type != html.ElementNode || s.marks[c]&htmlmd.Skipped != 0 {
			continue
		}
		if c.DataAtom != atom.Li || !s.isSlide(c) {
			return false
		}
		slides = append(slides, c)
	}
	if len(slides) < minSlides {
		return false
	}
	for _, c := range slides[1:] {
		s.marks[c] |= htmlmd.Skipped
		s.explain(c, "further pictures of an item")
	}
	return true
}

// maxSlideSteps bounds the elements around a list that may be an item of another.
const maxSlideSteps = 16

// isInItem reports whether an element is in an item of a list.
func isInItem(n *html.Node) bool {
	for range maxSlideSteps {
		if n = n.Parent; n == nil {
			return false
		}
		if n.DataAtom == atom.Li {
			return true
		}
	}
	return false
}

// maxSlideNodes bounds the nodes of a slide.
const maxSlideNodes = 40

// isSlide reports whether an item holds one picture and no text.
func (s *pictureScan) isSlide(item *html.Node) bool {
	pictures, nodes := 0, 0
	for n := range item.Descendants() {
		if nodes++; nodes > maxSlideNodes || n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" {
			return false
		}
		if n.DataAtom == atom.Img {
			pictures++
		}
	}
	return pictures == 1
}

// endRun ends the run of pictures. Of a run of more than maxRun pictures minRun stay: first those with
// an alt text that no picture before has, then the first of the others. The last picture that is left
// out becomes the place of a note, see noteOmitted.
func (s *pictureScan) endRun() {
	run := s.run
	s.run = s.run[:0]
	if len(run) <= maxRun {
		return
	}
	keep, texts := map[*html.Node]bool{}, map[string]bool{"": true}
	for _, n := range run {
		if alt := strings.TrimSpace(htmltree.Attr(n, "alt")); len(keep) < minRun && !texts[alt] {
			texts[alt], keep[n] = true, true
		}
	}
	for _, n := range run {
		if len(keep) < minRun {
			keep[n] = true
		}
	}
	noted := false
	for _, n := range slices.Backward(run) {
		switch {
		case keep[n]:
		case noted || !s.noteOmitted(n, len(run)-len(keep)):
			s.skip(n, "long run of pictures")
		default:
			noted = true
			s.explain(n, "long run of pictures")
		}
	}
}

// noteOmitted records in s.more that count pictures are left out at picture n. The writer
// writes a note there. It returns false, and records nothing, if the note would be in a
// link.
func (s *pictureScan) noteOmitted(n *html.Node, count int) bool {
	n = s.holder(n, func(n *html.Node) bool { return n.DataAtom == atom.A || n.DataAtom == atom.Picture })
	for up := n.Parent; up != nil; up = up.Parent {
		if up.DataAtom == atom.A {
			return false
		}
	}
	if s.more == nil {
		s.more = map[*html.Node]int{}
	}
	s.more[n] = count
	return true
}

// skip marks a picture, and the elements around that hold nothing else.
func (s *pictureScan) skip(n *html.Node, rule string) {
	s.explain(n, rule)
	s.marks[s.holder(n, func(n *html.Node) bool { return n.DataAtom != atom.Body })] |= htmlmd.Skipped
}

func (s *pictureScan) explain(n *html.Node, rule string) {
	if s.dropped != nil {
		s.dropped(n, rule)
	}
}

// holder returns the outermost element around n that contains no other written content.
// passes must be true of that element and of all between it and n. An element with an
// aria-label or a title has a name of its own, so that it is written without its picture:
// holder stops below it.
func (s *pictureScan) holder(n *html.Node, passes func(*html.Node) bool) *html.Node {
	for up := n.Parent; up != nil && up.Type == html.ElementNode && passes(up) && htmltree.Attr(up, "aria-label") == "" && htmltree.Attr(up, "title") == ""; n, up = up, up.Parent {
		for c := up.FirstChild; c != nil; c = c.NextSibling {
			if c != n && s.marks[c]&htmlmd.Skipped == 0 && (c.Type == html.ElementNode || c.Type == html.TextNode && strings.TrimSpace(c.Data) != "") {
				return n
			}
		}
	}
	return n
}

// besideText reports whether a picture is beside text in its parent, or its link is beside
// text.
func (s *pictureScan) besideText(n *html.Node) bool {
	if s.hasText(n.Parent) {
		return true
	}
	link := n.Parent
	return link.DataAtom == atom.A && link.Parent != nil && s.hasText(link.Parent)
}

// hasText reports whether an element has text of its own. It scans its children once.
func (s *pictureScan) hasText(n *html.Node) bool {
	has, known := s.text[n]
	if known {
		return has
	}
	for c := n.FirstChild; c != nil && !has; c = c.NextSibling {
		has = c.Type == html.TextNode && strings.TrimSpace(c.Data) != ""
	}
	s.text[n] = has
	return has
}

// pictureKey returns a key that equal pictures have in common: the values of all attributes whose
// name contains "src", and the address of the link around. It returns "" for a picture that isn't
// decoration: one with an alt text may be data (a check mark), and one without an address outside of
// the page is the placeholder of another picture.
func pictureKey(n *html.Node) string {
	if strings.TrimSpace(htmltree.Attr(n, "alt")) != "" {
		return ""
	}
	key := ""
	for i := range n.Attr {
		if a := &n.Attr[i]; strings.Contains(a.Key, "src") && !strings.HasPrefix(a.Val, "data:") {
			key += a.Val + " "
		}
	}
	for up := n.Parent; up != nil && key != ""; up = up.Parent {
		if up.DataAtom == atom.A {
			key += htmltree.Attr(up, "href")
		}
	}
	return key
}
