package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// The lengths of what options.since names, in hexadecimal digits.
const (
	sourceIDLength    = 16
	contentHashLength = 64
)

// checkSince refuses an options.since that names nothing, or that can't be kept to.
func (a *fetchArgs) checkSince() error {
	since, view := a.Options.Since, a.view()
	hexadecimal := strings.Trim(since, "0123456789abcdef") == ""
	switch {
	case since == "":
		return nil
	case !hexadecimal || len(since) != sourceIDLength && len(since) != contentHashLength:
		return invalid(errors.New("options.since is not a source_id or content_hash of an earlier fetch"))
	case a.isHead() || view != webfetch.ViewMarkdown && view != webfetch.ViewPlain:
		return invalid(errors.New("options.since goes with view=markdown and view=plain, and not with method=HEAD"))
	case a.reducesContent():
		return invalid(errors.New("options.since can't be combined with max_tokens and question; max_length bounds what is shown"))
	case a.Options.AISearch.Enabled:
		return invalid(errors.New("options.since can't be combined with options.ai_search, which stores whole pages"))
	}
	return nil
}

// earlier is the packet that options.since names: all of it if it is still stored,
// else what identifies it; nil if the option is not given.
func (s *Set) earlier(ctx context.Context, principal, since string) *webfetch.Packet {
	switch len(since) {
	case sourceIDLength:
		if p := s.Packet(ctx, principal, since); p != nil {
			return p
		}
		return &webfetch.Packet{SourceID: since}
	case contentHashLength:
		return &webfetch.Packet{Hashes: webfetch.Hashes{ContentHash: since}}
	}
	return nil
}

// changesNote says in the header what the content is, "" for a whole page.
func changesNote(c *webfetch.Changes) string {
	switch {
	case c == nil:
		return ""
	case c.Unchanged:
		return "The page has not changed since it was read before."
	}
	return fmt.Sprintf("What follows is not the whole page: since it was read before, %d %s new or changed and shown, %d removed, %d moved, %d unchanged.",
		c.Added, plural(c.Added, "block is", "blocks are"), c.Removed, c.Moved, c.Kept)
}

// trimChanges keeps the texts of single blocks within a budget.
func trimChanges(c *webfetch.Changes, budget int) *webfetch.Changes {
	if c == nil {
		return nil
	}
	t := *c
	most := budget / 2
	t.RemovedText = prefix(t.RemovedText, &most)
	t.MovedText = prefix(t.MovedText, &most)
	return &t
}
