// Package host serves an mcpserver.Server over streamable HTTP. It maps bearer tokens to
// principals, checks Origin and Host, serves pages of allowed origins (CORS), limits
// requests, bodies and sessions, sets timeouts, and finishes calls in flight on shutdown.
//
//	listener, err := host.Listen(ctx, ":8080", true)
//	…
//	err = host.Serve(ctx, listener, host.Handler(server, host.Options{Auth: auth}), 30*time.Second)
//
// # Security considerations
//
// Without [Auth] everybody who reaches the listener is one and the same principal: [Listen]
// then opens loopback only. Origin and Host are checked in any case, so that no web page
// reaches a server on its visitor's machine.
package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/exchange"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/httplimits"
)

// Options configure [Handler]. The zero value serves loopback
// without authentication. A bound that is not positive means the default.
type Options struct {
	// Auth checks bearer tokens. Nil means that everybody is let in, as one
	// and the same principal.
	Auth *Auth
	// Hosts are the values of the Host header that are served, without port; "*"
	// means any. Zero means localhost, 127.0.0.1 and [::1], and with Auth also
	// the host of its Resource and addresses, which no page can rebind.
	Hosts []string
	// Origins are the origins, as "https://app.example", whose pages may call
	// beside those of the server's own host. A request without an Origin
	// header is not from a page and passes.
	Origins []string
	// Sessions keeps a session for every client, as tools of the caller's own
	// need that ask the client something. Revisions of the protocol from
	// 2026-07-28 on, which have none, are then refused. A session ends when it
	// is idle for 30 minutes. Zero means no sessions.
	Sessions bool
	// BodyBytes bounds the body of a request. Zero means room for the largest
	// raw_bytes that the options of the tools allow. All bodies held at one time have
	// eight times that, those of one principal twice; a request waits for room for its own.
	// Bodies of 256 KiB and more are worked on in turns of their principals, all but one
	// processor's worth at one time; one that waits longer than a call may take by default
	// is answered 503.
	BodyBytes int64
	// ReadTimeout bounds the time a request may take to arrive. Zero means 30 seconds.
	ReadTimeout time.Duration
	// WriteTimeout bounds the time a client may take to read a piece of an
	// answer. Zero means 1 minute.
	WriteTimeout time.Duration
}

// Handler returns a server as streamable HTTP at / and /mcp, for all
// revisions of the protocol, with /healthz beside it. A call is cancelled
// when its client disconnects, unless it belongs to a session. A principal that
// has a name may have 256 requests under way beside the calls of
// [mcpserver.Options.MaxCalls], streams on which it listens among them, and 64 sessions;
// more are answered 429. It is safe for concurrent use.
func Handler(s *mcpserver.Server, opts Options) http.Handler {
	body := opts.BodyBytes
	if body <= 0 {
		body = s.MessageLimit()
	}
	answering := func(inJSON bool) http.Handler {
		return mcp.NewStreamableHTTPHandler(
			func(*http.Request) *mcp.Server { return s.MCP() },
			&mcp.StreamableHTTPOptions{
				Stateless:                    !opts.Sessions,
				SessionTimeout:               30 * time.Minute,
				MaxRequestBodyBytes:          body,
				PropagateRequestCancellation: true,
				DisableLocalhostProtection:   true, // ours below knows Options.Hosts
				JSONResponse:                 inJSON,
			})
	}
	h := answering(false)
	if !opts.Sessions {
		h = byAccept(h, answering(true))
	}
	h = opts.prepare(keepIDs(h))
	readTimeout := cmp.Or(max(opts.ReadTimeout, 0), 30*time.Second)
	h = httplimits.New(opts.limits(s, body, readTimeout))(endStreams(h))
	mux := http.NewServeMux()
	if opts.Auth != nil {
		h = opts.Auth.require(h, s.Options().Logger)
		opts.Auth.describe(mux)
	}
	h = opts.checkOrigin(h)
	mux.Handle("/{$}", h)
	mux.Handle("/mcp", h)
	mux.Handle("/mcp/{$}", h)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, "ok\n")
	})
	// The outer timeout is for bodies that no handler reads, as without a token.
	return httplimits.Timeouts(readTimeout, cmp.Or(max(opts.WriteTimeout, 0), time.Minute))(answerPanics(s, mux))
}

// byAccept answers clients that take JSON and no event stream, or don't say what they take, in JSON: the answer
// alone, without progress. The protocol wants clients to take both, which the SDK checks.
func byAccept(stream, inJSON http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		accept := strings.ToLower(strings.Join(r.Header.Values("Accept"), ","))
		takes := func(mediaType string) bool { return strings.Contains(accept, mediaType) }
		takesStream := takes("text/event-stream") || takes("text/*") || takes("*/*")
		if r.Method != http.MethodPost || takesStream || accept != "" && !takes("application/json") {
			stream.ServeHTTP(w, r)
			return
		}
		r = r.Clone(r.Context())
		r.Header.Set("Accept", "application/json, text/event-stream")
		inJSON.ServeHTTP(w, r)
	})
}

// maxPrincipalStreams is how many streams, and other requests beside the calls of Options.MaxCalls,
// one principal may have under way.
const maxPrincipalStreams = 256

func (o Options) limits(s *mcpserver.Server, bodyBytes int64, readTimeout time.Duration) httplimits.Options {
	limits := httplimits.Options{
		Principal: func(r *http.Request) string {
			if token := auth.TokenInfoFromContext(r.Context()); token != nil {
				return token.UserID
			}
			return ""
		},
		Requests:      s.Options().MaxCalls + maxPrincipalStreams,
		BodyBytes:     bodyBytes,
		BodyTimeout:   readTimeout,
		LargeBodyWait: s.Client().Options().Limits.Timeout,
	}
	if o.Sessions {
		limits.Sessions = func(yield func(id string) bool) { // of the sessions that have not ended
			for session := range s.MCP().Sessions() {
				if !yield(session.ID()) {
					return
				}
			}
		}
	}
	return limits
}

// prepare asks proxies on the way to pass events on as they come. Without sessions calls end
// with their request; those of a session have the context of the request that began it.
func (o Options) prepare(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Accel-Buffering", "no")
		if !o.Sessions {
			r = r.WithContext(exchange.WithRequest(r.Context()))
		}
		h.ServeHTTP(w, r)
	})
}

// answerPanics answers an HTTP request whose handler panics with status 500, unless an answer has
// begun.
func answerPanics(s *mcpserver.Server, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if err, isError := fault.(error); isError && errors.Is(err, http.ErrAbortHandler) {
				panic(fault) // this is how a handler ends a connection
			}
			if logger := s.Options().Logger; logger != nil {
				logger.LogAttrs(r.Context(), slog.LevelError, "panic", slog.String("method", r.Method), slog.String("path", r.URL.Path),
					slog.String("panic", fmt.Sprint(fault)), slog.String("stack", string(debug.Stack())))
			}
			http.Error(w, "internal error", http.StatusInternalServerError)
		}()
		h.ServeHTTP(w, r)
	})
}

// Listen opens the address of --http. Without authentication only loopback is
// served: a missing host means 127.0.0.1, another one is an error.
func Listen(ctx context.Context, addr string, authenticated bool) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w", addr, err)
	}
	if !authenticated {
		if host = cmp.Or(host, "127.0.0.1"); !isLoopback(host) {
			return nil, fmt.Errorf("address %q: only loopback is served without bearer tokens", addr)
		}
	}
	var config net.ListenConfig
	return config.Listen(ctx, "tcp", net.JoinHostPort(host, port))
}

// replyGrace is the time for the answers of calls that the end of the server has cancelled.
const replyGrace = 2 * time.Second

var errShutdown = errors.New("the server is shutting down")

// Serve serves h on l until ctx is done, then finishes the calls in flight, for at most
// grace, and returns nil. Calls of [Handler] that take longer are cancelled and answered as
// such; after two more seconds all connections are closed. Streams on which a client listens
// for changes end after the last call. It closes l.
func Serve(ctx context.Context, l net.Listener, h http.Handler, grace time.Duration) error {
	detached := context.WithoutCancel(ctx)
	late, cancelCalls := context.WithCancelCause(detached)
	defer cancelCalls(nil)
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		// Its lines quote what anybody may send; the handler logs for itself.
		ErrorLog: log.New(io.Discard, "", 0),
		BaseContext: func(net.Listener) context.Context {
			return exchange.WithDeadline(context.WithValue(detached, shutdownKey{}, ctx), late)
		},
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	grace = max(grace, 0)
	timer := time.AfterFunc(grace, func() { cancelCalls(errShutdown) })
	defer timer.Stop()
	end, cancel := context.WithTimeout(detached, grace+replyGrace)
	defer cancel()
	err := srv.Shutdown(end)
	if errors.Is(err, context.DeadlineExceeded) {
		return srv.Close()
	}
	return err
}
