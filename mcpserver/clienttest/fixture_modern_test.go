//lint:file-ignore SA1019 the suite tests features that the newest revision deprecates

package clienttest_test

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addModernFixtures adds what the suite of 2026-07-28 asks for beside the rest.
func addModernFixtures(srv *mcp.Server) {
	addTool(srv, "test_x_mcp_header", `{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"level":{"type":"integer"}}}`,
		func(_ context.Context, req *mcp.CallToolRequest) ([]mcp.Content, error) {
			return []mcp.Content{say(string(req.Params.Arguments))}, nil
		})
	addTool(srv, "test_streaming_elicitation", plainObject, func(context.Context, *mcp.CallToolRequest) ([]mcp.Content, error) {
		return []mcp.Content{say("nothing was asked")}, nil
	})
	addTool(srv, "test_logging_tool", plainObject, logging)
	addTool(srv, "test_trigger_tool_change", plainObject, func(context.Context, *mcp.CallToolRequest) ([]mcp.Content, error) {
		addTool(srv, "test_simple_text", plainObject, func(context.Context, *mcp.CallToolRequest) ([]mcp.Content, error) {
			return []mcp.Content{say("This is a simple text response for testing.")}, nil
		})
		return []mcp.Content{say("changed")}, nil
	})
	addTool(srv, "test_trigger_prompt_change", plainObject, func(context.Context, *mcp.CallToolRequest) ([]mcp.Content, error) {
		addPrompts(srv)
		return []mcp.Content{say("changed")}, nil
	})
	srv.AddTool(&mcp.Tool{Name: "test_missing_capability", Description: "Fixture of the conformance suite.", InputSchema: json.RawMessage(plainObject)}, needSampling)
}

// needSampling refuses clients that have not declared sampling.
func needSampling(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if caps := req.ClientCapabilities(); caps != nil && caps.Sampling != nil {
		return &mcp.CallToolResult{Content: []mcp.Content{say("declared")}}, nil
	}
	data, err := json.Marshal(mcp.MissingRequiredClientCapabilityData{RequiredCapabilities: &mcp.ClientCapabilities{Sampling: &mcp.SamplingCapabilities{}}})
	if err != nil {
		return nil, err
	}
	return nil, &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: "sampling is required", Data: data}
}
