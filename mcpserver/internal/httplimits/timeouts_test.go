package httplimits_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/httplimits"
)

// A client that sends nothing is cut off, one that sends slowly but in time is not.
func TestSlowRequestsAreCutOff(t *testing.T) {
	read := make(chan error, 1)
	h := httptest.NewServer(httplimits.Timeouts(100*time.Millisecond, time.Minute)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		read <- err
	})))
	defer h.Close()
	body, w := io.Pipe()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL, body)
	assert.NoError(t, err)
	go func() {
		if res, err := http.DefaultClient.Do(req); err == nil {
			res.Body.Close()
		}
	}()
	_, err = io.WriteString(w, "a beginning")
	assert.NoError(t, err)
	assert.ErrorContains(t, <-read, "timeout")
	w.Close()
}

// The deadline is for the request: a call may take longer.
func TestReadDeadlineEndsWithTheBody(t *testing.T) {
	h := httptest.NewServer(httplimits.Timeouts(500*time.Millisecond, time.Minute)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		select {
		case <-r.Context().Done():
		case <-time.After(700 * time.Millisecond):
			io.WriteString(w, "done")
		}
	})))
	defer h.Close()
	res, err := http.Post(h.URL, "text/plain", strings.NewReader("all of it"))
	assert.NoError(t, err)
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	assert.NoError(t, err)
	assert.Equal(t, "done", string(answer))
}

// A client that doesn't read is given up: what is to be written does not stay.
func TestSlowReadersAreGivenUp(t *testing.T) {
	wrote := make(chan error, 1)
	h := httptest.NewServer(httplimits.Timeouts(time.Minute, 100*time.Millisecond)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		piece := make([]byte, 1<<20)
		for {
			if _, err := w.Write(piece); err != nil {
				wrote <- err
				return
			}
		}
	})))
	defer h.Close()
	res, err := http.Get(h.URL)
	assert.NoError(t, err)
	defer res.Body.Close()
	assert.ErrorContains(t, <-wrote, "timeout")
}
