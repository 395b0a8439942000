package classify

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// A reader sees one panel at a time below a row of tabs. In text the panels stand one below the other, so each begins with the label of
// its tab: which command is for which system. WAI-ARIA (1.2, tab and tabpanel) names tabs and panels by their roles; generators of
// documentation have classes for them.
//
//	<div role="tablist"><button role="tab" aria-controls="p1">Linux</button> …</div> <div role="tabpanel" id="p1">…</div>
//	<div class="tabbed-labels"><label>Linux</label> …</div> <div class="tabbed-content"><div class="tabbed-block">…</div> …</div>

const (
	maxTabLabel = 80 // bytes
	maxTabs     = 1000
	tabHomeHops = 3 // elements between a tab and its row, and between the row and what has the panels, too
)

// tabSet is a row of tabs with the panels that were found for them. All numbers are indices in Page.Elements.
type tabSet struct {
	home   int32   // the row
	tabs   []int32 // in order
	panels []int32 // by tab, -1 for none
	next   int     // the tab of the next panel that names none
	holder int32   // the parent of the panels that name no tab, -1 before the first
}

// tabFinder collects the tabs of a page in document order.
type tabFinder struct {
	*measure.Page
	sets   []tabSet
	byID   map[string][2]int   // a set and a tab: by the ID of the tab, and by that of the panel that it names, behind "#"
	blocks map[*html.Node]bool // the panels of VitePress, which are all that follows a row
}

// findTabs returns the sets of tabs of a page, nil for none.
func findTabs(p *measure.Page) []tabSet {
	f := tabFinder{Page: p}
	for e, count := int32(0), 0; int(e) < len(p.Elements) && count < maxTabs; e++ {
		el := &p.Elements[e]
		topics := el.Topics
		if el.Kinds&(measure.A|measure.Label) != 0 {
			_, topics = p.Near(e)
		}
		if topics&measure.ClassTab == 0 && el.Kinds&(measure.Panel|measure.Menu) == 0 && !f.blocks[p.Nodes[e]] {
			continue
		}
		switch n := p.Nodes[e]; {
		case len(f.sets) > 0 && f.isPanel(n):
			f.addPanel(e)
			count++
		case f.isTab(e):
			f.addTab(e)
			count++
		}
	}
	return f.sets
}

func (f *tabFinder) isPanel(n *html.Node) bool {
	return f.blocks[n] || htmltree.Attr(n, "role") == "tabpanel" || htmltree.HasClass(n, "tabpanel", "tab-panel", "tabs-panel", "tab-pane", "tabs-pane", "tabbed-block")
}

func (f *tabFinder) isTab(e int32) bool {
	n := f.Nodes[e]
	switch role := htmltree.Attr(n, "role"); {
	case role == "tab":
		return true
	case role != "":
		return false
	case n.DataAtom == atom.Label:
		return htmltree.HasClass(n.Parent, "tabbed-labels", "tabs")
	case n.DataAtom == atom.A:
		return htmltree.Attr(n, "data-toggle") == "tab" || htmltree.Attr(n, "data-bs-toggle") == "tab" ||
			strings.HasPrefix(htmltree.Attr(n, "href"), "#") && f.row(e) >= 0
	}
	return htmltree.HasClass(n, "tab")
}

// row returns the row of tabs around an element, -1 for none.
func (f *tabFinder) row(e int32) int32 {
	for range tabHomeHops {
		if e = f.Elements[e].Parent; e < 0 {
			break
		}
		if n := f.Nodes[e]; htmltree.Attr(n, "role") == "tablist" || htmltree.HasClass(n, "tablist", "tabs", "tabs-menu", "tabs-nav", "nav-tabs", "tabbed-labels") {
			return e
		}
	}
	return -1
}

func (f *tabFinder) addTab(e int32) {
	home := f.row(e)
	if home < 0 {
		home = max(f.Elements[e].Parent, 0)
	}
	i := len(f.sets) - 1
	switch {
	case i < 0 || f.sets[i].home != home:
		f.sets = append(f.sets, tabSet{home: home, holder: -1})
		i++
		f.findBlocks(f.Nodes[home])
	case f.contains(f.sets[i].tabs[len(f.sets[i].tabs)-1], e):
		return // a link within a tab
	}
	s := &f.sets[i]
	at := [2]int{i, len(s.tabs)}
	s.tabs, s.panels = append(s.tabs, e), append(s.panels, -1)
	if f.byID == nil {
		f.byID = map[string][2]int{}
	}
	n := f.Nodes[e]
	ids := []string{htmltree.Attr(n, "id"), "#" + htmltree.Attr(n, "aria-controls"), htmltree.Attr(n, "data-bs-target"), htmltree.Attr(n, "data-target")}
	if link := htmltree.Find(n, tabHomeHops, func(d *html.Node) bool { return d.DataAtom == atom.A }); link != nil {
		ids = append(ids, htmltree.Attr(link, "href"))
	}
	for _, id := range ids {
		if len(id) > 1 {
			f.byID[id] = at
		}
	}
}

// findBlocks notes the panels of VitePress: <div class="tabs"><label>npm</label> …</div> <div class="blocks"><div>…</div> …</div>
func (f *tabFinder) findBlocks(row *html.Node) {
	after := row.NextSibling
	for after != nil && after.Type != html.ElementNode {
		after = after.NextSibling
	}
	if after == nil || !htmltree.HasClass(after, "blocks") {
		return
	}
	if f.blocks == nil {
		f.blocks = map[*html.Node]bool{}
	}
	for c := after.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			f.blocks[c] = true
		}
	}
}

func (f *tabFinder) addPanel(e int32) {
	n := f.Nodes[e]
	for _, id := range [...]string{htmltree.Attr(n, "aria-labelledby"), "#" + htmltree.Attr(n, "id")} {
		if at, ok := f.byID[id]; ok && len(id) > 1 {
			if s := &f.sets[at[0]]; s.panels[at[1]] < 0 {
				s.panels[at[1]] = e
			}
			return
		}
	}
	holder := f.Elements[e].Parent
	for i := range slices.Backward(f.sets) {
		s := &f.sets[i]
		if s.next == len(s.tabs) || s.holder >= 0 && s.holder != holder || s.holder < 0 && !f.isNear(s.home, e) {
			continue
		}
		if s.panels[s.next] < 0 {
			s.panels[s.next], s.holder = e, holder
		}
		s.next++
		return
	}
}

// isNear reports whether an element stands in one of those closely around a row of tabs.
func (f *tabFinder) isNear(home, e int32) bool {
	for range tabHomeHops {
		if home = f.Elements[home].Parent; home < 0 {
			return false
		}
		if f.contains(home, e) {
			return true
		}
	}
	return false
}

func (f *tabFinder) contains(outer, e int32) bool {
	return f.Next[f.Elements[outer].Index] > f.Elements[e].Index
}

// keepPanels keeps the panels of tabs alike: if half of a set have kept text, it keeps those of the others that are as likely as half of
// the threshold.
func (s *selection) keepPanels() {
	s.tabs = findTabs(s.page)
	for i := range s.tabs {
		var missing []*measure.Element
		shown := 0
		for _, panel := range s.tabs[i].panels {
			switch {
			case panel < 0:
			case s.firstKept(panel) >= 0:
				shown++
			case s.meanScore(s.page.Elements[panel].First, s.page.Elements[panel].End) >= s.threshold*halfThreshold:
				missing = append(missing, &s.page.Elements[panel])
			}
		}
		if shown < len(missing) {
			continue
		}
		for _, panel := range missing {
			s.keepCard(panel)
		}
	}
}

// firstKept returns the first block of an element that is kept, -1 for none.
func (s *selection) firstKept(e int32) int {
	el := &s.page.Elements[e]
	if i := slices.Index(s.kept[el.First:el.End], true); i >= 0 {
		return int(el.First) + i
	}
	return -1
}

// PanelLabels returns the labels to write before panels of tabs. Marks leaves out the tabs that they stand for, and must be called
// after it. A set with fewer than two panels of which something is kept, or with labels that only count, such as "Slide 2", stays as it is.
func (c *Classifier) PanelLabels(kept []bool) map[*html.Node]string {
	s := &c.selection
	s.kept = kept
	if len(s.tabs) == 0 {
		return nil
	}
	labels := map[*html.Node]string{}
	for i := range s.tabs {
		set := &s.tabs[i]
		texts, begins, forms, shown := make([]string, len(set.tabs)), make([]int, len(set.tabs)), map[string]bool{}, 0
		for t, panel := range set.panels {
			if begins[t] = -1; panel < 0 {
				continue
			}
			if texts[t] = s.tabText(set.tabs[t]); strings.ContainsFunc(texts[t], unicode.IsLetter) {
				begins[t] = s.firstKept(panel)
			}
			if begins[t] >= 0 {
				shown++
				forms[strings.Trim(texts[t], "0123456789 ")] = true
			}
		}
		if shown < 2 || len(forms) < 2 {
			continue
		}
		s.labelledTabs = append(s.labelledTabs, set.tabs...)
		for t, panel := range set.panels {
			if begins[t] >= 0 && !strings.EqualFold(meta.BlockText(s.page, begins[t], maxTabLabel), texts[t]) {
				labels[s.page.Nodes[panel]] = texts[t]
			}
		}
	}
	return labels
}

// tabText returns the text of a tab that a reader sees, "" if it is longer than maxTabLabel. Pages may hold it twice, once for narrow
// windows: it is returned once.
func (s *selection) tabText(tab int32) string {
	text := meta.ShownText(s.page, tab, 5*maxTabLabel) // with the white space of the source
	if half := text[:len(text)/2]; text == half+" "+half {
		text = half
	}
	if len(text) > maxTabLabel {
		return ""
	}
	return text
}
