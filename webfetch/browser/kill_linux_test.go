package browser

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// living are the processes of a group, without those that have ended and wait for
// somebody to ask why.
func living(group int) []int {
	return slices.DeleteFunc(members(group), func(pid int) bool {
		text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		_, state, _ := strings.Cut(string(text), ") ")
		return err != nil || strings.HasPrefix(state, "Z") || strings.HasPrefix(state, "X")
	})
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
	before := time.Now().Add(-2 * strayAge)
	require.NoError(t, os.Chtimes(fields[1], before, before))
	r := rendererOf(t, Options{})
	_, err = r.Render(at(t, s.URL+"/"))
	require.NoError(t, err)
	assert.NoDirExists(t, fields[1])

	// One that is in use stays.
	inUse := running(t, r).dir
	require.NoError(t, os.Chtimes(inUse, before, before))
	sweep()
	assert.DirExists(t, inUse)
}
