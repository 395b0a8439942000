package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/exchange"
)

// announcer notifies the clients of a principal that the list of its resources
// has changed. The SDK notifies those of all principals, and only when its own
// lists change; a principal must not learn when another stores a page.
//
// Clients of revisions before 2026-07-28 are notified on their session once they have begun
// it, later ones where they listen. A client that reads slowly gets one notification for
// many changes.
type announcer struct {
	// deliver sends a notification to one session.
	deliver mcp.MethodHandler

	mu        sync.Mutex
	listeners map[*listener]struct{}
}

type listener struct {
	principal    string
	session      *mcp.ServerSession
	subscription any // the ID of the request to listen, nil for a session
	// wake has an item when there is something to send.
	wake chan struct{}
	gone chan struct{}
}

const (
	announceInterval = 100 * time.Millisecond // between two announcements, at least
	announceTimeout  = 10 * time.Second
	listChanged      = "notifications/resources/list_changed"
	// noLegacySessions is the first revision in which only clients that listen are notified.
	noLegacySessions = "2026-07-28"
)

func newAnnouncer(srv *mcp.Server) *announcer {
	a := &announcer{listeners: map[*listener]struct{}{}}
	srv.AddSendingMiddleware(a.watchSending)
	srv.AddReceivingMiddleware(a.watchReceiving)
	return a
}

type listenerKey struct{}

func (a *announcer) watchReceiving(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		session, known := req.GetSession().(*mcp.ServerSession)
		if !known || method != "initialize" && method != "subscriptions/listen" {
			return next(ctx, method, req)
		}
		l := &listener{principal: principal(req.GetExtra()), session: session, wake: make(chan struct{}, 1), gone: make(chan struct{})}
		if method == "subscriptions/listen" {
			defer a.remove(l)
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			exchange.SubscriptionOf(ctx).By(cancel)
			return next(context.WithValue(ctx, listenerKey{}, l), method, req)
		}
		res, err := next(ctx, method, req)
		if begun, ok := res.(*mcp.InitializeResult); ok && err == nil && begun.Capabilities.Resources != nil && begun.Capabilities.Resources.ListChanged {
			a.add(l)
			go func() {
				_ = session.Wait() // how it ended is for those who serve it
				a.remove(l)
			}()
		}
		return res, err
	}
}

// watchSending notes the subscriptions that the SDK acknowledges, which is where it names them.
func (a *announcer) watchSending(next mcp.MethodHandler) mcp.MethodHandler {
	a.deliver = next
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method != "notifications/subscriptions/acknowledged" {
			return next(ctx, method, req)
		}
		// A subscription that ends while it is acknowledged is answered all the same.
		res, err := next(context.WithoutCancel(ctx), method, req)
		if err != nil {
			return res, err
		}
		l, listens := ctx.Value(listenerKey{}).(*listener)
		ack, known := req.GetParams().(*mcp.SubscriptionsAcknowledgedParams)
		if listens && known && ack.Notifications.ResourcesListChanged {
			l.subscription = ack.Meta[mcp.MetaKeySubscriptionID]
			a.add(l)
		}
		return res, err
	}
}

func (a *announcer) add(l *listener) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.listeners[l] = struct{}{}
	go a.serve(l)
}

func (a *announcer) remove(l *listener) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, there := a.listeners[l]; there {
		delete(a.listeners, l)
		close(l.gone)
	}
}

// notifyAll queues a notification for the clients of principal, except the session
// except. It does not wait for them.
func (a *announcer) notifyAll(principal string, except *mcp.ServerSession) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for l := range a.listeners {
		if l.principal != principal || l.session == except {
			continue
		}
		select {
		case l.wake <- struct{}{}:
		default:
		}
	}
}

func (a *announcer) serve(l *listener) {
	for {
		select {
		case <-l.wake:
		case <-l.gone:
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), announceTimeout)
		a.notify(ctx, l.session, l.subscription)
		cancel()
		select {
		case <-time.After(announceInterval):
		case <-l.gone:
			return
		}
	}
}

// notify sends one notification and ignores errors: clients need not react to it.
func (a *announcer) notify(ctx context.Context, session *mcp.ServerSession, subscription any) {
	params := &mcp.ResourceListChangedParams{}
	if subscription != nil {
		params.Meta = mcp.Meta{mcp.MetaKeySubscriptionID: subscription}
	}
	_, _ = a.deliver(ctx, listChanged, &mcp.ServerRequest[mcp.Params]{Session: session, Params: params})
}
