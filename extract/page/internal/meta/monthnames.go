package meta

import (
	_ "embed"
	"strings"
	"sync"
	"time"
)

// monthNamesText has a line for each month: its names in some sixty languages, in
// lower case, as dates have them (Unicode CLDR, Gregorian calendar, format wide;
// abbreviated where no person is called so).
//
//go:embed monthnames.txt
var monthNamesText string

var monthNames = sync.OnceValue(func() map[string]time.Month {
	names, month := map[string]time.Month{}, time.January
	for line := range strings.Lines(monthNamesText) {
		for name := range strings.FieldsSeq(line) {
			names[name] = month
		}
		month++
	}
	return names
})

// monthByName reads the name of a month in lower case, 0 if it is none.
func monthByName(w string) time.Month { return monthNames()[w] }
