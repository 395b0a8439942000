package feed

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// replaceBodies puts placeholders in the place of long bodies of items. The error is that of the
// context of meter.
func replaceBodies(body string, meter *ctxio.Meter) (out string, bodies *longBodies, err error) {
	if len(body) <= longText {
		return body, nil, nil
	}
	bodies = newLongBodies()
	var b strings.Builder
	from, inItem := 0, false
	unclosed := map[string]bool{} // names of which no end tag follows
	for i := 0; i < len(body); {
		open := strings.IndexByte(body[i:], '<')
		if open < 0 {
			break
		}
		i += open
		kind, length := tag(body[i:])
		if err := meter.Spend(ctxio.PerItem + open + length); err != nil {
			return "", nil, err
		}
		start := body[i : i+length]
		i += length
		switch {
		case kind == closing && itemTag(start[2:]):
			inItem = false
		case kind == opening && itemTag(start[1:]):
			inItem = true
		case kind == opening && inItem:
			name := bodyName(start)
			if name == "" || unclosed[name] {
				continue
			}
			end, err := endTag(body[i:], name, meter)
			if err != nil {
				return "", nil, err
			}
			if end < 0 {
				unclosed[name] = true
				continue
			}
			if end > longText {
				form := escaped
				if strings.Contains(start, "xhtml") {
					form = markup
				}
				b.WriteString(body[from:i])
				b.WriteString(bodies.add(body[i:i+end], form))
				from = i + end
			}
			i += end
		}
	}
	if len(bodies.bodies) == 0 {
		return body, nil, nil
	}
	b.WriteString(body[from:])
	return b.String(), bodies, nil
}

// bodyName returns the name of a start tag of an element that holds the body of an item, ""
// for any other, and for one that is encoded.
func bodyName(start string) string {
	name := start[1:]
	if end := strings.IndexAny(name, " \t\r\n>/"); end >= 0 {
		name = name[:end]
	}
	switch name {
	case "description", "content", "content:encoded", "summary", "atom:content", "atom:summary", "itunes:summary", "media:description":
		if !strings.Contains(start, "base64") {
			return name
		}
	}
	return ""
}

// endTag returns where the end tag of an element begins, CDATA sections passed over; -1 for
// nowhere.
func endTag(body, name string, meter *ctxio.Meter) (int, error) {
	end := strings.Index(body, "</"+name)
	for at := 0; end >= 0; {
		section := strings.Index(body[at:max(at, end)], cdataStart)
		if section < 0 {
			return end, nil
		}
		length := strings.Index(body[at+section:], cdataEnd)
		if length < 0 {
			return -1, nil
		}
		if err := meter.Spend(ctxio.PerItem + section + length); err != nil {
			return 0, err
		}
		if at += section + length + len(cdataEnd); at > end {
			next := strings.Index(body[at:], "</"+name)
			if next < 0 {
				return -1, nil
			}
			end = at + next
		}
	}
	return -1, nil
}
