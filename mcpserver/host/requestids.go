package host

import (
	"bufio"
	"bytes"
	"io"
	"net/http"

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
