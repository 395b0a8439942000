package writer

import "github.com/webfetch-mcp/webfetch-go/security/visible"

// clean drops characters that a reader can't see, see [visible.Clean].
func clean(s string) string { return visible.Clean(s) }
