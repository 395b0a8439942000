package shares

// Use is what is free, and how many names have or want a part: of those that have gone none
// may be left, which shows in memory alone.
type Use struct {
	Free         int64
	Names, Turns int
}

// Use returns the use of now.
func (p *Pool) Use() Use {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Use{p.free, len(p.names), len(p.turns)}
}
