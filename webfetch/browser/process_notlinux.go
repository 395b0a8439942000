//go:build !linux

package browser

import "os"

// canSandbox reports whether to try a sandbox. Chromium has none for root.
func canSandbox() bool { return os.Getuid() != 0 }

func memory(int) int64 { return 0 }

func killLarge(int, int64) {}
