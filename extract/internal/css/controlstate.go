package css

import (
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// controlState reports whether n is in a state of the controls of a form (Selectors Level
// 4, section 12), as the page sets it.
func controlState(state string, n *html.Node) bool {
	switch state {
	case "checked":
		return htmltree.Has(n, "checked") || htmltree.Has(n, "selected")
	case "default":
		return htmltree.Has(n, "checked") || htmltree.Has(n, "selected") || n.Data == "button" || isSubmit(n)
	case "disabled":
		return htmltree.Has(n, "disabled")
	case "enabled":
		return !htmltree.Has(n, "disabled") && isControl(n)
	case "read-only":
		return !isWritable(n)
	case "read-write":
		return isWritable(n)
	case "required":
		return htmltree.Has(n, "required") && takesValue(n)
	case "optional":
		return !htmltree.Has(n, "required") && takesValue(n)
	case "placeholder-shown":
		return htmltree.Has(n, "placeholder") && isEmptyControl(n)
	case "invalid":
		return lacksValue(n)
	case "valid":
		return (isControl(n) || n.Data == "form" || n.Data == "fieldset") && !lacksValue(n)
	}
	return false
}

func isControl(n *html.Node) bool { return n.Data == "button" || takesValue(n) }

func takesValue(n *html.Node) bool {
	return n.Data == "input" || n.Data == "select" || n.Data == "textarea"
}

func isSubmit(n *html.Node) bool {
	kind := Lower(htmltree.Attr(n, "type"))
	return n.Data == "input" && (kind == "submit" || kind == "image")
}

func isWritable(n *html.Node) bool {
	if n.Data != "input" && n.Data != "textarea" {
		return htmltree.Has(n, "contenteditable") && Lower(htmltree.Attr(n, "contenteditable")) != "false"
	}
	switch Lower(htmltree.Attr(n, "type")) {
	case "hidden", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button":
		return false
	}
	return !htmltree.Has(n, "readonly") && !htmltree.Has(n, "disabled")
}

func isEmptyControl(n *html.Node) bool {
	return n.Data == "input" && htmltree.Attr(n, "value") == "" || n.Data == "textarea" && n.FirstChild == nil
}

// lacksValue reports whether a value is required of n, or of a control in it, and absent.
func lacksValue(n *html.Node) bool {
	if n.Data == "form" || n.Data == "fieldset" {
		seen := 0
		for d := range n.Descendants() {
			if seen++; seen > maxSiblings {
				return false
			}
			if d.Type == html.ElementNode && isControl(d) && lacksValue(d) {
				return true
			}
		}
		return false
	}
	if !htmltree.Has(n, "required") || htmltree.Has(n, "disabled") || htmltree.Has(n, "readonly") {
		return false
	}
	if kind := Lower(htmltree.Attr(n, "type")); n.Data == "input" && (kind == "checkbox" || kind == "radio") {
		return !htmltree.Has(n, "checked")
	}
	return isEmptyControl(n)
}
