package meta

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// chooseTitle sets the title of the page: the heading that its head agrees with,
// else what the head says.
func (r *reader) chooseTitle() {
	stated, from := r.firstFrom("title")
	stated = strip(fold(stated), r.SiteName)
	said := cmp.Or(stated, r.SiteTitle)
	shown := r.shownTitle(said)
	r.Headed = shown.agreed
	headline := r.main.get("headline")
	if strings.Contains(headline, "</") {
		headline = htmlfrag.Text(headline)
	}
	// A title in the head may be a default one, or the name of the site, in its metadata or its host.
	const maxSiteWords = 3
	low := strings.Trim(strings.ToLower(said), " .…")
	namesSite := CountWords(said) <= maxSiteWords && (is("defaulttitle", low) || r.namesHost(low))
	if !shown.agreed && said != "" && (stated != "" || !namesSite) {
		shown.text = ""
	}
	for _, c := range [...]struct{ text, from string }{
		{shown.text, "heading"}, {stated, from}, {fold(headline), "ld headline"}, {shown.lead, "title element"}, {r.SiteTitle, "title element"},
	} {
		if c.text != "" {
			r.Title, r.Sources.Title = strings.ReplaceAll(c.text, "\u00ad", ""), c.from
			return
		}
	}
}

type shownTitle struct {
	text   string
	agreed bool   // the head agrees with it
	lead   string // <title> without the name of the site
}

// shownTitle returns the heading that is a title of the page: the one that <title>
// begins with, else the first h1 unless it is the name of the site at the end of
// <title>.
func (r *reader) shownTitle(said string) shownTitle {
	const maxHeadings = 10 // bounds the headings that are looked at
	p, whole := r.page, r.SiteTitle
	lead := strip(whole, r.SiteName)
	h1, all, part, parts, seen := "", "", "", 0, 0
	for e := range p.Elements {
		el := &p.Elements[e]
		if el.Kinds&(measure.H1|measure.H2) == 0 {
			continue
		}
		text := HeadingText(p.Nodes[e])
		runes := utf8.RuneCountInString(text)
		switch {
		case runes < utf8.RuneCountInString(said) && SameWords(text, said):
			text = said // with the signs between the parts
		case runes < utf8.RuneCountInString(lead) && SameWords(text, lead), isPartBehind(p.Nodes[e], text, lead):
			text = lead
		case !isPart(whole, text):
			text = cmp.Or(partOf(p.Nodes[e], whole), text)
		}
		if h1 == "" && el.Kinds&measure.H1 != 0 {
			all = Text(p.Nodes[e], maxHeading)
			if h1 = text; hasSuffixFold(lead, h1) {
				lead = strip(lead, h1)
			}
		}
		if len(text) > 2 && strings.EqualFold(text, lead) {
			return shownTitle{text, true, lead}
		}
		isBehind := len(text) < len(said) && hasPrefixFold(whole, said) && !strings.Contains(said, text) // the title: the name of the site
		if isPart(whole, text) && !r.namesHost(text) && !isBehind {
			if parts++; len(text) > len(part) {
				part = text
			}
		}
		if seen++; seen == maxHeadings {
			break
		}
	}
	before, _, _ := strings.Cut(whole, part)
	section := CountWords(before) <= 3 || r.namesHost(before) // "News | "
	if part != "" && (h1 == "" || isPart(whole, h1)) && (parts > 1 || part != h1 || section) {
		return shownTitle{part, true, lead}
	}
	if rest, found := strings.CutPrefix(whole, h1+": "); found && (strings.Count(rest, " ")+1 >= minTitleWords && r.namesHost(h1) || SameWords(rest, said)) {
		return shownTitle{lead: rest} // the name of a blog before that of a post
	}
	if strings.EqualFold(h1, r.SiteName) || lead != whole && hasSuffixFold(whole, h1) {
		return shownTitle{lead: lead}
	}
	return shownTitle{h1, h1 != "" && (agrees(h1, said) || agrees(all, said)), lead}
}

// namesHost reports whether a text is the name of the site or begins with a label of its host: "Tide Book", "The Tide-Book".
func (r *reader) namesHost(text string) bool {
	if strings.EqualFold(text, r.SiteName) && r.SiteName != "" {
		return true
	}
	name := strings.TrimPrefix(strings.ReplaceAll(strings.ToLower(text), " ", ""), "the")
	for label := range strings.SplitSeq(r.host, ".") {
		if label = strings.ReplaceAll(label, "-", ""); len(label) > 4 && strings.HasPrefix(name, label) {
			return true
		}
	}
	return false
}

// isPart reports whether a text is long enough and one of the parts of a title, which are
// separated by signs: "Tides of the bay_News_Shore", "潮の満ち引き｜岸", "Shore Paper: Tides of the
// bay".
func isPart(title, text string) bool {
	const signs = "|｜-–—_»·•"
	runes := utf8.RuneCountInString(text)
	if runes < 4 || runes == len(text) && strings.IndexByte(text, ' ') < 0 {
		return false
	}
	before, after, found := strings.Cut(title, text)
	if before, after = strings.TrimRight(before, " "), strings.TrimLeft(after, " "); !found || before == "" && after == "" {
		return found
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return (before == "" || strings.ContainsRune(signs+":：/", last)) && (after == "" || strings.ContainsRune(signs, first))
}

// SameWords reports whether two titles differ in nothing but signs and white
// space.
func SameWords(a, b string) bool {
	words := lettersOf(a)
	return words == lettersOf(b) && (words != "" || strings.EqualFold(a, b))
}

// lettersOf returns the letters and the digits of a text in lower case.
func lettersOf(s string) string {
	return lowered(s, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
}

// lowered returns the characters of a text that are so, in lower case.
func lowered(s string, is func(rune) bool) string {
	return strings.Map(func(c rune) rune {
		if is(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, s)
}

// isPartBehind reports whether a heading has the words of a title, and behind them elements with more: a second title, a
// badge, a link to comments.
func isPartBehind(n *html.Node, text, title string) bool {
	if strings.Count(title, " ")+1 < minTitleWords || !hasPrefixFold(text, title+" ") {
		return false
	}
	before := ""
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && c.DataAtom != atom.Em && c.DataAtom != atom.I && strings.EqualFold(fold(before), title) {
			return true
		}
		if c.Type == html.TextNode {
			before += c.Data
		} else if before += Text(c, maxHeading); len(before) > maxHeading {
			return false
		}
	}
	return false
}

// partOf returns the line of a heading that is a part of <title>, if the others are dates and bylines: <h1>Tides of the bay<div>Posted on
// Wednesday</div></h1>. Without such a line it returns "".
func partOf(n *html.Node, title string) string {
	lines := strings.Split(bylineText(n), " | ")
	i := slices.IndexFunc(lines, func(line string) bool { return isPart(title, line) })
	if i < 0 || len(lines) == 1 {
		return ""
	}
	part := lines[i]
	isMore := func(line string) bool {
		_, _, isDate := lineDate(line, true)
		words, _ := leadingDate(line)
		return !isDate && words < 2 && afterLead(line) == line
	}
	if slices.ContainsFunc(slices.Delete(lines, i, i+1), isMore) {
		return ""
	}
	return part
}

func hasSuffixFold(title, name string) bool {
	return len(title) > len(name) && strings.EqualFold(title[len(title)-len(name):], name)
}

var separators = [...]string{" | ", " - ", " – ", " — ", " :: ", " » ", " « ", " · ", " • ", " › ", " : "}

// strip takes the name of the site off a title: a part set off by a bar, a
// dash or the like that is the site's name or short beside the other.
func strip(t, site string) string {
	for _, sep := range separators {
		i := strings.LastIndex(t, sep)
		if i < 0 {
			continue
		}
		head, tail := t[:i], t[i+len(sep):]
		switch {
		case site != "" && strings.EqualFold(tail, site):
			return head
		case site != "" && strings.EqualFold(head, site):
			return tail
		case CountWords(tail) <= 4 && CountWords(head) > CountWords(tail) && (site == "" || sep == " | "):
			return head
		}
	}
	return stripUnspaced(t)
}

// stripUnspaced takes the names of sections and of the site off a title in a script without spaces: "潮汐时间表_新闻_海岸报". A sign
// beside a letter or a digit of another script is within a word.
func stripUnspaced(t string) string {
	runes := utf8.RuneCountInString(t)
	for {
		at := strings.LastIndexAny(t, "|｜-–—_")
		if at < 0 {
			return t
		}
		_, size := utf8.DecodeRuneInString(t[at:])
		head, after := strings.TrimRight(t[:at], " "), strings.TrimLeft(t[at+size:], " ")
		before, _ := utf8.DecodeLastRuneInString(head)
		n := utf8.RuneCountInString(after)
		runes -= utf8.RuneCountInString(t[len(head):]) // those of head: to count them for each part takes minutes if there are as many as fit into a page
		if !isOfUnspaced(before) || !isUnspaced(after) || n >= runes {
			return t
		}
		t = head
	}
}

// agrees reports whether two titles have two words of some length in common, or
// all of those that the first has.
func agrees(a, b string) bool {
	b = strings.ToLower(b)
	words, common := 0, 0
	for w := range strings.FieldsSeq(strings.ToLower(a)) {
		if w = strings.Trim(w, ".,:;!?\"'()"); len(w) > 3 {
			words++
			if strings.Contains(b, w) {
				common++
			}
		}
	}
	return common >= min(2, words) && common > 0
}
