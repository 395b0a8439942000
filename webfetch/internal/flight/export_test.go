package flight

// Calls is how many calls are under way: of those that have ended none may be left, which
// shows in memory alone.
func (g *Group[V]) Calls() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.calls)
}
