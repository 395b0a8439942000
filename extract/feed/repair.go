package feed

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mmcdole/gofeed"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxDepth is the nesting of elements from which content is dropped.
const maxDepth = 100

// parse reads a feed and repairs it if necessary. broken describes the repairs. Once ctx is done, it may return less of the feed, or an
// error.
func parse(ctx context.Context, body string) (f *gofeed.Feed, broken string, err error) {
	body = strings.TrimSpace(body)
	if !strings.HasPrefix(body, "{") {
		return parseXML(ctx, body)
	}
	if f, err = parseJSON(ctx, body); err == nil && f.Title == "" && len(f.Items) == 0 {
		err = errors.New("JSON without title and items")
	}
	return f, "", err
}

func parseXML(ctx context.Context, body string) (f *gofeed.Feed, broken string, err error) {
	body = mdwriter.Printable(body)
	body = body[len(prolog().FindString(body)):]
	if strings.HasPrefix(body, "<rss") { // in which a body of XHTML is an element like others
		body = strings.ReplaceAll(body, ` xmlns="http://www.w3.org/1999/xhtml"`, "")
	}
	if body == "" {
		return nil, "", errors.New("no element")
	}
	if open := strings.LastIndexByte(body, '<'); open > strings.LastIndexByte(body, '>') {
		body = body[:open] // an unfinished tag
	}
	body, ends, dropped := shallow(body, ctxio.NewMeter(ctx))
	f, first := readXML(ctx, body)
	if first == nil {
		if dropped {
			broken = "elements nested deeper than 100 were dropped"
		}
		return f, broken, nil
	}
	if f, err = readXML(ctx, body+ends); err != nil {
		return nil, "", first
	}
	return f, mdwriter.Fold(first.Error()), nil
}

func readXML(ctx context.Context, body string) (*gofeed.Feed, error) {
	p := gofeed.NewParser()
	p.RSSTranslator = &gofeed.DefaultRSSTranslator{DisableContentImageScan: true} // which parses each item once more
	return p.Parse(ctxio.NewReader(ctx, strings.NewReader(body)))
}

// prolog matches all before the root element: text, comments, processing instructions such as the XML declaration, and the
// document type. It is dropped, since the text has been made UTF-8 and may say otherwise.
var prolog = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^(?:[^<]+|<!--.*?-->|<\?.*?\?>|<!(?:[^\[>]*\[.*?\]>|[^>]*>))*`)
})

// shallow drops the tags and texts that are nested deeper than maxDepth and the
// items past maxItems. Tags that no one closed count until the item ends. Beside the rest it returns what closes
// all that is open at its end, for a feed that breaks off.
func shallow(body string, meter *ctxio.Meter) (kept, ends string, dropped bool) {
	var b strings.Builder
	var names [maxDepth]string // of the open elements
	depth, items, itemDepth, from := 0, 0, 0, 0
	skip := func(to int) { // what is before to is kept, what follows is not
		if from < to {
			b.WriteString(body[from:to])
		}
		from, dropped = len(body), true
	}
	for i := 0; i < len(body) && items <= maxItems; {
		open := strings.IndexByte(body[i:], '<')
		if open < 0 {
			break
		}
		i += open
		kind, name, end := tag(body[i:])
		if meter.Spend(ctxio.PerItem+open+end) != nil {
			break
		}
		end += i
		isItem := name == "item" || name == "entry"
		switch kind {
		case opening:
			if isItem && itemDepth == 0 {
				itemDepth = depth + 1
				if items++; items > maxItems {
					skip(i)
					continue
				}
			}
			if depth++; depth <= maxDepth {
				names[depth-1] = name
			} else if depth == maxDepth+1 {
				skip(i)
			}
		case closing:
			if isItem && itemDepth > 0 {
				if depth > maxDepth {
					from = i
				}
				depth, itemDepth = itemDepth, 0
			} else if depth == maxDepth+1 {
				from = end
			}
			depth = max(0, depth-1)
		case unfinished:
			ends = "]]>"
		}
		i = end
	}
	for _, name := range slices.Backward(names[:min(depth, maxDepth)]) {
		ends += "</" + name + ">"
	}
	if !dropped {
		return body, ends, false
	}
	b.WriteString(body[from:])
	if items > maxItems {
		return b.String() + ends, "", true
	}
	return b.String(), ends, true
}

// The kinds of what begins with "<".
const (
	opening = iota
	closing
	neither    // empty element, comment, CDATA section or a bare sign
	unfinished // CDATA section
)

// tag returns the kind of what s begins with, its name if it is a tag, and its length.
func tag(s string) (kind int, name string, length int) {
	until := func(mark string) int {
		if i := strings.Index(s, mark); i >= 0 {
			return i + len(mark)
		}
		return len(s)
	}
	switch {
	case strings.HasPrefix(s, "<!--"):
		return neither, "", until("-->")
	case strings.HasPrefix(s, "<![CDATA[") && !strings.Contains(s, "]]>"):
		return unfinished, "", len(s)
	case strings.HasPrefix(s, "<![CDATA["):
		return neither, "", until("]]>")
	}
	name = strings.TrimPrefix(s[1:], "/")
	if name == "" || name[0] != '_' && !ascii.IsLetter(name[0]) {
		return neither, "", 1
	}
	length = until(">")
	name = name[:max(strings.IndexAny(name, " \t\r\n>/"), 0)]
	switch {
	case s[1] == '/':
		return closing, name, length
	case strings.HasSuffix(s[:length], "/>"):
		return neither, "", length
	}
	return opening, name, length
}
