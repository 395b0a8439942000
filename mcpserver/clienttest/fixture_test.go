//lint:file-ignore SA1019 the suite tests features that the newest revision deprecates

package clienttest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The official suite talks to tools, prompts and resources of its own. They
// are added here, to a server made by the constructor of the product, through
// the public interface of the SDK.

// One pixel and one sample are enough.
var (
	pixel  = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82")
	sample = []byte("RIFF\x26\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data\x02\x00\x00\x00\x00\x00")
)

func addFixtures(srv *mcp.Server) {
	for name, content := range map[string][]mcp.Content{
		"test_simple_text":            {say("This is a simple text response for testing.")},
		"test_image_content":          {&mcp.ImageContent{Data: pixel, MIMEType: "image/png"}},
		"test_audio_content":          {&mcp.AudioContent{Data: sample, MIMEType: "audio/wav"}},
		"test_embedded_resource":      {embedded("test://embedded-resource", "This is an embedded resource content.")},
		"test_multiple_content_types": {say("Multiple content types test:"), &mcp.ImageContent{Data: pixel, MIMEType: "image/png"}, embedded("test://mixed-content-resource", `{"test":"data","value":123}`)},
	} {
		addTool(srv, name, plainObject, func(context.Context, *mcp.CallToolRequest) ([]mcp.Content, error) { return content, nil })
	}
	addTool(srv, "test_error_handling", plainObject, func(context.Context, *mcp.CallToolRequest) ([]mcp.Content, error) {
		return nil, errors.New("This tool intentionally returns an error for testing")
	})
	addTool(srv, "json_schema_2020_12_tool", schema2020, func(context.Context, *mcp.CallToolRequest) ([]mcp.Content, error) {
		return []mcp.Content{say("ok")}, nil
	})
	addTool(srv, "test_tool_with_logging", plainObject, logging)
	addTool(srv, "test_tool_with_progress", plainObject, progressing)
	addTool(srv, "test_sampling", `{"type":"object","properties":{"prompt":{"type":"string"}},"required":["prompt"]}`, sampling)
	addTool(srv, "test_elicitation", `{"type":"object","properties":{"message":{"type":"string"}},"required":["message"]}`, elicit(`{"type":"object","properties":{"username":{"type":"string"},"email":{"type":"string"}},"required":["username","email"]}`))
	addTool(srv, "test_elicitation_sep1034_defaults", plainObject, elicit(defaultsSchema))
	addTool(srv, "test_elicitation_sep1330_enums", plainObject, elicit(enumsSchema))
	addModernFixtures(srv)
	addPrompts(srv)
	addResources(srv)
}

const plainObject = `{"type":"object"}`

const schema2020 = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},
"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},"then":{"required":["phone"]},"else":{"required":["email"]},
"additionalProperties":false}`

const defaultsSchema = `{"type":"object","properties":{
"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},
"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},"verified":{"type":"boolean","default":true}}}`

const enumsSchema = `{"type":"object","properties":{
"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}`

func addTool(srv *mcp.Server, name, schema string, h func(context.Context, *mcp.CallToolRequest) ([]mcp.Content, error)) {
	srv.AddTool(&mcp.Tool{Name: name, Description: "Fixture of the conformance suite.", InputSchema: json.RawMessage(schema)},
		func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			content, err := h(ctx, req)
			if err != nil {
				return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{say(err.Error())}}, nil
			}
			return &mcp.CallToolResult{Content: content}, nil
		})
}

func say(text string) *mcp.TextContent { return &mcp.TextContent{Text: text} }

func embedded(uri, text string) *mcp.EmbeddedResource {
	return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: uri, MIMEType: "text/plain", Text: text}}
}

func logging(ctx context.Context, req *mcp.CallToolRequest) ([]mcp.Content, error) {
	for _, text := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		if err := req.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Data: text}); err != nil {
			return nil, err
		}
	}
	return []mcp.Content{say("logged")}, nil
}

func progressing(ctx context.Context, req *mcp.CallToolRequest) ([]mcp.Content, error) {
	for _, done := range []float64{0, 50, 100} {
		if err := req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: req.Params.GetProgressToken(), Progress: done, Total: 100}); err != nil {
			return nil, err
		}
	}
	return []mcp.Content{say("done")}, nil
}

func sampling(ctx context.Context, req *mcp.CallToolRequest) ([]mcp.Content, error) {
	var in struct{ Prompt string }
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return nil, err
	}
	res, err := req.Session.CreateMessage(ctx, &mcp.CreateMessageParams{MaxTokens: 100, Messages: []*mcp.SamplingMessage{{Role: "user", Content: say(in.Prompt)}}})
	if err != nil {
		return nil, err
	}
	text, _ := res.Content.(*mcp.TextContent)
	return []mcp.Content{say("LLM response: " + text.Text)}, nil
}

func elicit(schema string) func(context.Context, *mcp.CallToolRequest) ([]mcp.Content, error) {
	return func(ctx context.Context, req *mcp.CallToolRequest) ([]mcp.Content, error) {
		in := struct{ Message string }{"Please fill this in"}
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return nil, err
		}
		res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: in.Message, RequestedSchema: json.RawMessage(schema)})
		if err != nil {
			return nil, err
		}
		return []mcp.Content{say(fmt.Sprintf("action=%s content=%v", res.Action, res.Content))}, nil
	}
}

func addPrompts(srv *mcp.Server) {
	add := func(name string, arguments []*mcp.PromptArgument, build func(args map[string]string) []mcp.Content) {
		srv.AddPrompt(&mcp.Prompt{Name: name, Description: "Fixture of the conformance suite.", Arguments: arguments},
			func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
				res := &mcp.GetPromptResult{}
				for _, c := range build(req.Params.Arguments) {
					res.Messages = append(res.Messages, &mcp.PromptMessage{Role: "user", Content: c})
				}
				return res, nil
			})
	}
	add("test_simple_prompt", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{say("This is a simple prompt for testing.")}
	})
	add("test_prompt_with_arguments", []*mcp.PromptArgument{{Name: "arg1", Required: true}, {Name: "arg2", Required: true}}, func(args map[string]string) []mcp.Content {
		return []mcp.Content{say("Prompt with arguments: arg1='" + args["arg1"] + "', arg2='" + args["arg2"] + "'")}
	})
	add("test_prompt_with_embedded_resource", []*mcp.PromptArgument{{Name: "resourceUri", Required: true}}, func(args map[string]string) []mcp.Content {
		return []mcp.Content{embedded(args["resourceUri"], "Embedded resource content for testing."), say("Please process the embedded resource above.")}
	})
	add("test_prompt_with_image", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{&mcp.ImageContent{Data: pixel, MIMEType: "image/png"}, say("Please analyze the image above.")}
	})
}

func addResources(srv *mcp.Server) {
	serve := func(contents mcp.ResourceContents) mcp.ResourceHandler {
		return func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			c := contents
			c.URI = req.Params.URI
			if c.MIMEType == "application/json" {
				id := strings.TrimSuffix(strings.TrimPrefix(c.URI, "test://template/"), "/data")
				c.Text = fmt.Sprintf(`{"id":%q,"templateTest":true,"data":"Data for ID: %s"}`, id, id)
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{&c}}, nil
		}
	}
	srv.AddResource(&mcp.Resource{URI: "test://static-text", Name: "text", MIMEType: "text/plain"}, serve(mcp.ResourceContents{MIMEType: "text/plain", Text: "This is the content of the static text resource."}))
	srv.AddResource(&mcp.Resource{URI: "test://static-binary", Name: "binary", MIMEType: "image/png"}, serve(mcp.ResourceContents{MIMEType: "image/png", Blob: pixel}))
	srv.AddResource(&mcp.Resource{URI: "test://watched-resource", Name: "watched", MIMEType: "text/plain"}, serve(mcp.ResourceContents{MIMEType: "text/plain", Text: "Watched."}))
	srv.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "test://template/{id}/data", Name: "template", MIMEType: "application/json"}, serve(mcp.ResourceContents{MIMEType: "application/json"}))
}

// accepted is the empty result of subscribing.
type accepted struct{ mcp.ResultBase }

// answerFixtures answers what the product has no feature for: subscriptions,
// and completion of the suite's prompt.
func answerFixtures(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch method {
		case "resources/subscribe", "resources/unsubscribe":
			return &accepted{}, nil
		case "completion/complete":
			if ref := req.GetParams().(*mcp.CompleteParams).Ref; ref != nil && strings.HasPrefix(ref.Name, "test_") {
				return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{"paris", "park", "party"}, Total: 3}}, nil
			}
		}
		return next(ctx, method, req)
	}
}
