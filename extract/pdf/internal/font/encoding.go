package font

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// table is the text of each code of a simple font, "" for none.
type table [256]string

//go:embed encodings.txt
var encodingRows string

// encodings are those of ISO 32000-2, annex D, and of the standard fonts Symbol and ZapfDingbats.
var encodings = sync.OnceValue(func() map[string]table {
	all := map[string]table{}
	for line := range strings.Lines(encodingRows) {
		name, row, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		start, text, _ := strings.Cut(row, " ")
		code, err := strconv.ParseUint(start, 16, 8)
		if err != nil {
			continue // a comment
		}
		t := all[name]
		for _, r := range text {
			if r != utf8.RuneError {
				t[code] = string(r)
			}
			code++
		}
		all[name] = t
	}
	return all
})
