package visibility

import (
	"golang.org/x/net/html"
)

// page is what a Checker notes about the page while it judges.
type page struct {
	partial map[*html.Node]inheritedHidings // elements that hide their own text, but not all below
	scanned map[*html.Node]inheritedHidings // elements whose subtrees were looked through
	shows   map[*html.Node]inheritedHidings // elements with text below them that shows itself again
	looked  int

	coversKnown  bool
	covered      map[*html.Node]bool       // elements and texts that something is painted over
	containers   map[*html.Node]int        // elements whose content was looked at for covers: of these around and with it
	backdrops    map[*html.Node][]backdrop // what is positioned over all of an element
	ofBody       inheritedHidings          // by which the body hides its text
	maybeCovered map[*html.Node]struct{}   // what something may be painted over
	styles       []string                  // of the style elements, once they are needed
	altered      map[string]bool           // names of classes and ids that rules of other states have

	trees map[*html.Node]*html.Node            // templates of shadow trees, by what they stand in
	slots map[*html.Node]map[string]*html.Node // the slots of shadow trees, by their names

	rootFont      float64 // the size of the font of the root in pixels, 0 if no rule says it
	rootFontKnown bool

	filled map[*html.Node]bool // slots, and whether children of the host fill them

	external, externalKnown bool

	controlled map[string]control // by the ids of what controls open
	streamed   bool               // React placeholders exist
	animates   bool               // scripts of a site builder move sections into view
	fading     int                // elements that are transparent by their own style
	sections   int                // of these
	read       bool
	text       int // bytes of text in the body
	counted    bool
	steps      int // nodes whose text was counted
}

// put sets a value in one of the maps of a page, which is made for the first: most pages
// need none of them.
func put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}
