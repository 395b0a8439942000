package hostlimit

import (
	"fmt"
	"maps"
	"slices"
)

// What a limiter remembers is bounded, and must not outlive its requests: that shows in
// memory alone.

// LeftBehind tells of requests that are under way or wait.
func (l *HostLimiter) LeftBehind() (left []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := l.active + l.waiting + len(l.principals) - 1 + len(l.crowded); n > 0 {
		left = append(left, fmt.Sprintf("%d active, %d waiting, %d principals, %d crowded", l.active, l.waiting, len(l.principals), len(l.crowded)))
	}
	for _, h := range l.hosts.Values() {
		if h.active+h.waiting+len(h.turns)+len(h.aside)+len(h.shares) > 1 {
			left = append(left, h.name)
		}
	}
	return left
}

// Hosts are the names of the hosts that are remembered.
func (l *HostLimiter) Hosts() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hosts.Keys()
}

// HeldAddresses are the addresses of a host that wait for a Retry-After of their own.
func (l *HostLimiter) HeldAddresses(name string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Keys(l.host(name).held))
}

// Looked counts the requests and principals that were looked at for one to send.
func (l *HostLimiter) Looked() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.looked
}
