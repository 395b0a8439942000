package hostlimit

import "context"

// tenant is one of those that requests are sent for. All is under
// HostLimiter.mu. A tenant without requests is forgotten.
type tenant struct {
	name    string
	active  int    // work under way
	waiting int    // requests that wait
	served  uint64 // HostLimiter.turn when it was last served, or came
}

// tenantKey is the context key of the tenant's name.
type tenantKey struct{}

// WithTenant returns a context in which requests are sent for the named tenant.
// Tenants take turns where their requests compete, and one with a name has at most half
// of the slots of a host. Under a context without a name, requests are sent for the
// tenant "".
func WithTenant(ctx context.Context, name string) context.Context {
	if name == "" {
		return ctx
	}
	return context.WithValue(ctx, tenantKey{}, name)
}

func tenantOf(ctx context.Context) string {
	name, _ := ctx.Value(tenantKey{}).(string)
	return name
}

// enter returns the tenant of a name and makes it if there is none. l.mu is held.
func (l *HostLimiter) enter(name string) *tenant {
	t := l.tenants[name]
	if t == nil {
		t = &tenant{name: name, served: l.turn} // behind those that wait already
		l.tenants[name] = t
	}
	return t
}

// forget drops a tenant that has nothing left. l.mu is held.
func (l *HostLimiter) forget(t *tenant) {
	if t.active+t.waiting == 0 {
		delete(l.tenants, t.name)
	}
}
