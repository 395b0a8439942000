//go:build unix && !linux

package browser

import "os/exec"

// restrict has nothing to add here.
func restrict(*exec.Cmd, string, bool) error { return nil }
