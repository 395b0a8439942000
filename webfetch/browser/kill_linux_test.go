package browser_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// living are the processes of a group, without those that have ended and wait for
// somebody to ask why.
func living(group int) []int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	var pids []int
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue // it has ended
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
		of, err := syscall.Getpgid(pid)
		_, state, _ := strings.Cut(string(text), ") ")
		if err == nil && of == group && !strings.HasPrefix(state, "Z") && !strings.HasPrefix(state, "X") {
			pids = append(pids, pid)
		}
	}
	return pids
}

// Nothing of a browser outlives this process, however that ends.
func TestAProcessThatIsKilledLeavesNoBrowser(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": "good"})
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), renderForEver+"="+s.URL+"/")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	fields := strings.Fields(line)
	pid, err := strconv.Atoi(fields[0])
	require.NoError(t, err)
	require.NotEmpty(t, living(pid))
	require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
	_ = cmd.Wait()
	eventually(t, func() bool { return len(living(pid)) == 0 }, func() string { return fmt.Sprint(living(pid)) })

	// Its folder goes with the next browser that is started a while after.
	assert.DirExists(t, fields[1])
	before := time.Now().Add(-2 * time.Minute)
	require.NoError(t, os.Chtimes(fields[1], before, before))
	r := rendererOf(t, browser.Options{})
	_, err = r.Render(at(t, s.URL+"/"))
	require.NoError(t, err)
	assert.NoDirExists(t, fields[1])

	// One that is in use stays.
	inUse := running(t, r).Dir()
	require.NoError(t, os.Chtimes(inUse, before, before))
	browser.Sweep()
	assert.DirExists(t, inUse)
}
