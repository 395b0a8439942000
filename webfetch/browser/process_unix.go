//go:build unix

package browser

import (
	"os"
	"os/exec"
	"syscall"
)

// prepare gives the browser the pipes as descriptors 3 and 4, a process group
// of its own, and nothing of our environment.
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

// killGroup kills the process and all that it started.
func killGroup(cmd *exec.Cmd) {
	if cmd != nil && cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
