//go:build ignore

// Command gen packs OpenAI's rank files into the tables this package embeds:
//
//	go run gen.go -in DIR
//
// DIR holds cl100k_base.tiktoken and o200k_base.tiktoken, lines of a token in
// base64 and its rank. A table is what bpe.New reads, compressed by gzip.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken/internal/bpe"
)

func main() {
	in := flag.String("in", ".", "folder with the .tiktoken files")
	flag.Parse()
	for _, name := range []string{"cl100k_base", "o200k_base"} {
		packed, err := pack(filepath.Join(*in, name+".tiktoken"))
		if err == nil {
			err = os.WriteFile(filepath.Join("tables", name+".gz"), packed, 0o644)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

func pack(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	ranks := map[string]int{}
	var parts [][2]int
	lines := bufio.NewScanner(f)
	for next := 0; lines.Scan(); next++ {
		token, rank, _ := strings.Cut(lines.Text(), " ")
		raw, err := base64.StdEncoding.DecodeString(token)
		if err != nil {
			return nil, fmt.Errorf("%s: rank %d: %w", path, next, err)
		}
		if r, err := strconv.Atoi(rank); err != nil || r != next {
			return nil, fmt.Errorf("%s: rank %q where %d is due", path, rank, next)
		}
		part, ok := split(string(raw), ranks)
		if !ok || len(raw) > 255 {
			return nil, fmt.Errorf("%s: token %d is not made of two others, or has over 255 bytes", path, next)
		}
		ranks[string(raw)] = next
		parts = append(parts, part)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	var out []byte
	for side := range 2 {
		for shift := 0; shift < 24; shift += 8 {
			for _, part := range parts {
				out = append(out, byte(part[side]>>shift))
			}
		}
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	z.Write(out)
	err = z.Close()
	return packed.Bytes(), err
}

// split returns the ranks of the two tokens that the last merge of a token joins. Of one byte it
// returns the byte and bpe.OneByte.
func split(token string, ranks map[string]int) (parts [2]int, ok bool) {
	if len(token) == 1 {
		return [2]int{int(token[0]), bpe.OneByte}, true
	}
	var pieces []string
	for i := range len(token) {
		pieces = append(pieces, token[i:i+1])
	}
	for len(pieces) > 2 {
		at, best := -1, len(ranks)
		for i := range len(pieces) - 1 {
			if rank, known := ranks[pieces[i]+pieces[i+1]]; known && rank < best {
				at, best = i, rank
			}
		}
		if at < 0 {
			return parts, false
		}
		pieces = slices.Replace(pieces, at, at+2, pieces[at]+pieces[at+1])
	}
	if len(pieces) < 2 {
		return parts, false
	}
	left, leftKnown := ranks[pieces[0]]
	right, rightKnown := ranks[pieces[1]]
	return [2]int{left, right}, leftKnown && rightKnown
}
