package hostlimit

import "context"

// principal is one of those that requests are sent for. All is under
// HostLimiter.mu. A principal without requests is forgotten.
type principal struct {
	name    string
	active  int    // work under way
	waiting int    // requests that wait
	served  uint64 // HostLimiter.turn when it was last served, or came
}

// principalKey is the context key of the principal's name.
type principalKey struct{}

// WithPrincipal returns a context in which requests are sent for the named principal.
// Principals take turns where their requests compete, and one with a name has at most half
// of the slots of a host. Under a context without a name, requests are sent for the
// principal "".
func WithPrincipal(ctx context.Context, name string) context.Context {
	if name == "" {
		return ctx
	}
	return context.WithValue(ctx, principalKey{}, name)
}

func principalOf(ctx context.Context) string {
	name, _ := ctx.Value(principalKey{}).(string)
	return name
}

// enter returns the principal of a name and makes it if there is none. l.mu is held.
func (l *HostLimiter) enter(name string) *principal {
	t := l.principals[name]
	if t == nil {
		t = &principal{name: name, served: l.turn} // behind those that wait already
		l.principals[name] = t
	}
	return t
}

// forget drops a principal that has nothing left. l.mu is held.
func (l *HostLimiter) forget(t *principal) {
	if t.active+t.waiting == 0 {
		delete(l.principals, t.name)
	}
}
