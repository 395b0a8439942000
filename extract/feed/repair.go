package feed

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/mmcdole/gofeed"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxDepth is the nesting of elements from which content is dropped.
const maxDepth = 100

// parse reads a feed and repairs it if necessary. broken describes the repairs.
func parse(ctx context.Context, body string) (f *gofeed.Feed, broken string, err error) {
	body = strings.TrimSpace(body)
	if !strings.HasPrefix(body, "{") {
		return parseXML(ctx, body)
	}
	f, err = parseJSON(ctx, body)
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err != nil {
		return nil, "", malformed(err)
	}
	if f.Title == "" && len(f.Items) == 0 {
		return nil, "", fmt.Errorf("%w: JSON without title and items", extract.ErrMalformed)
	}
	return f, "", nil
}

func parseXML(ctx context.Context, body string) (f *gofeed.Feed, broken string, err error) {
	body = mdwriter.Printable(body)
	body = body[len(prolog().FindString(body)):]
	if body == "" {
		return nil, "", fmt.Errorf("%w: no element", extract.ErrMalformed)
	}
	meter := ctxio.NewMeter(ctx)
	body, dropped, err := shallow(body, meter)
	if err != nil {
		return nil, "", err
	}
	f, first := readXML(ctx, body)
	if first == nil {
		if dropped {
			broken = "elements nested deeper than 100 were dropped"
		}
		return f, broken, ctx.Err()
	}
	if f, err = readXML(ctx, closeAll(body)); ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err != nil {
		return nil, "", malformed(first)
	}
	return f, mdwriter.Fold(first.Error()), nil
}

func readXML(ctx context.Context, body string) (*gofeed.Feed, error) {
	p := gofeed.NewParser()
	p.RSSTranslator = &gofeed.DefaultRSSTranslator{DisableContentImageScan: true} // which parses each item once more
	return p.Parse(ctxio.NewReader(ctx, strings.NewReader(body)))
}

func malformed(err error) error {
	return fmt.Errorf("%w: %s", extract.ErrMalformed, mdwriter.Fold(err.Error()))
}

// prolog matches all before the root element: text, comments, processing instructions such as the XML declaration, and the
// document type. It is dropped, since the text has been made UTF-8 and may say otherwise.
var prolog = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^(?:[^<]+|<!--.*?-->|<\?.*?\?>|<!(?:[^\[>]*\[.*?\]>|[^>]*>))*`)
})

// shallow drops the tags and texts that are nested deeper than maxDepth and the
// items past maxItems. Tags that no one closed count until the item ends. The error is that of
// the context of meter.
func shallow(body string, meter *ctxio.Meter) (out string, dropped bool, err error) {
	var b strings.Builder
	depth, items, itemDepth, from := 0, 0, 0, 0
	skip := func(to int) { // what is before to is kept, what follows is not
		if from < to {
			b.WriteString(body[from:to])
		}
		dropped = true
	}
	for i := 0; i < len(body); {
		open := strings.IndexByte(body[i:], '<')
		if open < 0 {
			break
		}
		i += open
		kind, end := tag(body[i:])
		if err := meter.Spend(ctxio.PerItem + open + end); err != nil {
			return "", false, err
		}
		end += i
		switch kind {
		case opening:
			if itemTag(body[i+1:]) && itemDepth == 0 {
				itemDepth = depth + 1
				if items++; items > maxItems {
					skip(i)
					return closeAll(b.String()), dropped, nil
				}
			}
			if depth++; depth == maxDepth+1 {
				skip(i)
			}
		case closing:
			if itemTag(body[i+2:]) && itemDepth > 0 {
				if depth > maxDepth {
					from = i
				}
				depth, itemDepth = itemDepth, 0
			} else if depth == maxDepth+1 {
				from = end
			}
			depth = max(0, depth-1)
		}
		i = end
	}
	if !dropped {
		return body, false, nil
	}
	if depth <= maxDepth {
		b.WriteString(body[from:])
	}
	return b.String(), true, nil
}

// The kinds of what begins with "<".
const (
	opening = iota
	closing
	neither // empty element, comment, CDATA section or a bare sign
)

func tag(s string) (kind, length int) {
	until := func(mark string) int {
		if i := strings.Index(s, mark); i >= 0 {
			return i + len(mark)
		}
		return len(s)
	}
	switch {
	case strings.HasPrefix(s, "<!--"):
		return neither, until("-->")
	case strings.HasPrefix(s, "<![CDATA["):
		return neither, until("]]>")
	case strings.HasPrefix(s, "</"):
		return closing, until(">")
	case len(s) < 2 || s[1] != '_' && !ascii.IsLetter(s[1]):
		return neither, 1
	}
	n := until(">")
	if n >= 2 && s[n-2] == '/' {
		return neither, n
	}
	return opening, n
}

func itemTag(s string) bool {
	for _, name := range [...]string{"item", "entry"} {
		if rest, found := strings.CutPrefix(s, name); found && rest != "" && strings.IndexByte(" \t\r\n>/", rest[0]) >= 0 {
			return true
		}
	}
	return false
}

// closeAll returns body without its last, unfinished tag, and with all open elements closed: for a
// feed that breaks off.
func closeAll(body string) string {
	if i := strings.LastIndexByte(body, '<'); i > strings.LastIndexByte(body, '>') {
		body = body[:i]
	}
	var open []string
	for i := 0; i < len(body); {
		next := strings.IndexByte(body[i:], '<')
		if next < 0 {
			break
		}
		i += next
		kind, length := tag(body[i:])
		name := body[i+1 : i+length]
		if end := strings.IndexAny(name, " \t\r\n>/"); end >= 0 {
			name = name[:end]
		}
		switch {
		case strings.HasPrefix(body[i:], "<![CDATA[") && i+length == len(body) && !strings.HasSuffix(body, "]]>"):
			body += "]]>"
			length = len(body) - i
		case kind == opening:
			open = append(open, name)
		case kind == closing && len(open) > 0:
			open = open[:len(open)-1]
		}
		i += length
	}
	var b strings.Builder
	b.WriteString(body)
	for i := len(open) - 1; i >= 0; i-- {
		b.WriteString("</" + open[i] + ">")
	}
	return b.String()
}
