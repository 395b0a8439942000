// Command jsonl runs a verb of the library as a filter over JSON lines: one
// object a line on standard input, one answer a line on standard output, in
// order, flushed. What goes wrong with a line is the field "error" of its
// answer; the command itself fails on bad usage only.
//
//	jsonl VERB [flags] < requests.jsonl > answers.jsonl
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
)

// maxLine bounds one request: base64 of a 64 MiB document and some room.
const maxLine = 96 << 20

type verb func(ctx context.Context, line []byte) any

type failure struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Error string          `json:"error"`
}

func each[In any](answer func(ctx context.Context, in *In) (any, error)) verb {
	return func(ctx context.Context, line []byte) any {
		in := new(In)
		err := json.Unmarshal(line, in)
		if err == nil {
			var out any
			if out, err = answer(ctx, in); err == nil {
				return out
			}
		}
		if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) { // whose text names types of Go
			err = fmt.Errorf("%s can't be of the JSON type %s", cmp.Or(wrong.Field, "a line"), wrong.Value)
		}
		return failure{lineID(line), err.Error()}
	}
}

// flags are those of all verbs; each uses its own.
type flags struct {
	whole, slim bool
	robotsToken string
}

// verbs make what answers lines. done, if it is not nil, releases what that holds.
var verbs = map[string]func(*flags) (v verb, done func() error, err error){
	"chunk": newChunk, "compact": newCompact, "extract": newExtract, "guard": newGuard,
	"knowledge": newKnowledge, "robots": newRobots, "scan": newScan, "tokens": newTokens,
}

func main() {
	cli.Run("jsonl", func(error) int { return 2 }, func(ctx context.Context) error { return run(ctx, os.Args[1:], os.Stdin, os.Stdout) })
}

func run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 || verbs[args[0]] == nil {
		return fmt.Errorf("usage: jsonl VERB [flags], with VERB one of %s", strings.Join(slices.Sorted(maps.Keys(verbs)), " "))
	}
	var set flags
	f := flag.NewFlagSet(args[0], flag.ContinueOnError)
	f.BoolVar(&set.whole, "whole", false, "extract: never choose a main content")
	f.BoolVar(&set.slim, "slim", false, "extract: images by their text and clean addresses, as the MCP server shows them")
	f.StringVar(&set.robotsToken, "robots-token", "WebFetchBot", "guard: product token looked for in robots.txt")
	err := cli.Parse(f, args[1:], io.Discard, "", "", func(rest []string) error {
		if len(rest) > 0 {
			return fmt.Errorf("no arguments, not %q", rest)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	v, done, err := verbs[args[0]](&set)
	if err != nil {
		return err
	}
	err = filter(ctx, v, in, out)
	if done != nil {
		err = errors.Join(err, done())
	}
	return err
}

func filter(ctx context.Context, v verb, in io.Reader, out io.Writer) error {
	r, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriter(out)
	encode := json.NewEncoder(w)
	encode.SetEscapeHTML(false)
	for ctx.Err() == nil {
		line, err := readLine(r)
		if err != nil && !errors.Is(err, errLong) {
			if err == io.EOF {
				return nil
			}
			return err
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := errors.Join(encode.Encode(answer(ctx, v, line, err)), w.Flush()); err != nil {
			return err
		}
	}
	return ctx.Err()
}

var errLong = fmt.Errorf("line is longer than %d bytes", maxLine)

// readLine returns the next line without its end, or errLong after skipping one
// that is too long, or io.EOF after the last.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && (len(line) > 0 || long), err == nil:
			if long {
				return nil, errLong
			}
			return bytes.TrimSuffix(line, []byte("\n")), nil
		default:
			return nil, err
		}
	}
}

func answer(ctx context.Context, v verb, line []byte, err error) (result any) {
	if err != nil {
		return failure{Error: err.Error()}
	}
	defer func() {
		if p := recover(); p != nil {
			result = failure{ID: lineID(line), Error: fmt.Sprintf("internal error: %v", p)}
		}
	}()
	if !json.Valid(line) {
		return failure{Error: "not a JSON object"}
	}
	return v(ctx, line)
}

func lineID(line []byte) json.RawMessage {
	var id struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &id) != nil {
		return nil
	}
	return id.ID
}
