package mcpserver

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// Bodies wait for room; one of unknown length takes as much as the largest,
// one that is announced as longer than the limit no more than that.
func TestBodiesQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		finished := make(chan time.Duration, 20)
		h := limitBodyMemory(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			time.Sleep(time.Second)
			finished <- time.Since(began)
		}), 10)
		request := func(ctx context.Context, body io.Reader) {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodPost, "/", body))
		}
		unknown := func() io.Reader { return io.MultiReader(strings.NewReader("x")) }
		for _, body := range []io.Reader{
			strings.NewReader("0123456789"), strings.NewReader(strings.Repeat("x", 100)), unknown(), strings.NewReader("01234567"),
			strings.NewReader("0123456789"), strings.NewReader("0123456789"), strings.NewReader("0123456789"), strings.NewReader("0123456789"),
		} {
			go request(t.Context(), body)
			synctest.Wait()
		}
		go request(t.Context(), strings.NewReader("89")) // two bytes are left
		go request(t.Context(), nil)
		synctest.Wait()
		late, leave := context.WithCancel(t.Context())
		go request(t.Context(), strings.NewReader("x"))
		go request(late, unknown())
		synctest.Wait()
		leave() // while it waits
		for range 10 {
			assert.Equal(t, time.Second, <-finished)
		}
		assert.Equal(t, 2*time.Second, <-finished)
		synctest.Wait()
		assert.Empty(t, finished, "who has gone is not served")
	})
}

// A client that sends nothing is cut off, one that sends slowly but in time is not.
func TestSlowRequestsAreCutOff(t *testing.T) {
	read := make(chan error, 1)
	h := httptest.NewServer(withReadTimeout(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		read <- err
	}), 100*time.Millisecond))
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
	h := httptest.NewServer(withReadTimeout(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		select {
		case <-r.Context().Done():
		case <-time.After(700 * time.Millisecond):
			io.WriteString(w, "done")
		}
	}), 500*time.Millisecond))
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
	h := httptest.NewServer(withWriteTimeout(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		piece := make([]byte, 1<<20)
		for {
			if _, err := w.Write(piece); err != nil {
				wrote <- err
				return
			}
		}
	}), 100*time.Millisecond))
	defer h.Close()
	res, err := http.Get(h.URL)
	assert.NoError(t, err)
	defer res.Body.Close()
	assert.ErrorContains(t, <-wrote, "timeout")
}
