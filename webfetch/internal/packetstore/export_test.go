package packetstore

// Principals is how many principals the store remembers.
func (s *Store) Principals() int { return len(s.principals) }

// Bytes returns how much memory is taken.
func (s *Store) Bytes() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used
}
