package host

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/httplimits"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/requestid"
)

// idPeek is how much of a body is looked at for the ID of its request, in bytes. Clients
// write it before the parameters, which may be long.
const idPeek = 16 << 10

// keepIDs answers requests with the very IDs that they have, also such as the SDK rounds.
func keepIDs(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			h.ServeHTTP(w, r)
			return
		}
		body := bufio.NewReaderSize(r.Body, idPeek)
		begin, _ := body.Peek(idPeek) // an error comes again when the rest is read
		w = &refusalWriter{ResponseWriter: w, message: begin}
		marked := requestid.Mark(begin, 0)
		if len(marked) == len(begin) {
			r.Body = readCloser{body, r.Body}
			h.ServeHTTP(w, r)
			return
		}
		marked = bytes.Clone(marked)
		_, _ = body.Discard(len(begin)) // which are there
		r.Body, r.ContentLength = readCloser{io.MultiReader(bytes.NewReader(marked), body), r.Body}, -1
		h.ServeHTTP(&httplimits.Writer{ResponseWriter: w, Piece: func(p []byte) []byte {
			w.Header().Del("Content-Length")
			return requestid.Unmark(p) // the SDK writes each message at once
		}}, r)
	})
}

type readCloser struct {
	io.Reader
	io.Closer
}

// refusalWriter answers a message that the SDK does not handle, such as one of an unknown method, as
// JSON-RPC asks for: a request with an error that has its ID, a notification with nothing. The SDK
// answers both with status 400 and a line of text, on which some clients give up the connection.
type refusalWriter struct {
	http.ResponseWriter
	message []byte
	refused bool // with a status that is still to be sent
}

// Unwrap is for http.ResponseController.
func (w *refusalWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w *refusalWriter) WriteHeader(code int) {
	w.refused = code == http.StatusBadRequest && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") // by http.Error
	if !w.refused {
		w.ResponseWriter.WriteHeader(code)
	}
}

func (w *refusalWriter) Write(p []byte) (int, error) {
	if !w.refused {
		return w.ResponseWriter.Write(p)
	}
	w.refused = false
	refusal := jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: strings.TrimSpace(string(p))}
	method, unknown := strings.CutPrefix(refusal.Message, "JSON RPC not handled: ")
	if unknown {
		refusal = jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "method not found: " + strings.TrimSuffix(method, " unsupported")}
	}
	var request struct{ ID json.RawMessage }
	switch {
	case !unknown && !strings.HasPrefix(method, "invalid request: "), json.Unmarshal(w.message, &request) != nil: // or a batch
		w.ResponseWriter.WriteHeader(http.StatusBadRequest)
		return w.ResponseWriter.Write(p)
	case request.ID == nil:
		w.Header().Del("Content-Type")
		w.ResponseWriter.WriteHeader(http.StatusAccepted)
		return len(p), nil
	}
	w.Header().Set("Content-Type", "application/json")
	data, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": request.ID, "error": refusal})
	if err == nil {
		_, err = w.ResponseWriter.Write(data)
	}
	return len(p), err
}
