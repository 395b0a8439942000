package measure

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/hiddentext"

// ReadAttributes are the attributes that this package treats by name, separated by
// spaces: the parser must not leave them out.
const ReadAttributes = "aria-controls aria-expanded aria-hidden class data-component data-src data-testid hidden href id itemprop itemtype media name " +
	"property rel role shadowrootmode src srcset style type " + hiddentext.ReadAttributes
