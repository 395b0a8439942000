package office

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

const (
	dayMS    = 24 * 60 * 60 * 1000
	lastDay  = 2958465 // 9999-12-31
	days1904 = 1462    // between the two first days
)

// dateOrTime returns the date and time of a serial number (ECMA-376 part 1, 18.17.4):
// days since the end of 1899, of which 1900-02-29 is one, or since the start of
// 1904, with the time as a fraction. "" for what is no date.
func (f numberFormat) dateOrTime(n float64, from1904 bool) string {
	if math.IsNaN(n) || math.Abs(n) > lastDay+1 {
		return ""
	}
	ms := int64(math.Round(n * dayMS))
	if f.fields&secondField != 0 {
		ms = roundTo(ms, []int64{1000, 100, 10, 1}[f.fraction])
	}
	if f.fields&elapsedField != 0 {
		return f.elapsed(ms)
	}
	day := ms / dayMS
	if from1904 {
		day += days1904
	}
	switch {
	case ms < 0 || day > lastDay:
		return ""
	case f.fields&timeFields == 0:
		return f.date(day)
	case f.fields&dateFields == 0 || day == 0:
		return f.clock(ms % dayMS)
	}
	return f.date(day) + "T" + f.clock(ms%dayMS)
}

func roundTo(ms, unit int64) int64 {
	if ms < 0 {
		return -roundTo(-ms, unit)
	}
	return (ms + unit/2) / unit * unit
}

// date writes a day, or its month or year where no more is shown. The day 0 is
// no date.
func (f numberFormat) date(day int64) string {
	switch {
	case day == 0:
		return ""
	case day == 60:
		return "1900-02-29"
	case day < 60:
		day++
	}
	layout := time.DateOnly
	switch f.fields & dateFields {
	case yearField:
		layout = "2006"
	case yearField | monthField:
		layout = "2006-01"
	}
	return time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(day)).Format(layout)
}

// clock writes a time of the day, with seconds where they are shown.
func (f numberFormat) clock(ms int64) string {
	return fmt.Sprintf("%02d", ms/3_600_000) + f.minutes(ms%3_600_000)
}

// elapsed writes a span of time by its hours, which may be more than a day has.
func (f numberFormat) elapsed(ms int64) string {
	sign := ""
	if ms < 0 {
		sign, ms = "-", -ms
	}
	return sign + strconv.FormatInt(ms/3_600_000, 10) + f.minutes(ms%3_600_000)
}

func (f numberFormat) minutes(ms int64) string {
	text := fmt.Sprintf(":%02d", ms/60_000)
	if f.fields&secondField != 0 {
		text += fmt.Sprintf(":%02d", ms/1000%60)
		if f.fraction > 0 {
			text += fmt.Sprintf(".%03d", ms%1000)[:1+f.fraction]
		}
	}
	return text
}

// significant cuts a number to the fifteen digits that spreadsheets keep.
func significant(n float64) float64 {
	n, _ = strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64)
	return n
}

// plainNumber returns a number as it was written, without the digits that are
// noise of its binary form: 0.30000000000000004 is 0.3.
func plainNumber(value string, n float64) string {
	mantissa, _, exponent := strings.Cut(strings.ToUpper(value), "E")
	point := strings.Contains(mantissa, ".")
	if digits := strings.Trim(strings.ReplaceAll(mantissa, ".", ""), "-0"); !point || len(digits) < 17 {
		return value
	}
	form := byte('f')
	if exponent {
		form = 'E'
	}
	return strconv.FormatFloat(significant(n), form, -1, 64)
}
