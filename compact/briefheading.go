package compact

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// maxBriefHeading is how many bytes a heading has that is written without its links.
const maxBriefHeading = 2048

// briefHeading returns a heading of one line without its images and the targets of its
// links, or nothing for one that has none.
func briefHeading(u *unit, text string) string {
	if u.Kind != chunk.HeadingUnit || u.Level == labelLevel || !strings.Contains(text, "](") || len(text) > maxBriefHeading {
		return ""
	}
	plain := withoutLinks(extract.HeadingText(text))
	if strings.TrimSpace(plain) == "" || strings.Contains(plain, "\n") {
		return ""
	}
	return strings.Repeat("#", u.Level) + " " + strings.Join(strings.Fields(plain), " ")
}

// withoutLinks returns Markdown with the text of its links in their place, without
// images; nothing if brackets don't match.
func withoutLinks(text string) string {
	type bracket struct {
		at    int // in out
		image bool
	}
	var open []bracket
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			out = append(out, c, text[i+1])
			i++
		case c == '!' && strings.HasPrefix(text[i+1:], "["):
			open = append(open, bracket{len(out), true})
			i++
		case c == '[':
			open = append(open, bracket{len(out), false})
		case c == ']' && len(open) > 0:
			last := open[len(open)-1]
			open = open[:len(open)-1]
			end := i + 1
			if strings.HasPrefix(text[end:], "(") {
				end = skipTarget(text, end)
			}
			switch linked := end > i+2; {
			case linked && last.image:
				out = out[:last.at]
			case !linked:
				return ""
			}
			i = end - 1
		default:
			out = append(out, c)
		}
	}
	if len(open) > 0 {
		return ""
	}
	return string(out)
}
