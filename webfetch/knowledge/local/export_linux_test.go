package local

// IsNetworkType tells whether a file system of that number, as Linux has it, is on another
// machine. No test can mount one.
func IsNetworkType(number int64) bool { return isNetworkType(number) }
