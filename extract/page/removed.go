package page

import (
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

// removed is what the page says where no reader looks.
func removed(p *layout.Page) []extract.Removed {
	if len(p.Removed) == 0 {
		return nil
	}
	return append([]extract.Removed(nil), p.Removed...)
}
