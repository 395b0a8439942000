//go:build unix

package browser

import (
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// prepare gives the browser the pipes as descriptors 3 and 4, a process group of
// its own, and an empty environment.
func prepare(cmd *exec.Cmd, dir string, sandboxed bool, in, out *os.File) error {
	cmd.ExtraFiles = []*os.File{in, out}
	cmd.Dir = dir
	cmd.Env = []string{
		"HOME=" + dir, "TMPDIR=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_CACHE_HOME=" + dir,
		"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
		"DBUS_SESSION_BUS_ADDRESS=disabled:", "DBUS_SYSTEM_BUS_ADDRESS=disabled:",
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return restrict(cmd, dir, sandboxed)
}

// lockFolder locks a folder, or fails if another process holds the lock. The kernel frees the lock when
// this process ends.
func lockFolder(dir string) (io.Closer, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// awaitGroup kills a process group and waits until none of its processes runs, for at most two
// seconds.
func awaitGroup(cmd *exec.Cmd) {
	for deadline := time.Now().Add(2 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		killGroup(cmd)
		if !groupRuns(cmd.Process.Pid) {
			return
		}
	}
}

func killGroup(cmd *exec.Cmd) {
	if cmd != nil && cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
