package frameworks

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// maxTurns bounds how often a model is asked for one answer.
const maxTurns = 8

var errTooManyTurns = errors.New("frameworks: the model called tools until the end, and gave no answer")

// askOpenAI asks a model until it answers without calling a tool of the set.
func askOpenAI(ctx context.Context, client openai.Client, set *tools.Set, params openai.ChatCompletionNewParams) (string, error) {
	for _, t := range set.Tools() {
		f := shared.FunctionDefinitionParam{Name: t.Name, Description: openai.String(t.Description)}
		if err := json.Unmarshal(t.InputSchema, &f.Parameters); err != nil {
			return "", err
		}
		params.Tools = append(params.Tools, openai.ChatCompletionFunctionTool(f))
	}
	for range maxTurns {
		answer, err := client.Chat.Completions.New(ctx, params)
		if err != nil {
			return "", err
		}
		message := answer.Choices[0].Message
		if len(message.ToolCalls) == 0 {
			return message.Content, nil
		}
		params.Messages = append(params.Messages, message.ToParam())
		for _, call := range message.ToolCalls {
			text := "There is no such tool."
			if t := set.Find(call.Function.Name); t != nil {
				res, err := t.Call(ctx, json.RawMessage(call.Function.Arguments))
				if err != nil {
					return "", err // the context is done
				}
				text = res.Text
			}
			params.Messages = append(params.Messages, openai.ToolMessage(text, call.ID))
		}
	}
	return "", errTooManyTurns
}
