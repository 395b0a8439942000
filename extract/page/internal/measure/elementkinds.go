package measure

import "golang.org/x/net/html/atom"

// ElementKinds is a set of what an element is, by its tag, role and itemprop.
type ElementKinds uint64

// The kinds of elements that matter to the choice of content.
const (
	P ElementKinds = 1 << iota
	Li
	Cell // td, th
	Table
	Pre
	Blockquote
	Figure
	Figcaption
	Details
	Summary
	H1
	H2
	H3
	H456
	A
	Button
	Label
	Form
	Nav
	Header
	Footer
	Aside
	Main
	Article
	Section
	Dialog
	Definition // dl, dt, dd
	List       // ul, ol
	Div
	Inline
	Custom
	Noscript
	Address
	Time
	Folded // hidden until the reader opens a tab or an accordion
	Panel  // role=tabpanel or region
	Stream // a piece of streamed content that a script would move into place
	Body   // itemprop of the main text: articleBody, text, description
	Search
	Menu
	Status // role=alert, status
	Heading

	ElementKindCount = iota
)

// Headings are the elements that are headings, by their tag or role.
const Headings = H1 | H2 | H3 | H456 | Heading

type display uint8

const (
	block display = iota
	inline
	void    // nothing to read inside: img, input, hr
	nonText // something else than text inside: script, style, svg
)

// kindOf returns what an element is by its tag. Unknown elements are blocks.
func kindOf(a atom.Atom) (ElementKinds, display) {
	switch a {
	case atom.P:
		return P, block
	case atom.Div:
		return Div, block
	case atom.Span, atom.Font, atom.Small, atom.Big, atom.Sub, atom.Sup, atom.U, atom.S, atom.Strike, atom.Del, atom.Ins,
		atom.Abbr, atom.Acronym, atom.Cite, atom.Q, atom.Dfn, atom.Bdi, atom.Bdo, atom.Tt, atom.Var, atom.Samp, atom.Kbd,
		atom.Ruby, atom.Rt, atom.Rb, atom.Rp, atom.Rtc, atom.Wbr, atom.Data, atom.Nobr, atom.Code, atom.Mark, atom.Output,
		atom.Strong, atom.B, atom.Em, atom.I, atom.Math:
		return Inline, inline
	case atom.Time:
		return Time, inline
	case atom.A:
		return A, inline
	case atom.Li:
		return Li, block
	case atom.Ul, atom.Ol:
		return List, block
	case atom.Td, atom.Th:
		return Cell, block
	case atom.Table:
		return Table, block
	case atom.Pre:
		return Pre, block
	case atom.Blockquote:
		return Blockquote, block
	case atom.H1:
		return H1, block
	case atom.H2:
		return H2, block
	case atom.H3:
		return H3, block
	case atom.H4, atom.H5, atom.H6:
		return H456, block
	case atom.Dl, atom.Dt, atom.Dd:
		return Definition, block
	case atom.Img, atom.Input, atom.Br, atom.Hr, atom.Embed, atom.Source, atom.Track, atom.Area, atom.Col, atom.Param,
		atom.Meta, atom.Link, atom.Base:
		return 0, void
	case atom.Script, atom.Style, atom.Template, atom.Svg, atom.Iframe, atom.Object, atom.Canvas, atom.Video, atom.Audio,
		atom.Select, atom.Textarea, atom.Datalist, atom.Map, atom.Applet, atom.Noembed, atom.Noframes, atom.Frameset:
		return 0, nonText
	}
	return sectionKind(a), block
}

func sectionKind(a atom.Atom) ElementKinds {
	switch a {
	case atom.Section:
		return Section
	case atom.Article:
		return Article
	case atom.Main:
		return Main
	case atom.Nav:
		return Nav
	case atom.Header:
		return Header
	case atom.Footer:
		return Footer
	case atom.Aside:
		return Aside
	case atom.Figure:
		return Figure
	case atom.Figcaption, atom.Caption:
		return Figcaption
	case atom.Form, atom.Fieldset:
		return Form
	case atom.Button:
		return Button
	case atom.Label, atom.Legend:
		return Label
	case atom.Details:
		return Details
	case atom.Summary:
		return Summary
	case atom.Dialog:
		return Dialog
	case atom.Noscript:
		return Noscript
	case atom.Address:
		return Address
	case atom.Menu:
		return Menu
	case 0:
		return Custom
	}
	return 0
}

// kindOfRole returns what a role attribute makes of an element (WAI-ARIA 1.2).
func kindOfRole(role string) ElementKinds {
	switch role {
	case "main":
		return Main
	case "navigation", "directory":
		return Nav
	case "banner":
		return Header
	case "contentinfo":
		return Footer
	case "complementary":
		return Aside
	case "article":
		return Article
	case "dialog", "alertdialog":
		return Dialog
	case "search", "searchbox":
		return Search
	case "menu", "menubar", "menuitem", "toolbar", "tablist", "tab", "listbox", "option":
		return Menu
	case "button":
		return Button
	case "heading":
		return Heading
	case "tabpanel", "region":
		return Panel
	case "form":
		return Form
	case "alert", "status", "log":
		return Status
	case "list":
		return List
	case "listitem":
		return Li
	case "table", "grid":
		return Table
	}
	return 0
}

func kindOfItemprop(prop string) ElementKinds {
	switch prop {
	case "articleBody", "text", "description", "reviewBody":
		return Body
	}
	return 0
}
