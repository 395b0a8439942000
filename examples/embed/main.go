// Command embed adds web fetching to an MCP server that has other tools too.
package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

type greeting struct {
	Name string `json:"name" jsonschema:"who is greeted"`
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "mine", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "greet"}, greet)

	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	if err := mcpserver.AddTools(srv, client, mcpserver.Options{}); err != nil {
		log.Fatal(err)
	}

	if err := srv.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Print(err)
	}
}

func greet(_ context.Context, _ *mcp.CallToolRequest, in greeting) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Hello, " + in.Name}}}, nil, nil
}
