package packetstore

// Principals is how many principals the store remembers.
func (s *Store) Principals() int { return len(s.principals) }
