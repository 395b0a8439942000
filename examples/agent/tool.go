package main

import (
	"context"
	"encoding/json"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

// fetchTool describes the tool to the model.
var fetchTool = map[string]any{
	"type": "function",
	"function": map[string]any{
		"name":        "fetch",
		"description": "Read a web page, PDF or feed as Markdown. With a question, what answers it is kept.",
		"parameters": map[string]any{
			"type": "object",
			"properties": map[string]any{
				"url":      map[string]any{"type": "string", "description": "http(s) URL"},
				"question": map[string]any{"type": "string", "description": "what the page should answer"},
			},
			"required": []string{"url"},
		},
	},
}

// pageTokens is the part of a page that the model gets to read.
const pageTokens = 4000

// run runs a tool call. The model gets the error text of a failed call, so that it may try something else.
func (a *agent) run(ctx context.Context, call toolCall) string {
	var args struct {
		URL      string `json:"url"`
		Question string `json:"question"`
	}
	if call.Function.Name != "fetch" {
		return "There is no such tool."
	}
	if err := json.Unmarshal([]byte(call.Function.Arguments), &args); err != nil {
		return "The arguments are no JSON object with url and question."
	}
	packet, err := a.web.Fetch(ctx, webfetch.Request{
		URL:     args.URL,
		Extract: webfetch.ExtractOptions{MaxTokens: pageTokens, Question: args.Question},
	})
	if err != nil {
		return modeltext.Failure{Err: err, URL: args.URL}.String()
	}
	return modeltext.Page{Packet: packet, Text: packet.Content}.String()
}
