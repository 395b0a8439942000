package frameworks

import (
	"context"
	"encoding/json"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"
	"github.com/eino-contrib/jsonschema"

	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// einoTool is a tool of eino, for a ToolsNode or react.NewAgent.
type einoTool struct{ *tools.Tool }

func (t einoTool) Info(context.Context) (*schema.ToolInfo, error) {
	s := &jsonschema.Schema{}
	err := json.Unmarshal(t.InputSchema, s)
	return &schema.ToolInfo{Name: t.Name, Desc: t.Description, ParamsOneOf: schema.NewParamsOneOfByJSONSchema(s)}, err
}

func (t einoTool) InvokableRun(ctx context.Context, arguments string, _ ...tool.Option) (string, error) {
	res, err := t.Call(ctx, json.RawMessage(arguments))
	if err != nil {
		return "", err // the context is done
	}
	return res.Text, nil
}

// einoTools returns the tools of a set as those of eino.
func einoTools(set *tools.Set) []tool.BaseTool {
	var all []tool.BaseTool
	for _, t := range set.Tools() {
		all = append(all, einoTool{t})
	}
	return all
}
