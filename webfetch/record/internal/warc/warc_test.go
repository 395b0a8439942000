package warc_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/record/internal/warc"
)

// stored is a record with its block.
type stored struct {
	*warc.Record
	block string
}

func readAll(t *testing.T, r io.Reader) []stored {
	t.Helper()
	var all []stored
	for reader := warc.NewReader(r); ; {
		rec, err := reader.Next()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		block, err := io.ReadAll(rec.Block)
		require.NoError(t, err)
		all = append(all, stored{rec, string(block)})
	}
}

func writers(t *testing.T, run func(t *testing.T, newWriter func(io.Writer) *warc.Writer)) {
	t.Run("gzip", func(t *testing.T) { run(t, warc.NewWriter) })
	t.Run("plain", func(t *testing.T) { run(t, warc.NewPlainWriter) })
}

func TestAnExchangeComesBackAsItWas(t *testing.T) {
	writers(t, func(t *testing.T, newWriter func(io.Writer) *warc.Writer) {
		var file bytes.Buffer
		w := newWriter(&file)
		x := page("https://example.org/a?b=c", "a\r\n\r\nWARC/1.1\r\nbody")
		x.Method, x.RequestBody, x.Protocol = "POST", []byte("asked"), "h2"
		x.Header["Content-Length"] = []string{"19"}
		x.Header["Transfer-Encoding"] = []string{"chunked"}
		require.NoError(t, w.Exchange(x))

		all := readAll(t, &file)
		require.Len(t, all, 2)
		assert.Equal(t, "HTTP/1.1 200 OK\r\nContent-Length: 19\r\nContent-Type: text/plain\r\n\r\na\r\n\r\nWARC/1.1\r\nbody", all[0].block)
		assert.Equal(t, "POST /a?b=c HTTP/1.1\r\nHost: example.org\r\nUser-Agent: example\r\n\r\nasked", all[1].block)
		for i, want := range []string{warc.TypeResponse, warc.TypeRequest} {
			assert.Equal(t, want, all[i].Type)
			assert.Equal(t, x.URL, all[i].TargetURI())
			assert.Equal(t, x.Time.Format("2006-01-02T15:04:05.000000Z"), all[i].Get("WARC-Date"))
			assert.Equal(t, "192.0.2.1", all[i].Get("warc-ip-address"))
			assert.Equal(t, "h2", all[i].Get("WARC-Protocol"))
			if i > 0 {
				assert.Equal(t, "<"+all[0].ID()+">", all[i].Get("WARC-Concurrent-To"))
			}
		}
	})
}

func TestARepeatedBodyIsWrittenOnce(t *testing.T) {
	var file bytes.Buffer
	w := warc.NewWriter(&file)
	body := strings.Repeat("body ", 1000)
	for _, name := range []string{"a", "b"} {
		require.NoError(t, w.Exchange(page("https://example.org/"+name, body)))
	}
	require.NoError(t, w.Exchange(page("https://example.org/empty", "")))
	require.NoError(t, w.Exchange(page("https://example.org/empty", "")))
	cut := page("https://example.org/cut", body)
	cut.Truncated = warc.TruncatedLength
	require.NoError(t, w.Exchange(cut))

	all := readAll(t, &file)
	require.Len(t, all, 10)
	first, again := all[0], all[2]
	assert.Equal(t, warc.TypeRevisit, again.Type)
	assert.Equal(t, warc.ProfileIdentical, again.Get("WARC-Profile"))
	assert.Equal(t, "<"+first.ID()+">", again.Get("WARC-Refers-To"))
	assert.Equal(t, "https://example.org/a", again.Get("WARC-Refers-To-Target-URI"))
	assert.Equal(t, first.Get("WARC-Date"), again.Get("WARC-Refers-To-Date"))
	assert.Equal(t, first.Get("WARC-Payload-Digest"), again.Get("WARC-Payload-Digest"))
	assert.Equal(t, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", again.block)
	for _, i := range []int{4, 6, 8} {
		assert.Equal(t, warc.TypeResponse, all[i].Type, "record %d", i)
	}
	assert.Equal(t, warc.TruncatedLength, all[8].Get("WARC-Truncated"))
}

func TestAnOffsetIsAPlaceToBeginAt(t *testing.T) {
	writers(t, func(t *testing.T, newWriter func(io.Writer) *warc.Writer) {
		var file bytes.Buffer
		w := newWriter(&file)
		for i := range 5 {
			require.NoError(t, w.Exchange(page("https://example.org/", strings.Repeat("x", i*5000))))
		}
		for _, rec := range readAll(t, bytes.NewReader(file.Bytes())) {
			again, err := warc.NewReader(bytes.NewReader(file.Bytes()[rec.Offset:])).Next()
			require.NoError(t, err)
			assert.Equal(t, rec.ID(), again.ID())
		}
	})
}

// TestAFileCutAnywhereGoesOn cuts a file at every byte, as killing the program
// that wrote it could.
func TestAFileCutAnywhereGoesOn(t *testing.T) {
	writers(t, func(t *testing.T, newWriter func(io.Writer) *warc.Writer) {
		var whole bytes.Buffer
		w := newWriter(&whole)
		require.NoError(t, w.Exchange(page("https://example.org/a", "one")))
		first := whole.Len()
		require.NoError(t, w.Exchange(page("https://example.org/b", "two")))
		name := filepath.Join(t.TempDir(), "f")
		for at := range whole.Len() + 1 {
			require.NoError(t, os.WriteFile(name, whole.Bytes()[:at], 0o600))
			f, err := os.OpenFile(name, os.O_RDWR, 0)
			require.NoError(t, err)
			responses := 0
			again, cutOff, err := warc.Append(f, func(r *warc.Record) error {
				_, err := io.Copy(io.Discard, r.Block)
				if err == nil && r.Type == warc.TypeResponse {
					responses++
				}
				return err
			})
			require.NoError(t, err, "cut at %d", at)
			require.NoError(t, again.Exchange(page("https://example.org/c", "one")))
			require.NoError(t, f.Close())
			written, err := os.ReadFile(name)
			require.NoError(t, err)
			all := readAll(t, bytes.NewReader(written))
			kind := all[len(all)-2].Type
			switch {
			case at >= first:
				require.Equal(t, warc.TypeRevisit, kind, "cut at %d: the body is there already", at)
				require.GreaterOrEqual(t, responses, 1)
			case cutOff == int64(at):
				require.Equal(t, warc.TypeResponse, kind, "cut at %d", at)
				require.Len(t, all, 2)
			}
		}
	})
}

func TestAppendTellsOfOtherInput(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer f.Close()
	_, err = f.WriteString("this is a text of the user that nobody wants to lose\r\n")
	require.NoError(t, err)
	_, _, err = warc.Append(f, nil)
	require.ErrorIs(t, err, warc.ErrFormat)
	info, err := f.Stat()
	require.NoError(t, err)
	assert.EqualValues(t, 54, info.Size())

	stop := errors.New("stop")
	require.NoError(t, f.Truncate(0))
	w, _, err := warc.Append(f, nil)
	require.NoError(t, err)
	require.NoError(t, w.Exchange(page("https://example.org/", "x")))
	_, _, err = warc.Append(f, func(*warc.Record) error { return stop })
	require.ErrorIs(t, err, stop)
}

func TestWriterRefusesWhatBreaksAFile(t *testing.T) {
	w := warc.NewPlainWriter(io.Discard)
	for name, change := range map[string]func(*warc.Exchange){
		"no host":         func(x *warc.Exchange) { x.URL = "/a" },
		"another scheme":  func(x *warc.Exchange) { x.URL = "ftp://example.org/" },
		"line in URL":     func(x *warc.Exchange) { x.URL = "https://example.org/\r\nWARC-Type: x" },
		"line in method":  func(x *warc.Exchange) { x.Method = "GET\r\n" },
		"no status":       func(x *warc.Exchange) { x.Status = 0 },
		"line in address": func(x *warc.Exchange) { x.Address = "1\r\n2" },
	} {
		x := page("https://example.org/", "x")
		change(x)
		assert.Error(t, w.Exchange(x), name)
	}
	assert.Error(t, w.Info(warc.Header{{Name: "a b", Value: "c"}}))
	require.NoError(t, w.Err(), "a refused record is no failure of the file")
}

// brokenWriter fails after a while.
type brokenWriter struct{ left int }

func (b *brokenWriter) Write(p []byte) (int, error) {
	if b.left--; b.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func TestAFailedWriteIsTheLast(t *testing.T) {
	w := warc.NewWriter(&brokenWriter{left: 1})
	require.NoError(t, w.Exchange(page("https://example.org/", "x")))
	require.ErrorIs(t, w.Exchange(page("https://example.org/", "y")), io.ErrShortWrite)
	require.ErrorIs(t, w.Info(nil), io.ErrShortWrite)
	require.ErrorIs(t, w.Err(), io.ErrShortWrite)
}

func TestWriterIsSafeForConcurrentUse(t *testing.T) {
	var file bytes.Buffer
	w := warc.NewWriter(&file)
	var running sync.WaitGroup
	for i := range 16 {
		running.Go(func() {
			for k := range 20 {
				assert.NoError(t, w.Exchange(page(fmt.Sprintf("https://example.org/%d/%d", i, k), fmt.Sprint(k))))
			}
		})
	}
	running.Wait()
	assert.Len(t, readAll(t, &file), 2*16*20)
}

func TestReaderOfOddAndHostileInput(t *testing.T) {
	record := func(header string, block string) string {
		return "WARC/1.0\r\n" + header + "\r\n\r\n" + block + "\r\n\r\n"
	}
	zip := func(s string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = io.WriteString(z, s)
		_ = z.Close()
		return b.String()
	}
	fields := func(n int) string { return strings.Repeat("a: b\r\n", n-1) + "Content-Length: 0" }
	for _, c := range []struct {
		name, in string
		records  int
		err      error
	}{
		{"nothing", "", 0, io.EOF},
		{"one byte", "W", 0, warc.ErrCut},
		{"another file", "<html>\r\n\r\n", 0, warc.ErrFormat},
		{"no length", record("a: b", ""), 0, warc.ErrFormat},
		{"a negative length", record("Content-Length: -1", ""), 0, warc.ErrFormat},
		{"a length beyond 64 bits", record("Content-Length: 99999999999999999999", ""), 0, warc.ErrFormat},
		{"a length beyond the end", record("Content-Length: 100", "abc"), 1, warc.ErrCut},
		{"a folded field", record("A: b\r\n  c\r\nContent-Length: 3", "abc"), 1, io.EOF},
		{"a folded first line", record(" b\r\nContent-Length: 3", "abc"), 0, warc.ErrFormat},
		{"no colon", record("A\r\nContent-Length: 3", "abc"), 0, warc.ErrFormat},
		{"ends of lines of Unix", "WARC/1.0\nContent-Length: 3\n\nabc\n\n" + record("Content-Length: 0", ""), 2, io.EOF},
		{"200 fields", record(fields(200), ""), 1, io.EOF},
		{"201 fields", record(fields(201), ""), 0, warc.ErrTooLong},
		{"a long line", record("A: "+strings.Repeat("x", 70_000)+"\r\nContent-Length: 0", ""), 0, warc.ErrTooLong},
		{"a line within the bound", record("A: "+strings.Repeat("x", 60_000)+"\r\nContent-Length: 0", ""), 1, io.EOF},
		{"many empty lines", record("Content-Length: 0", strings.Repeat("\r\n", 600)), 1, warc.ErrFormat},
		{"two records in one member", zip(record("Content-Length: 1", "a") + record("Content-Length: 1", "b")), 2, io.EOF},
		{"two members", zip(record("Content-Length: 1", "a")) + zip(record("Content-Length: 1", "b")), 2, io.EOF},
		{"half a member", zip(record("Content-Length: 1", "a"))[:30], 0, warc.ErrCut},
		{"a byte of gzip", "\x1f", 0, warc.ErrCut},
		{"a wrong checksum", flip(zip(record("Content-Length: 1", "a"))), 1, warc.ErrFormat},
		{"rubbish after a member", zip(record("Content-Length: 1", "a")) + "rubbish, more than ten bytes", 1, warc.ErrFormat},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := warc.NewReader(strings.NewReader(c.in))
			n, err := 0, error(nil)
			for ; err == nil; n++ {
				_, err = r.Next()
			}
			require.ErrorIs(t, err, c.err)
			assert.Equal(t, c.records, n-1)
			_, again := r.Next()
			require.ErrorIs(t, again, c.err, "the error stays")
		})
	}
}

// flip damages the checksum of a gzip member.
func flip(s string) string {
	b := []byte(s)
	b[len(b)-8] ^= 0xff
	return string(b)
}

func TestABlockThatIsCutTellsSo(t *testing.T) {
	rec, err := warc.NewReader(strings.NewReader("WARC/1.1\r\nContent-Length: 10\r\n\r\nabc")).Next()
	require.NoError(t, err)
	block, err := io.ReadAll(rec.Block)
	require.ErrorIs(t, err, warc.ErrCut)
	assert.Equal(t, "abc", string(block))
}

func TestHeaderTakesNamesInAnyCase(t *testing.T) {
	rec, err := warc.NewReader(strings.NewReader("WARC/1.0\r\nwarc-record-id: <urn:uuid:1>\r\nWARC-Target-URI: <http://a/>\r\nX: 1\r\nx: 2\r\nContent-Length: 0\r\n\r\n")).Next()
	require.NoError(t, err)
	assert.Equal(t, "urn:uuid:1", rec.ID())
	assert.Equal(t, "http://a/", rec.TargetURI())
	assert.Equal(t, "1", rec.Get("X"))
}

func FuzzReader(f *testing.F) {
	for _, newWriter := range []func(io.Writer) *warc.Writer{warc.NewWriter, warc.NewPlainWriter} {
		var file bytes.Buffer
		w := newWriter(&file)
		_ = w.Info(warc.Header{{Name: "software", Value: "fuzz"}})
		_ = w.Exchange(page("https://example.org/a", "one"))
		_ = w.Exchange(page("https://example.org/b", "one"))
		f.Add(file.Bytes())
		f.Add(file.Bytes()[:file.Len()/2])
	}
	f.Add([]byte("WARC/1.0\nA: b\n c\nContent-Length: 3\n\nabc\n\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		r := warc.NewReader(bytes.NewReader(in))
		for n := 0; ; n++ {
			rec, err := r.Next()
			if err != nil {
				break
			}
			if n > 1<<20 {
				t.Fatal("no end")
			}
			if rec.Offset < 0 || rec.Offset > int64(len(in)) {
				t.Fatalf("offset %d of %d", rec.Offset, len(in))
			}
			got, err := io.Copy(io.Discard, rec.Block)
			if got > rec.Length || err == nil && got != rec.Length {
				t.Fatalf("%d bytes of a block of %d, %v", got, rec.Length, err)
			}
		}
		if r.End() < 0 || r.End() > int64(len(in)) {
			t.Fatalf("end %d of %d", r.End(), len(in))
		}
	})
}
