package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// appender appends JSON lines to a file. A line is written in one piece, so that
// a process that is killed leaves one cut line at its end at most.
type appender struct{ file *os.File }

// openAppender opens or creates a file and passes each of its lines to seen. It cuts off an
// incomplete last line.
func openAppender(name string, seen func(*result)) (*appender, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	end, err := readLines(file, seen)
	if err == nil {
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return &appender{file}, nil
}

func readLines(r io.Reader, seen func(*result)) (end int64, err error) {
	b := bufio.NewReaderSize(r, 1<<20)
	for {
		line, err := b.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return end, nil
		}
		if err != nil {
			return end, err
		}
		var kept result
		if err := json.Unmarshal(line, &kept); err != nil || kept.URL == "" {
			return end, fmt.Errorf("is not the output of a batch: byte %d", end)
		}
		seen(&kept)
		end += int64(len(line))
	}
}

func (a *appender) append(r *result) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = a.file.Write(append(line, '\n'))
	return err
}

func (a *appender) sync() error { return a.file.Sync() }

func (a *appender) close() error { return errors.Join(a.file.Sync(), a.file.Close()) }
