//go:build ignore

// Command gen packs OpenAI's rank files into the tables this package embeds:
//
//	go run gen.go -in DIR
//
// DIR holds cl100k_base.tiktoken and o200k_base.tiktoken, lines of a token in
// base64 and its rank. A table is the tokens in the order of their ranks, each
// as one byte of length and its bytes, compressed by gzip.
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
	"strconv"
	"strings"
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
	var out []byte
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
		if len(raw) == 0 || len(raw) > 255 {
			return nil, fmt.Errorf("%s: token %d has %d bytes", path, next, len(raw))
		}
		out = append(out, byte(len(raw)))
		out = append(out, raw...)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	z.Write(out)
	err = z.Close()
	return packed.Bytes(), err
}
