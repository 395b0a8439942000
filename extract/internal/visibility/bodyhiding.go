package visibility

import "golang.org/x/net/html"

// A body that hides its text is mostly one that a script shows, so that nothing is inherited from
// it: see Checker.decide. Text below that nothing shows again is maybe hidden.

// readBody notes how n hides its text, if it is the body.
func (s *Checker) readBody(n *html.Node) {
	if s == nil || s.alone || n.Data != "body" || s.sheet.Empty() && len(n.Attr) == 0 {
		return
	}
	i := s.enter(n)
	for k := range numTraits {
		if reason, _ := s.ownTrait(i, k); reason != "" {
			s.page.ofBody |= 1 << k
		}
	}
}

// hiddenByBody reports whether the body hides the text of n, by what neither n nor an element
// around it undoes.
func (s *Checker) hiddenByBody(n *html.Node) bool {
	i := s.enter(n)
	for k := range numTraits {
		if s.page.ofBody.has(k) && s.settle(i, k).from[k] < 0 {
			return true
		}
	}
	return false
}
