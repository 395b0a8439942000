package office

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// cellValue is the value of a cell of a sheet: what stands there if the cell has
// no text, or instead of its text.
type cellValue struct {
	text    string
	instead bool
}

// readCellValue reads the value of a cell (OpenDocument 1.3, part 3, 19.385):
// dates and times as ISO 8601 writes them instead of the text.
func readCellValue(e xml.StartElement) cellValue {
	value := attr(e, "value")
	switch attr(e, "value-type") {
	case "date":
		return cellValue{isoDate(attr(e, "date-value")), true}
	case "time":
		return cellValue{isoSpan(attr(e, "time-value")), true}
	case "percentage":
		return cellValue{text: parseNumberFormat("0.##%").show(value, false)}
	case "boolean":
		return cellValue{text: formatBool(attr(e, "boolean-value"))}
	case "string":
		return cellValue{text: attr(e, "string-value")}
	}
	return cellValue{text: numberFormat{}.show(value, false)}
}

// isoSpan writes a duration of ISO 8601 by the clock, PT13H30M5S as 13:30:05;
// "" for none. Days are hours; months and years have no length.
func isoSpan(duration string) string {
	rest, negative := strings.CutPrefix(strings.TrimSpace(duration), "-")
	rest, found := strings.CutPrefix(rest, "P")
	if !found || rest == "" {
		return ""
	}
	days, clock, _ := strings.Cut(rest, "T")
	ms, ok := 0.0, true
	for _, part := range []struct {
		text  *string
		unit  string
		value float64
	}{{&days, "D", dayMS}, {&clock, "H", 3_600_000}, {&clock, "M", 60_000}, {&clock, "S", 1000}} {
		if number, after, found := strings.Cut(*part.text, part.unit); found {
			n, err := strconv.ParseFloat(number, 64)
			ok = ok && err == nil
			ms += n * part.value
			*part.text = after
		}
	}
	if !ok || days+clock != "" || !(ms < 1e15) {
		return ""
	}
	return clockOf(int64(ms+0.5), negative)
}

// clockOf writes milliseconds by the clock; parts of a second if there are any.
func clockOf(ms int64, negative bool) string {
	f := numberFormat{fields: secondField}
	text := strconv.FormatInt(ms/3_600_000, 10) + f.minutes(ms%3_600_000)
	if len(text) < len("00:00:00") {
		text = "0" + text
	}
	if part := ms % 1000; part > 0 {
		text += strings.TrimRight("."+strconv.FormatInt(part+1000, 10)[1:], "0")
	}
	if negative {
		return "-" + text
	}
	return text
}
