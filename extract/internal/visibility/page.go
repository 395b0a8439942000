package visibility

import "golang.org/x/net/html"

// page is what a Checker notes about the page while it judges.
type page struct {
	partial map[*html.Node]inheritedHidings // elements that hide their own text, but not all below
	scanned map[*html.Node]inheritedHidings // elements whose subtrees were looked through
	shows   map[*html.Node]inheritedHidings // elements with text below them that shows itself again
	looked  int
	ofBody  inheritedHidings // by which the body hides its text

	slots  map[*html.Node]map[string]*html.Node // the slots of shadow trees, by their names
	filled map[*html.Node]bool                  // slots, and whether children of the host fill them

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
