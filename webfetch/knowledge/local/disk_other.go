//go:build !linux

package local

// onNetwork is not implemented on this system and reports false.
func onNetwork(string) (bool, error) { return false, nil }
