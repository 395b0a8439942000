module github.com/webfetch-mcp/webfetch-go/extract/page/train

go 1.26.0

require (
	github.com/webfetch-mcp/webfetch-go v0.0.0
	golang.org/x/net v0.62.0
)

replace github.com/webfetch-mcp/webfetch-go => ../../..
