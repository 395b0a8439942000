package browser

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// nobody is the user and group that own nothing.
const nobody = 65534

// restrict has the kernel kill the browser with us, and makes it nobody where
// we are root: Chromium has no sandbox for root.
func restrict(cmd *exec.Cmd, dir string, sandboxed bool) error {
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	if !sandboxed || os.Getuid() != 0 {
		return nil
	}
	if err := os.Chown(dir, nobody, nobody); err != nil {
		return fmt.Errorf("giving the folder of the browser away: %w", err)
	}
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	return nil
}

// canSandbox reports whether a sandbox is worth a try.
func canSandbox() bool { return true }

// memory is what the processes of a group take, in bytes: memory that they share
// counts once (PSS).
func memory(group int) int64 {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	var total int64
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if pgid, err := syscall.Getpgid(pid); err != nil || pgid != group {
			continue
		}
		total += proportional(pid)
	}
	return total
}

// proportional reads the PSS of a process.
func proportional(pid int) int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/smaps_rollup")
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(text, []byte("\nPss:"))
	field, _, _ := bytes.Cut(bytes.TrimSpace(rest), []byte(" "))
	kilobytes, err := strconv.ParseInt(string(field), 10, 64)
	if err != nil {
		return 0
	}
	return kilobytes << 10
}
