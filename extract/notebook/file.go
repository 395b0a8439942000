package notebook

import (
	"encoding/json"
	"strings"
)

// file is a notebook as far as it is read.
type file struct {
	Cells      []cell `json:"cells"`
	Worksheets []struct {
		Cells []cell `json:"cells"`
	} `json:"worksheets"` // nbformat 3
	Metadata struct {
		Title    string   `json:"title"`
		Authors  authors  `json:"authors"`
		Language language `json:"language_info"`
		Kernel   struct {
			Language string `json:"language"`
		} `json:"kernelspec"`
	} `json:"metadata"`
}

type language struct {
	Name string `json:"name"`
}

// authors is a list of people; anything else is none.
type authors []struct{ Name string }

func (a *authors) UnmarshalJSON(data []byte) error {
	var list []struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(data, &list) == nil {
		for _, v := range list {
			*a = append(*a, struct{ Name string }{v.Name})
		}
	}
	return nil
}

// cells returns the cells of a notebook of either format.
func (f *file) cells() []cell {
	cells := f.Cells
	for _, sheet := range f.Worksheets {
		cells = append(cells, sheet.Cells...)
	}
	return cells
}

// language returns the language of code cells for their fences, "" if unknown.
func (f *file) language() string {
	name := f.Metadata.Language.Name
	if name == "" {
		name = f.Metadata.Kernel.Language
	}
	name = strings.ToLower(name)
	if len(name) > 20 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+#-") != "" {
		return ""
	}
	return name
}

type cell struct {
	Type    string   `json:"cell_type"`
	Level   int      `json:"level"`
	Source  lines    `json:"source"`
	Input   lines    `json:"input"` // nbformat 3
	Outputs []output `json:"outputs"`
}

type output struct {
	Type  string `json:"output_type"`
	Text  lines  `json:"text"`
	Name  string `json:"ename"`
	Value string `json:"evalue"`
	Data  bundle `json:"data"`
}

// bundle has the representations of an output by media type.
type bundle struct {
	Plain    lines `json:"text/plain"`
	Markdown lines `json:"text/markdown"`
	images   bool
}

func (b *bundle) isImage() bool { return b.images }

func (b *bundle) UnmarshalJSON(data []byte) error {
	var all map[string]json.RawMessage
	if json.Unmarshal(data, &all) != nil {
		return nil
	}
	for name, value := range all {
		switch {
		case name == "text/plain":
			_ = json.Unmarshal(value, &b.Plain)
		case name == "text/markdown":
			_ = json.Unmarshal(value, &b.Markdown)
		case strings.HasPrefix(name, "image/"):
			b.images = true
		}
	}
	return nil
}

// lines is text that is written as a string or as a list of lines.
type lines string

func (l *lines) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*l = lines(text)
		return nil
	}
	var list []string
	if json.Unmarshal(data, &list) == nil {
		*l = lines(strings.Join(list, ""))
	}
	return nil
}
