package host

import (
	"bufio"
	"bytes"
	"io"
	"net/http"

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
		marked := requestid.Mark(begin, 0)
		if len(marked) == len(begin) {
			r.Body = readCloser{body, r.Body}
			h.ServeHTTP(w, r)
			return
		}
		marked = bytes.Clone(marked)
		_, _ = body.Discard(len(begin)) // which are there
		r.Body, r.ContentLength = readCloser{io.MultiReader(bytes.NewReader(marked), body), r.Body}, -1
		h.ServeHTTP(&idWriter{w}, r)
	})
}

type readCloser struct {
	io.Reader
	io.Closer
}

// idWriter writes the IDs that requestid.Mark has hidden. The SDK writes each message at once.
type idWriter struct{ http.ResponseWriter }

func (w *idWriter) Write(p []byte) (int, error) {
	w.Header().Del("Content-Length")
	if _, err := w.ResponseWriter.Write(requestid.Unmark(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (w *idWriter) Flush() {
	_ = http.NewResponseController(w.ResponseWriter).Flush()
}

func (w *idWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
