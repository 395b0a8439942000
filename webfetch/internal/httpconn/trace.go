package httpconn

import (
	"context"
	"crypto/tls"
	"net"
	"net/http/httptrace"
)

// tracer calls the hooks of a request that are set.
type tracer struct{ *httptrace.ClientTrace }

func traceOf(ctx context.Context) tracer {
	return tracer{httptrace.ContextClientTrace(ctx)}
}

func (t tracer) getConn(address string) {
	if t.ClientTrace != nil && t.GetConn != nil {
		t.GetConn(address)
	}
}

func (t tracer) gotConn(conn net.Conn, reused bool) {
	if t.ClientTrace != nil && t.GotConn != nil {
		t.GotConn(httptrace.GotConnInfo{Conn: conn, Reused: reused})
	}
}

func (t tracer) handshakeStart() {
	if t.ClientTrace != nil && t.TLSHandshakeStart != nil {
		t.TLSHandshakeStart()
	}
}

func (t tracer) handshakeDone(conn *tls.Conn, err error) {
	if t.ClientTrace == nil || t.TLSHandshakeDone == nil {
		return
	}
	var state tls.ConnectionState
	if err == nil {
		state = conn.ConnectionState()
	}
	t.TLSHandshakeDone(state, err)
}

func (t tracer) firstByte() {
	if t.ClientTrace != nil && t.GotFirstResponseByte != nil {
		t.GotFirstResponseByte()
	}
}
