package frameworks

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	einoopenai "github.com/cloudwego/eino-ext/components/model/openai"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	genkitopenai "github.com/firebase/genkit/go/plugins/compat_oai"
	"github.com/openai/openai-go/v3"
	openaioption "github.com/openai/openai-go/v3/option"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	lcopenai "github.com/tmc/langchaingo/llms/openai"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

const question = "What does the ferry cost?"

// site is a page that holds the answer.
func site(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<title>The ferry</title><main><h1>The ferry</h1><p>`+strings.Repeat("The boat leaves the old quay at every full hour of the day. ", 6)+
			`</p><p>A crossing costs 14 crowns, and a bicycle travels free of charge.</p><p>`+strings.Repeat("In winter there is no boat after dark. ", 8)+`</p></main>`)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func set(t *testing.T) *tools.Set {
	client, err := webfetch.New(webfetch.Options{Policy: &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.1/32"), AnyPort: true}}}})
	require.NoError(t, err)
	t.Cleanup(func() { client.Close() })
	s, err := tools.New(client, tools.Options{Names: map[string]string{"fetch": ""}})
	require.NoError(t, err)
	return s
}

var price = regexp.MustCompile(`costs (\d+ crowns)`)

// model is a scripted model of the OpenAI form: it calls fetch once with the arguments, and
// then answers with what it finds in the result.
func model(t *testing.T, arguments string) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		w.Header().Set("Content-Type", "application/json")
		message := map[string]any{"role": "assistant", "content": "", "tool_calls": []any{map[string]any{
			"id": "call_1", "type": "function", "function": map[string]string{"name": "fetch", "arguments": arguments}}}}
		finish := "tool_calls"
		if found := price.FindStringSubmatch(string(body)); found != nil {
			message, finish = map[string]any{"role": "assistant", "content": "It costs " + found[1] + "."}, "stop"
		} else if strings.Contains(string(body), "call_1") {
			t.Errorf("the result of the tool is not what was asked for: %s", body)
		}
		assert.Contains(t, string(body), "Read a web page", "the description of the tool")
		assert.NoError(t, json.NewEncoder(w).Encode(map[string]any{
			"id": "1", "object": "chat.completion", "created": 1, "model": "scripted", "choices": []any{map[string]any{"index": 0, "finish_reason": finish, "message": message}},
			"usage": map[string]int{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
		}))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

func urlArguments(t *testing.T) string { return fmt.Sprintf(`{"url": %q}`, site(t)) }

func TestEino(t *testing.T) {
	m, err := einoopenai.NewChatModel(t.Context(), &einoopenai.ChatModelConfig{BaseURL: model(t, urlArguments(t)), APIKey: "k", Model: "scripted"})
	require.NoError(t, err)
	agent, err := react.NewAgent(t.Context(), &react.AgentConfig{ToolCallingModel: m, ToolsConfig: compose.ToolsNodeConfig{Tools: einoTools(set(t))}})
	require.NoError(t, err)
	answer, err := agent.Generate(t.Context(), []*schema.Message{schema.UserMessage(question)})
	require.NoError(t, err)
	assert.Equal(t, "It costs 14 crowns.", answer.Content)
}

func TestLangchain(t *testing.T) {
	for _, arguments := range []string{urlArguments(t), site(t)} {
		wrapped, err := json.Marshal(map[string]string{"__arg1": arguments})
		require.NoError(t, err)
		llm, err := lcopenai.New(lcopenai.WithBaseURL(model(t, string(wrapped))), lcopenai.WithToken("k"), lcopenai.WithModel("scripted"))
		require.NoError(t, err)
		agent := agents.NewOpenAIFunctionsAgent(llm, langchainTools(set(t)))
		answer, err := chains.Run(t.Context(), agents.NewExecutor(agent), question)
		require.NoError(t, err)
		assert.Equal(t, "It costs 14 crowns.", answer)
	}
}

func TestGenkit(t *testing.T) {
	plugin := &genkitopenai.OpenAICompatible{Provider: "scripted", APIKey: "k", BaseURL: model(t, urlArguments(t))}
	g := genkit.Init(t.Context(), genkit.WithPlugins(plugin))
	m := plugin.DefineModel("scripted", "scripted", ai.ModelOptions{Supports: &genkitopenai.Multimodal})
	refs, err := genkitTools(g, set(t))
	require.NoError(t, err)
	answer, err := genkit.Generate(t.Context(), g, ai.WithModel(m), ai.WithPrompt(question), ai.WithTools(refs...))
	require.NoError(t, err)
	assert.Equal(t, "It costs 14 crowns.", answer.Text())
}

func TestOpenAI(t *testing.T) {
	client := openai.NewClient(openaioption.WithBaseURL(model(t, urlArguments(t))), openaioption.WithAPIKey("k"))
	answer, err := askOpenAI(t.Context(), client, set(t), openai.ChatCompletionNewParams{Model: "scripted", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(question)}})
	require.NoError(t, err)
	assert.Equal(t, "It costs 14 crowns.", answer)
}

// The page reaches the model as a search result, and what it cites is a span of the content.
func TestAnthropic(t *testing.T) {
	arguments, turn := urlArguments(t), 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Tools []struct {
				InputSchema json.RawMessage `json:"input_schema"`
			}
			Messages []struct {
				Content []struct {
					Content []struct {
						Type, Title string
						Citations   struct{ Enabled bool }
						Content     []struct{ Text string }
					}
				}
			}
		}
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&body))
		assert.Contains(t, string(body.Tools[0].InputSchema), `"max_length"`)
		content, stop := fmt.Sprintf(`{"type": "tool_use", "id": "tu_1", "name": "fetch", "input": %s}`, arguments), "tool_use"
		if turn++; turn == 2 {
			result := body.Messages[2].Content[0].Content[0]
			assert.Equal(t, "search_result The ferry true", fmt.Sprint(result.Type, " ", result.Title, " ", result.Citations.Enabled))
			at := -1
			for i, b := range result.Content {
				if price.MatchString(b.Text) {
					at = i
				}
			}
			content, stop = fmt.Sprintf(`{"type": "text", "text": "It costs 14 crowns.", "citations": [{"type": "search_result_location", "cited_text": "…", "source": "x", "title": "The ferry",
				"search_result_index": 0, "start_block_index": %d, "end_block_index": %d}]}`, at, at+1), "end_turn"
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id": "m", "type": "message", "role": "assistant", "model": "scripted", "content": [%s], "stop_reason": %q, "usage": {"input_tokens": 1, "output_tokens": 1}}`, content, stop)
	}))
	t.Cleanup(s.Close)
	client := anthropic.NewClient(anthropicoption.WithBaseURL(s.URL), anthropicoption.WithAPIKey("k"))
	answer, sources, err := askAnthropic(t.Context(), client, set(t), anthropic.MessageNewParams{
		Model: "scripted", MaxTokens: 100, Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(question))},
	})
	require.NoError(t, err)
	text := answer.Content[0].AsText()
	assert.Equal(t, "It costs 14 crowns.", text.Text)
	packet, span := sources.span(text.Citations[0].AsSearchResultLocation())
	require.NotNil(t, packet)
	assert.Equal(t, "A crossing costs 14 crowns, and a bicycle travels free of charge.", string([]rune(packet.Content)[span.StartChar:span.EndChar]))
	for _, bad := range []anthropic.CitationsSearchResultLocation{{SearchResultIndex: 1, EndBlockIndex: 1}, {EndBlockIndex: 99}, {StartBlockIndex: -1, EndBlockIndex: 1}, {}} {
		packet, _ := sources.span(bad)
		assert.Nil(t, packet)
	}
}
