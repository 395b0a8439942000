package frameworks

import (
	"encoding/json"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"

	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// genkitTools defines the tools of a set, for ai.WithTools.
func genkitTools(g *genkit.Genkit, set *tools.Set) ([]ai.ToolRef, error) {
	var all []ai.ToolRef
	for _, t := range set.Tools() {
		var schema map[string]any
		if err := json.Unmarshal(t.InputSchema, &schema); err != nil {
			return nil, err
		}
		all = append(all, genkit.DefineTool(g, t.Name, t.Description, func(ctx *ai.ToolContext, input any) (string, error) {
			arguments, err := json.Marshal(input)
			if err != nil {
				return "", err
			}
			res, err := t.Call(ctx, arguments)
			if err != nil {
				return "", err // the context is done
			}
			return res.Text, nil
		}, ai.WithInputSchema(schema)))
	}
	return all, nil
}
