package egress

import (
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// Wall is a proxy that refuses everything: the one of a whole browser, beside
// those of its pages.
type Wall struct {
	listener net.Listener
	server   *http.Server
	refused  atomic.Int64
	done     chan struct{}
}

// ListenWall opens a wall on a free port of 127.0.0.1.
func ListenWall() (*Wall, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the browser: %w", err)
	}
	w := &Wall{listener: listener, done: make(chan struct{})}
	w.server = &http.Server{Handler: w, ReadHeaderTimeout: 10 * time.Second, ErrorLog: discard()}
	go func() {
		defer close(w.done)
		_ = w.server.Serve(listener)
	}()
	return w, nil
}

// ServeHTTP refuses.
func (w *Wall) ServeHTTP(out http.ResponseWriter, _ *http.Request) {
	w.refused.Add(1)
	out.Header().Set("Connection", "close")
	http.Error(out, "refused", http.StatusForbidden)
}

// Addr is host and port of the wall.
func (w *Wall) Addr() string { return w.listener.Addr().String() }

// Refused is how many requests were refused.
func (w *Wall) Refused() int64 { return w.refused.Load() }

// Close ends the wall and its connections.
func (w *Wall) Close() {
	_ = w.server.Close()
	<-w.done
}
