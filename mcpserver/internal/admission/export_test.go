package admission

// Load is what a queue knows of its calls: when all have ended, nothing may be left, and
// no answer to a call would show it.
type Load struct{ Principals, Busy, Working, Turns int }

// Load returns the load of now.
func (q *Queue) Load() Load {
	q.mu.Lock()
	defer q.mu.Unlock()
	taken, busy, waiting := q.slots.Use()
	return Load{len(q.calls), busy, int(taken), waiting}
}

// Buckets is how many principals a quota remembers: it has to forget those who do not
// call any more.
func (q *Quota) Buckets() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.buckets)
}
