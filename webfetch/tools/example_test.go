package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// runTool runs a tool call of a model and returns the text to answer it with.
func runTool(ctx context.Context, set *tools.Set, name string, arguments json.RawMessage) (string, error) {
	tool := set.Find(name)
	if tool == nil {
		return "There is no such tool.", nil
	}
	result, err := tool.Call(ctx, arguments)
	if err != nil {
		return "", err // the context ended
	}
	return result.Text, nil // a failed call is a text too, which says what to try next
}

func ExampleTool_Call() {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	set, err := tools.New(client, tools.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, tool := range set.Tools() { // offer these to the model
		fmt.Println(tool.Name, json.Valid(tool.InputSchema))
	}
	text, err := runTool(context.Background(), set, "fetch", json.RawMessage(`{"url": "http://10.0.0.1/"}`))
	fmt.Println(strings.Contains(text, "SSRF_BLOCKED"), err)
	// Output:
	// fetch true
	// extract true
	// chunk true
	// compact true
	// true <nil>
}
