package mcpserver

import (
	"context"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

const maxSuggestions = 100

func (s *Server) complete(_ context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	ref, arg := req.Params.Ref, req.Params.Argument
	var all []string
	switch ref.Type {
	case "ref/prompt":
		prompts := s.prompts()
		at := slices.IndexFunc(prompts, func(p prompt) bool { return p.name == ref.Name })
		if at < 0 {
			return nil, invalidParams("unknown prompt " + modeltext.OneLine(ref.Name, 0))
		}
		args := prompts[at].args
		if i := slices.IndexFunc(args, func(a promptArg) bool { return a.name == arg.Name }); i >= 0 && args[i].of != "" {
			all, _ = s.set.Check("", "", strings.Fields(args[i].of)...)
		}
	default:
		if !slices.ContainsFunc(s.set.Templates(), func(t tools.Resource) bool { return t.URI == ref.URI }) {
			return nil, invalidParams("unknown resource template " + modeltext.OneLine(ref.URI, 0))
		}
		if arg.Name == "source_id" {
			const most = 1 << 20
			page, _ := s.set.Resources(principal(req.Extra), ref.URI, 0, most)
			for _, r := range page {
				all = append(all, r.URI[strings.LastIndexByte(r.URI, '/')+1:])
			}
		}
	}
	return &mcp.CompleteResult{Completion: suggest(all, arg.Value)}, nil
}

func suggest(all []string, typed string) mcp.CompletionResultDetails {
	found := mcp.CompletionResultDetails{Values: []string{}}
	for _, value := range all {
		if len(value) < len(typed) || !strings.EqualFold(value[:len(typed)], typed) {
			continue
		}
		found.Total++
		if len(found.Values) < maxSuggestions {
			found.Values = append(found.Values, value)
		}
	}
	found.HasMore = found.Total > len(found.Values)
	return found
}

func invalidParams(text string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: text}
}
