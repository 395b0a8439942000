// Package htmltree reads the nodes of a parsed page.
package htmltree

import "golang.org/x/net/html"

// Lookup returns the value of an attribute of n and whether n has it. Attributes
// with a namespace, as xlink:href in SVG, are not found. key is in lower case.
func Lookup(n *html.Node, key string) (value string, has bool) {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Key == key && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// Attr returns the value of an attribute of n, "" if it has none; see [Lookup].
func Attr(n *html.Node, key string) string {
	value, _ := Lookup(n, key)
	return value
}

// Has reports whether n has an attribute; see [Lookup].
func Has(n *html.Node, key string) bool {
	_, has := Lookup(n, key)
	return has
}
