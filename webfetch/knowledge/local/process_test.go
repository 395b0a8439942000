package local_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// Variables of the environment by which a run of this test binary becomes a
// process that works on a file: the file, the name of the process, and how long
// it works.
const (
	workerFile = "KNOWLEDGE_TEST_FILE"
	workerName = "KNOWLEDGE_TEST_NAME"
	workerTime = "KNOWLEDGE_TEST_TIME"
)

// Variables that make the tests of processes longer than they are by default.
const (
	longTime  = "KNOWLEDGE_LONG_SECONDS"
	longKills = "KNOWLEDGE_LONG_KILLS"
)

func number(name string, fallback int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return fallback
}

// TestWorker is not a test: it is what the processes of the tests below run. It
// stores, asks and deletes, and writes a line to its output before each change
// and another one when the base has acknowledged it.
func TestWorker(t *testing.T) {
	path := os.Getenv(workerFile)
	if path == "" {
		return
	}
	name := os.Getenv(workerName)
	duration, err := time.ParseDuration(os.Getenv(workerTime))
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), duration+2*time.Minute)
	defer cancel()
	b, err := local.Open(ctx, local.Options{Path: path})
	require.NoError(t, err)
	defer b.Close()
	id, err := b.Conversation(ctx, "w", "shared")
	require.NoError(t, err)
	fmt.Println("conversation", id)
	random := rand.New(rand.NewPCG(uint64(len(name)), uint64(name[len(name)-1])))
	end := time.Now().Add(duration)
	for i := 0; time.Now().Before(end); i++ {
		doc := article(t, fmt.Sprintf("%s-%d.md", name, i%50), 2000+random.IntN(6000))
		doc.Markdown += fmt.Sprintf("\n\nRound %d.\n", i)
		fmt.Println("begin", doc.Name)
		_, err := b.Put(ctx, doc)
		require.NoError(t, err)
		fmt.Println("put", doc.Name, i)
		if i%7 == 6 {
			gone := fmt.Sprintf("%s-%d.md", name, random.IntN(50))
			fmt.Println("begin", gone)
			_, err := b.Delete(ctx, doc.Scope, gone)
			require.NoError(t, err)
			fmt.Println("delete", gone)
		}
		q := ask(doc.Scope, "harbours of entry "+strconv.Itoa(i))
		q.Retrieval = "keyword"
		answer, err := b.Query(ctx, q)
		require.NoError(t, err)
		require.NotEmpty(t, answer.Hits)
	}
}

// start starts a worker. Its output is to be read to the end.
func start(t *testing.T, path, name string, duration time.Duration) (*exec.Cmd, io.Reader) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestWorker$", "-test.v")
	cmd.Env = append(os.Environ(), workerFile+"="+path, workerName+"="+name, workerTime+"="+duration.String())
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	return cmd, out
}

// told is what a worker has written.
type told struct {
	// docs has for each name the round that was stored last, -1 for a document
	// that was deleted.
	docs         map[string]int
	conversation string
	// underway is the document whose change was begun and not acknowledged.
	underway string
	log      string
	err      error
}

// listen reads what a worker writes until it ends, and then its status. It calls
// changed, if not nil, for each change that the worker begins or has acknowledged.
func listen(cmd *exec.Cmd, out io.Reader, changed func()) told {
	w := told{docs: map[string]int{}}
	var log strings.Builder
	for s := bufio.NewScanner(out); s.Scan(); {
		fmt.Fprintln(&log, s.Text())
		if strings.HasPrefix(s.Text(), "begin") || strings.HasPrefix(s.Text(), "put") {
			if changed != nil {
				changed()
			}
		}
		fields := append(strings.Fields(s.Text()), "", "", "")
		switch fields[0] {
		case "begin":
			w.underway = fields[1]
		case "put":
			w.docs[fields[1]], _ = strconv.Atoi(fields[2])
			w.underway = ""
		case "delete":
			w.docs[fields[1]] = -1
			w.underway = ""
		case "conversation":
			w.conversation = fields[1]
		}
	}
	w.log, w.err = log.String(), cmd.Wait()
	return w
}

// check compares a base with what was acknowledged. A change that was under way
// when its process died may have been made or not.
func (w told) check(t *testing.T, b *local.Base) {
	t.Helper()
	for name, round := range w.docs {
		stored, _, err := b.Read(t.Context(), folder(t, "p/"), "p/"+name)
		switch {
		case name == w.underway:
		case round < 0:
			assert.ErrorIs(t, err, knowledge.ErrNotFound, name)
		case assert.NoError(t, err, name):
			assert.True(t, strings.HasSuffix(stored, fmt.Sprintf("Round %d.\n", round)), "%s is not that of round %d", name, round)
		}
	}
}

// TestProcessesShareAFile has several processes store, ask and delete in one
// file: none fails, and what was acknowledged last is there.
func TestProcessesShareAFile(t *testing.T) {
	if os.Getenv(workerFile) != "" {
		return
	}
	path := filepath.Join(t.TempDir(), "k.db")
	workers, duration := 4, time.Second
	if n := number(longTime, 0); n > 0 {
		workers, duration = 8, time.Duration(n)*time.Second
	}
	results := make(chan told)
	for n := range workers {
		cmd, out := start(t, path, fmt.Sprintf("worker%d", n), duration)
		go func() { results <- listen(cmd, out, nil) }()
	}
	b := openBase(t, local.Options{Path: path})
	total, conversations := 0, map[string]bool{}
	for range workers {
		w := <-results
		assert.NoError(t, w.err, w.log)
		conversations[w.conversation] = true
		w.check(t, b)
		total += strings.Count(w.log, "put ")
	}
	assert.Len(t, conversations, 1, "all processes know the conversation by one ID")
	assert.NoError(t, b.Check(t.Context()))
	t.Logf("%d processes stored %d documents in %v", workers, total, duration)
}

// TestKilledProcesses kills a process that writes, again and again, while
// another one goes on: what was acknowledged is there, and the file is whole.
func TestKilledProcesses(t *testing.T) {
	if os.Getenv(workerFile) != "" {
		return
	}
	path := filepath.Join(t.TempDir(), "k.db")
	kills := number(longKills, 4)
	living, livingOut := start(t, path, "living", time.Duration(kills)*400*time.Millisecond)
	alive := make(chan told)
	go func() { alive <- listen(living, livingOut, nil) }()
	total := 0
	for k := range kills {
		victim, out := start(t, path, fmt.Sprintf("victim%d", k), time.Minute)
		dead, changes := make(chan told), make(chan struct{})
		left := 2 + rand.IntN(20) // a put is acknowledged, and maybe another one under way
		go func() {
			w := listen(victim, out, func() {
				if left--; left == 0 {
					close(changes)
				}
			})
			if left > 0 {
				close(changes)
			}
			dead <- w
		}()
		<-changes
		require.NoError(t, victim.Process.Kill())
		w := <-dead
		b := openBase(t, local.Options{Path: path})
		w.check(t, b)
		require.NoError(t, b.Close())
		total += len(w.docs)
	}
	w := <-alive
	assert.NoError(t, w.err, w.log)
	b := openBase(t, local.Options{Path: path})
	w.check(t, b)
	assert.NoError(t, b.Check(t.Context()))
	assert.Positive(t, total, "the killed had written")
	t.Logf("%d kills, %d documents acknowledged by the killed", kills, total)
}
