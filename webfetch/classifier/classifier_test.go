package classifier_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/classifier"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

var _ webfetch.Scanner = (*classifier.Scanner)(nil)

// scanner returns one that asks handler.
func scanner(t *testing.T, handler http.HandlerFunc, opts classifier.Options) *classifier.Scanner {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	opts.Endpoint, opts.Transport = server.URL+"/classify", security.NewTransport(allowing(t, server.URL))
	s, err := classifier.New(opts)
	require.NoError(t, err)
	return s
}

func allowing(t *testing.T, address string) *security.Policy {
	u, err := url.Parse(address)
	require.NoError(t, err)
	port, err := strconv.Atoi(u.Port())
	require.NoError(t, err)
	return &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), Ports: []uint16{uint16(port)}}}}
}

// harm is the score of a text in the tests.
func harm(text string) float64 {
	switch {
	case strings.Contains(text, "heron"):
		return 0.97
	case strings.Contains(text, "egret"):
		return 0.6
	}
	return 0.02
}

func reply(w http.ResponseWriter, v any) { _ = json.NewEncoder(w).Encode(v) }

type label map[string]any

func TestFormats(t *testing.T) {
	inputs := func(r *http.Request) (texts []string) {
		var in struct{ Inputs []json.RawMessage }
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&in))
		for _, raw := range in.Inputs {
			var one string
			var list []string
			if json.Unmarshal(raw, &one) != nil {
				assert.NoError(t, json.Unmarshal(raw, &list))
				one = list[0]
			}
			texts = append(texts, one)
		}
		return texts
	}
	all := func(w http.ResponseWriter, r *http.Request) {
		out := [][]label{}
		for _, text := range inputs(r) {
			out = append(out, []label{{"label": "BENIGN", "score": 1 - harm(text)}, {"label": "INJECTION", "score": harm(text) / 2}, {"label": "JAILBREAK", "score": harm(text) / 2}})
		}
		reply(w, out)
	}
	best := func(w http.ResponseWriter, r *http.Request) {
		out := []label{}
		for _, text := range inputs(r) {
			if h := harm(text); h > 0.5 {
				out = append(out, label{"label": "LABEL_1", "score": h})
			} else {
				out = append(out, label{"label": "LABEL_0", "score": 1 - h})
			}
		}
		reply(w, map[string]any{"results": out})
	}
	chat := func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Model    string
			Messages []struct{ Role, Content string }
		}
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&in))
		assert.Equal(t, "guard", in.Model)
		assert.Equal(t, "Bearer key", r.Header.Get("Authorization"))
		assert.Equal(t, "system", in.Messages[0].Role)
		answer := "safe"
		if h := harm(in.Messages[1].Content); h > 0.9 {
			answer = "unsafe\nS14"
		} else if h > 0.5 {
			answer = "0.6"
		}
		reply(w, map[string]any{"choices": []any{map[string]any{"message": map[string]any{"role": "assistant", "content": answer}}}})
	}
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		opts    classifier.Options
	}{
		"all labels": {all, classifier.Options{}},
		"tei":        {all, classifier.Options{Format: "tei"}},
		"best label": {best, classifier.Options{}},
		"chat":       {chat, classifier.Options{Format: "chat", Model: "guard", Header: http.Header{"Authorization": {"Bearer key"}}, Instructions: "Answer safe or unsafe."}},
	} {
		t.Run(name, func(t *testing.T) {
			fill := strings.Repeat("The mill stands by the river and turns all day. ", 20)
			shown := fill + "\n\n" + fill + "A heron waits at the weir.\n\nBread keeps for a week if it is wrapped. " + fill
			found, err := scanner(t, test.handler, test.opts).Scan(t.Context(), shown, []injection.HiddenText{{Text: "an egret, unseen", Location: "comment"}, {Text: "nothing of note"}, {Text: shown, Shown: true}})
			require.NoError(t, err)
			require.Len(t, found, 2)
			assert.Equal(t, injection.LocationBody, found[0].Location)
			assert.Contains(t, shown[found[0].Start:found[0].End], "heron")
			assert.NotContains(t, found[0].Text, "Bread")
			assert.Equal(t, injection.Certain, found[0].Level)
			assert.Equal(t, "classifier", found[0].Scanner)
			assert.EqualValues(t, "comment", found[1].Location)
			assert.Equal(t, injection.Suspect, found[1].Level)
			assert.InDelta(t, 0.6, found[1].Score, 1e-9)
		})
	}
}

// TestWhatIsNotJudgedIsAnError: no answer is taken for a harmless text.
func TestWhatIsNotJudgedIsAnError(t *testing.T) {
	for name, body := range map[string]string{
		"no JSON": "safe", "null": "null", "too few": "[]", "too many": `[{"label":"SAFE","score":1},{"label":"SAFE","score":1}]`, "unknown label": `[{"label":"MAYBE","score":0.1}]`,
		"no score": `[{"label":"SAFE"}]`, "no label": `[{"score":0.2}]`, "score out of range": `[{"label":"SAFE","score":7}]`, "empty list": `[[]]`, "object": `{"error":"overloaded"}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := scanner(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }, classifier.Options{})
			found, err := s.Scan(t.Context(), "A heron waits at the weir.", nil)
			assert.Empty(t, found)
			var told *httpapi.Error
			require.ErrorAs(t, err, &told)
			assert.Equal(t, httpapi.Malformed, told.Kind)
		})
	}
	for _, content := range []string{"", "I think so", "2", "unsure"} {
		s := scanner(t, func(w http.ResponseWriter, _ *http.Request) {
			reply(w, map[string]any{"choices": []any{map[string]any{"message": label{"content": content}}}})
		}, classifier.Options{Format: "chat"})
		_, err := s.Scan(t.Context(), "A heron waits at the weir.", nil)
		assert.Error(t, err, content)
	}
}

func TestFailuresComeWithWhatWasFound(t *testing.T) {
	calls := atomic.Int32{}
	s := scanner(t, func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) > 1 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var in struct{ Inputs []string }
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&in))
		out := []label{}
		for range in.Inputs {
			out = append(out, label{"label": "INJECTION", "score": 0.99})
		}
		reply(w, out)
	}, classifier.Options{})
	found, err := s.Scan(t.Context(), strings.Repeat("A heron waits at the weir. ", 5000), nil)
	assert.Error(t, err)
	assert.LessOrEqual(t, len(found), 16, "those of one request")
	assert.Less(t, calls.Load(), int32(6), "nothing more is asked after an error than what is under way")
}

func TestDeadline(t *testing.T) {
	release := make(chan struct{})
	s := scanner(t, func(http.ResponseWriter, *http.Request) { <-release }, classifier.Options{Timeout: 50 * time.Millisecond})
	t.Cleanup(func() { close(release) }) // before the server is closed
	_, err := s.Scan(t.Context(), "A heron waits at the weir.", nil)
	assert.Error(t, err, "the server would never answer")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.Scan(ctx, "A heron waits at the weir.", nil)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestEgressIsGuarded: a server of one's own is asked only where it is allowed.
func TestEgressIsGuarded(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("was asked") }))
	defer server.Close()
	s, err := classifier.New(classifier.Options{Endpoint: server.URL})
	require.NoError(t, err)
	_, err = s.Scan(t.Context(), "A heron waits at the weir.", nil)
	var told *httpapi.Error
	require.ErrorAs(t, err, &told)
	assert.Equal(t, httpapi.Blocked, told.Kind)
}

func TestTextOverTheLimitIsAFinding(t *testing.T) {
	s := scanner(t, func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Inputs []string }
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&in))
		out := []label{}
		for range in.Inputs {
			out = append(out, label{"label": "safe", "score": 1})
		}
		reply(w, out)
	}, classifier.Options{})
	text := strings.Repeat("é", 128<<10)
	found, err := s.Scan(t.Context(), text, nil)
	require.NoError(t, err)
	assert.Empty(t, found, "at the limit")

	text += "é"
	found, err = s.Scan(t.Context(), text, []injection.HiddenText{{Text: "one unseen", Location: "alt"}, {Text: "another unseen", Location: "alt"}})
	require.NoError(t, err)
	require.Len(t, found, 2)
	assert.Equal(t, injection.CategoryOverflow, found[0].Category)
	assert.Equal(t, 256<<10, found[0].Start)
	assert.Equal(t, len(text), found[0].End)
	assert.EqualValues(t, "alt", found[1].Location, "one speaks for all that nobody sees")
}

func TestOptionsAreChecked(t *testing.T) {
	for name, opts := range map[string]classifier.Options{
		"no endpoint": {}, "a file": {Endpoint: "file:///x"}, "user": {Endpoint: "https://u:p@x.org/"}, "format": {Endpoint: "https://x.org/", Format: "xml"},
		"order": {Endpoint: "https://x.org/", Suspect: 0.9, Certain: 0.5}, "negative": {Endpoint: "https://x.org/", Timeout: -1},
	} {
		_, err := classifier.New(opts)
		assert.Error(t, err, name)
	}
}

// TestInAClient: a page whose classifier can't be asked says so.
func TestInAClient(t *testing.T) {
	broken := scanner(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }, classifier.Options{})
	c, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{Scanner: broken}})
	require.NoError(t, err)
	defer c.Close()
	p, err := c.Extract(t.Context(), extract.Source{MediaType: "text/plain", Body: []byte("A heron waits at the weir.")}, webfetch.ExtractOptions{})
	require.NoError(t, err)
	require.Len(t, p.Warnings, 1)
	assert.Equal(t, "scanner_failed", p.Warnings[0].Type)
	assert.False(t, errors.Is(err, context.Canceled))
}
