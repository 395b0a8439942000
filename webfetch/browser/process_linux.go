package browser

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// nobody is the user and group ID of the account without rights.
const nobody = 65534

// restrict makes the kernel kill the browser when this process ends. If this process is
// root, the browser runs as nobody, because Chromium has no sandbox for root.
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

func canSandbox() bool { return true }

// memory returns the memory of a process group in bytes. It sums the proportional set sizes (Pss,
// proc(5)), so that shared memory counts once.
func memory(group int) int64 {
	var total int64
	for _, pid := range members(group) {
		text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/smaps_rollup")
		_, rest, _ := bytes.Cut(text, []byte("\nPss:"))
		var kilobytes int64
		_, _ = fmt.Sscan(string(rest), &kilobytes)
		total += kilobytes << 10
	}
	return total
}

func members(group int) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil || group == 0 { // group 0 is the kernel's
		return nil
	}
	var found []int
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if pgid, err := syscall.Getpgid(pid); err == nil && pgid == group {
			found = append(found, pid)
		}
	}
	return found
}

// groupRuns reports whether a process of the group runs. Zombies don't count.
func groupRuns(group int) bool {
	for _, pid := range members(group) {
		text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		_, state, _ := bytes.Cut(text, []byte(") "))
		if err == nil && !bytes.HasPrefix(state, []byte("Z")) && !bytes.HasPrefix(state, []byte("X")) {
			return true
		}
	}
	return false
}

// killLarge kills the processes of a group whose private memory is above most bytes: resident minus
// shared pages (proc(5)). It spares the first process, which is the browser.
func killLarge(group int, most int64) {
	for _, pid := range members(group) {
		text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
		var size, resident, shared int64
		_, err := fmt.Sscan(string(text), &size, &resident, &shared)
		if err == nil && pid != group && (resident-shared)*int64(os.Getpagesize()) > most {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}
