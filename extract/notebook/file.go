package notebook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/jsonstream"
)

// file is a notebook as far as it is read. Values of other types than the format has are left out.
type file struct {
	cells []cell
	cut   bool // there are more cells than are read
	meta  metadata
}

type metadata struct {
	Title    string
	Authors  []struct{ Name string }
	Language struct{ Name string }     `json:"language_info"`
	Kernel   struct{ Language string } `json:"kernelspec"`
}

type cell struct {
	Kind     string `json:"cell_type"`
	Level    int
	Source   lines
	Input    lines  // used instead of Source in nbformat 3
	Language string // nbformat 3
	Outputs  outputs
}

func readFile(ctx context.Context, body []byte) (*file, error) {
	f := &file{}
	d := json.NewDecoder(ctxio.NewReader(ctx, bytes.NewReader(body)))
	isObject, err := jsonstream.Members(d, func(key string) error { return f.readMember(d, key) })
	switch {
	case err != nil:
		return nil, err
	case !isObject:
		return nil, errors.New("not one object of JSON")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("text after the notebook")
	}
	return f, nil
}

// readMember reads a member of a notebook: its cells, which nbformat 3 has in worksheets, or what describes it.
func (f *file) readMember(d *json.Decoder, key string) (err error) {
	switch strings.ToLower(key) {
	case "cells":
		var cut bool
		f.cells, cut, err = appendItems(f.cells, d, maxCells)
		f.cut = f.cut || cut
	case "worksheets":
		_, err = jsonstream.Items(d, func() error {
			_, err := jsonstream.Members(d, func(key string) error {
				if strings.EqualFold(key, "cells") {
					return f.readMember(d, key)
				}
				return jsonstream.Skip(d)
			})
			return err
		})
	case "metadata":
		err = decode(d, &f.meta)
	default:
		err = jsonstream.Skip(d)
	}
	return err
}

// appendItems appends the elements of the next value, up to a limit, and reports whether there are more.
func appendItems[T any](list []T, d *json.Decoder, limit int) (_ []T, cut bool, err error) {
	_, err = jsonstream.Items(d, func() error {
		if cut = len(list) == limit; cut {
			return jsonstream.Skip(d)
		}
		var item T
		err := decode(d, &item)
		list = append(list, item)
		return err
	})
	return list, cut, err
}

func decode(d *json.Decoder, v any) error {
	err := d.Decode(v)
	if other := (*json.UnmarshalTypeError)(nil); errors.As(err, &other) {
		return nil
	}
	return err
}

// lines is text that is written as a string or as a list of lines.
type lines string

func (l *lines) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if len(b) > 0 && b[0] != '[' {
		return decode(d, (*string)(l))
	}
	var text strings.Builder
	_, err := jsonstream.Items(d, func() error {
		var line string
		err := decode(d, &line)
		text.WriteString(line)
		return err
	})
	*l = lines(text.String())
	return err
}

type output struct {
	Kind           string `json:"output_type"`
	Text           lines
	Name           string `json:"ename"`
	Value          string `json:"evalue"`
	Data           media
	PNG, JPEG, SVG json.RawMessage // nbformat 3
}

// outputs are the first maxOutputs of a cell.
type outputs []output

func (o *outputs) UnmarshalJSON(b []byte) (err error) {
	*o, _, err = appendItems(*o, json.NewDecoder(bytes.NewReader(b)), maxOutputs)
	return err
}

type media struct {
	plain, markdown, latex, html lines
	image                        bool
}

func (m *media) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	texts := map[string]*lines{"text/plain": &m.plain, "text/markdown": &m.markdown, "text/latex": &m.latex, "text/html": &m.html}
	_, err := jsonstream.Members(d, func(mediaType string) error {
		if text := texts[mediaType]; text != nil {
			return decode(d, text)
		}
		m.image = m.image || strings.HasPrefix(mediaType, "image/")
		return jsonstream.Skip(d)
	})
	return err
}

// fence returns a language as the info string of a code fence, or "" if it is not valid.
func fence(name string) string {
	name = strings.ToLower(name)
	if len(name) > 20 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+#-") != "" {
		return ""
	}
	return name
}
