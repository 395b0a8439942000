package frameworks

import (
	"context"
	"encoding/json"

	lctools "github.com/tmc/langchaingo/tools"

	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// langchainTool is a tool of langchaingo, whose agents know no schema: a tool has one string
// as its input. The description says what it is to hold.
type langchainTool struct{ *tools.Tool }

func (t langchainTool) Name() string { return t.Tool.Name }

func (t langchainTool) Description() string {
	return t.Tool.Description + " The input is a JSON object of this schema: " + string(t.InputSchema)
}

func (t langchainTool) Call(ctx context.Context, input string) (string, error) {
	if !json.Valid([]byte(input)) { // models often give the address alone
		object, err := json.Marshal(map[string]string{"url": input})
		if err != nil {
			return "", err
		}
		input = string(object)
	}
	res, err := t.Tool.Call(ctx, json.RawMessage(input))
	if err != nil {
		return "", err // the context is done
	}
	return res.Text, nil
}

// langchainTools returns the tools of a set for agents.NewOpenAIFunctionsAgent and the others.
func langchainTools(set *tools.Set) []lctools.Tool {
	var all []lctools.Tool
	for _, t := range set.Tools() {
		all = append(all, langchainTool{t})
	}
	return all
}
