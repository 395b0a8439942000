package requestid_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/requestid"
)

func TestIDsComeBack(t *testing.T) {
	for _, id := range []string{
		"9007199254740993", "-123456789012345678901234567890", "2.25", "1e3", "7.0", "-0",
		`"webfetch-go:id:5"`, `"webfetch-go:id:\"x\""`,
	} {
		for _, message := range []string{
			`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}`,
			` { "method" : "tools/call", "params": {"id": 9007199254740993, "a":["]}\"", {}]}, "id" : ` + id + ` } `,
			`{"method":"notifications/cancelled","params":{"reason":"}","requestId":` + id + `}}`,
		} {
			marked := requestid.Mark([]byte(message), 0)
			assert.NotEqual(t, message, string(marked))
			assert.True(t, json.Valid(marked), "%s", marked)
			var sent struct {
				ID     any
				Params struct{ RequestID any }
			}
			assert.NoError(t, json.Unmarshal(marked, &sent))
			if sent.ID == nil {
				sent.ID = sent.Params.RequestID
			}
			assert.IsType(t, "", sent.ID, "%s", marked)
			assert.Equal(t, message, string(requestid.Unmark(marked)))
			event := "event: message\ndata: " + string(marked) + "\n\n"
			assert.Equal(t, strings.Replace(event, string(marked), message, 1), string(requestid.Unmark([]byte(event))))
		}
	}
}

func TestOtherMessagesStayAsTheyAre(t *testing.T) {
	for _, message := range []string{
		`{"id":1}`, `{"id":0}`, `{"id":-12}`, `{"id":9007199254740992}`, `{"id":"9007199254740993"}`, `{"id":null}`, `{"id":true}`,
		`{"params":{"id":9007199254740993}}`, `{"method":"x","params":{"requestId":9007199254740993}}`,
		`[{"id":9007199254740993}]`, `9007199254740993`, `{"id":9007199254740993`, `{"id"`, `{`, ``, `nonsense`,
	} {
		assert.Equal(t, message, string(requestid.Mark([]byte(message), 0)))
		assert.Equal(t, message, string(requestid.Unmark([]byte(message))))
	}
	long := `{"params":"` + strings.Repeat("x", 100) + `","id":1.5}`
	assert.Equal(t, long, string(requestid.Mark([]byte(long), 50)), "beyond the limit")
	assert.NotEqual(t, long, string(requestid.Mark([]byte(long), 0)))
}

func FuzzMark(f *testing.F) {
	for _, s := range []string{`{"id":1.5}`, `{"a":[{"b":"\\\""}],"id":9007199254740993,"c":{}}`, `{"id":"webfetch-go:id:`, `{"id":-}`, `{"id":9999999999999999999]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, message string) {
		marked := requestid.Mark([]byte(message), 0)
		if json.Valid([]byte(message)) && !json.Valid(marked) {
			t.Fatalf("Mark(%q) = %q", message, marked)
		}
		if json.Valid([]byte(message)) && !strings.Contains(message, "webfetch-go:id:") && string(requestid.Unmark(marked)) != message {
			t.Fatalf("Unmark(Mark(%q)) = %q", message, requestid.Unmark(marked))
		}
	})
}
