package sieve

// Unkeyed returns a text with what its keys stand for.
func (r *Reader) Unkeyed(text string) string { return r.unkeyed(text) }
