package meta_test

import (
	"os"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// dated reads a page that gives this as its date.
func dated(t testing.TB, date string) meta.Result {
	return readPage(t, `<meta name=date content="`+html.EscapeString(date)+`">`, "")
}

// TestDateForms has a date in each form that pages use: the point in time, and
// whether the page gave a time of day.
func TestDateForms(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		dateOnly       bool
	}{
		{"RFC 3339", "2024-03-05T08:09:10Z", "2024-03-05T08:09:10Z", false},
		{"RFC 3339 with an offset", "2024-03-05T08:09:10-05:00", "2024-03-05T08:09:10-05:00", false},
		{"fractions of a second", "2024-03-05T08:09:10.123456Z", "2024-03-05T08:09:10Z", false},
		{"offset without a colon", "2024-03-05T08:09:10.000+0100", "2024-03-05T08:09:10+01:00", false},
		{"no seconds", "2024-03-05T08:09+01:00", "2024-03-05T08:09:00+01:00", false},
		{"no zone is UTC", "2024-03-05T08:09:10", "2024-03-05T08:09:10Z", false},
		{"no zone and no seconds", "2024-03-05 08:09", "2024-03-05T08:09:00Z", false},
		{"space for the T", "2024-03-05 08:09:10", "2024-03-05T08:09:10Z", false},
		{"space before the offset", "2024-03-05 08:09:10 +0100", "2024-03-05T08:09:10+01:00", false},
		{"basic format", "20240305T080910Z", "2024-03-05T08:09:10Z", false},
		{"basic date", "20240305", "2024-03-05T00:00:00Z", true},
		{"date", "2024-03-05", "2024-03-05T00:00:00Z", true},
		{"slashes", "2024/03/05", "2024-03-05T00:00:00Z", true},
		{"dots", "2024.03.05", "2024-03-05T00:00:00Z", true},
		{"date of mail", "Tue, 05 Mar 2024 08:09:10 +0100", "2024-03-05T08:09:10+01:00", false},
		{"date of HTTP", "Tue, 05 Mar 2024 08:09:10 GMT", "2024-03-05T08:09:10Z", false},
		{"date of Unix", "Tue Mar  5 08:09:10 UTC 2024", "2024-03-05T08:09:10Z", false},
		{"date of JavaScript", "Tue Mar 5 2024 08:09:10 GMT+0100", "2024-03-05T08:09:10+01:00", false},
		{"white space", "  2024-03-05 \n", "2024-03-05T00:00:00Z", true},
		{"English", "March 5th, 2024", "2024-03-05T00:00:00Z", true},
		{"English, day first", "5th of March 2024", "2024-03-05T00:00:00Z", true},
		{"English, cut", "Mar. 5, 2024", "2024-03-05T00:00:00Z", true},
		{"English, capitals", "TUESDAY, MARCH 5, 2024", "2024-03-05T00:00:00Z", true},
		{"time before the date", "8:09 AM EST, March 5, 2024", "2024-03-05T00:00:00Z", true},
		{"time with seconds before the date", "08:09:10 05.03.2024", "2024-03-05T00:00:00Z", true},
		{"time after the date", "March 5, 2024 8:09 AM", "2024-03-05T00:00:00Z", true},
		{"German", "Dienstag, 5. März 2024", "2024-03-05T00:00:00Z", true},
		{"French", "mardi 5 février 2024", "2024-02-05T00:00:00Z", true},
		{"Spanish", "5 de septiembre de 2024", "2024-09-05T00:00:00Z", true},
		{"Portuguese", "5 de março de 2024", "2024-03-05T00:00:00Z", true},
		{"Italian", "5 dicembre 2024", "2024-12-05T00:00:00Z", true},
		{"Dutch", "5 maart 2024", "2024-03-05T00:00:00Z", true},
		{"Catalan", "5 de febrer de 2024", "2024-02-05T00:00:00Z", true},
		{"Lithuanian", "2024 m. kovo 5 d.", "2024-03-05T00:00:00Z", true},
		{"Hindi", "5 फरवरी 2024", "2024-02-05T00:00:00Z", true},
		{"Polish", "5 października 2024", "2024-10-05T00:00:00Z", true},
		{"Turkish", "5 Ağustos 2024", "2024-08-05T00:00:00Z", true},
		{"Russian", "5 декабря 2024 г.", "2024-12-05T00:00:00Z", true},
		{"Chinese", "2024年3月5日", "2024-03-05T00:00:00Z", true},
		{"American slashes", "12/31/2024", "2024-12-31T00:00:00Z", true},
		{"European slashes", "31/12/2024", "2024-12-31T00:00:00Z", true},
		{"European dots with two digits", "05.03.24", "2024-03-05T00:00:00Z", true},
		{"dots and spaces", "5. 3. 2024", "2024-03-05T00:00:00Z", true},
		{"dashes and a word", "05-Mar-2024", "2024-03-05T00:00:00Z", true},
		{"Vietnamese", "Thứ Ba, ngày 5 tháng 3 năm 2024", "2024-03-05T00:00:00Z", true},
		{"Vietnamese, in words", "5 Tháng Mười Hai, 2024", "2024-12-05T00:00:00Z", true},
		{"Vietnamese, cut", "5 thg 11, 2024", "2024-11-05T00:00:00Z", true},
		{"Arabic of the Levant", "5 تشرين الثاني 2024", "2024-11-05T00:00:00Z", true},
		{"Arabic of the Maghreb", "الأربعاء 5 جوان 2024", "2024-06-05T00:00:00Z", true},
		{"Arabic numbers with marks", "25\u200f/11\u200f/2024", "2024-11-25T00:00:00Z", true},
		{"Urdu commas", "منگل، 5 مارچ، 2024", "2024-03-05T00:00:00Z", true},
		{"Thai, cut", "5 มี.ค. 2567", "2024-03-05T00:00:00Z", true},
		{"Thai with its era", "วันอังคารที่ 5 มีนาคม พ.ศ. 2567", "2024-03-05T00:00:00Z", true},
		{"Thai era in numbers", "5/12/2567", "2024-12-05T00:00:00Z", true},
		{"Catalan elision", "5 d’abril del 2024", "2024-04-05T00:00:00Z", true},
		{"Latvian", "2024. gada 5. aprīlis", "2024-04-05T00:00:00Z", true},
		{"Kazakh", "2024 ж. 5 наурыз", "2024-03-05T00:00:00Z", true},
		{"Kyrgyz", "2024-ж., 5-июнь", "2024-06-05T00:00:00Z", true},
		{"Hindi, cut", "5 नव॰ 2024", "2024-11-05T00:00:00Z", true},
		{"Odia digits", "୫ ମଇ ୨୦୨୪", "2024-05-05T00:00:00Z", true},
		{"Polish calendar", "5 sierpień 2024", "2024-08-05T00:00:00Z", true},
		{"Polish, cut", "5 wrz 2024", "2024-09-05T00:00:00Z", true},
		{"Turkish, cut", "5 Ağu 2024", "2024-08-05T00:00:00Z", true},
		{"Korean month first", "11월 5, 2024", "2024-11-05T00:00:00Z", true},
		{"Chinese month first", "12 月 5, 2024", "2024-12-05T00:00:00Z", true},
		{"Chinese month in words", "十一月 5, 2024", "2024-11-05T00:00:00Z", true},
		{"Japanese era", "令和6年3月5日", "2024-03-05T00:00:00Z", true},
		{"Japanese era before", "平成31年3月5日", "2019-03-05T00:00:00Z", true},
		{"Republic of China", "中華民國113年3月5日", "2024-03-05T00:00:00Z", true},
		{"Persian", "سه\u200cشنبه ۱۵ اسفند ۱۴۰۲", "2024-03-05T00:00:00Z", true},
		{"Persian numbers", "1402/12/15", "2024-03-05T00:00:00Z", true},
		{"Persian leap day", "۳۰ اسفند ۱۴۰۳", "2025-03-20T00:00:00Z", true},
		{"Persian new year", "1 فروردین 1404", "2025-03-21T00:00:00Z", true},
		{"Afghan", "۱۵ حوت ۱۴۰۲", "2024-03-05T00:00:00Z", true},
		{"year before the month", "2024 March 5", "2024-03-05T00:00:00Z", true},
		{"ordinal", "Sunday the 1st of September, 2024", "2024-09-01T00:00:00Z", true},
		{"time between", "Mar 5, 8:09 AM 2024", "2024-03-05T00:00:00Z", true},
		{"numbers before", "12 comments, 3 of them new, 5 March 2024", "2024-03-05T00:00:00Z", true},
		{"dashes, year last", "05-03-2024", "2024-03-05T00:00:00Z", true},
		{"Romanian", "5 martie 2024 16:20", "2024-03-05T00:00:00Z", true},
		{"Ukrainian", "5 березня 2024", "2024-03-05T00:00:00Z", true},
		{"Czech", "5. března 2024", "2024-03-05T00:00:00Z", true},
		{"Hungarian", "2024. március 5.", "2024-03-05T00:00:00Z", true},
		{"Greek", "5 Μαρτίου 2024", "2024-03-05T00:00:00Z", true},
		{"Arabic", "الثلاثاء، 05 مارس 2024 - 12:09 م", "2024-03-05T00:00:00Z", true},
		{"Arabic with both names", "24 نيسان / أبريل 2020", "2020-04-24T00:00:00Z", true},
		{"Arabic digits", "٥ مارس ٢٠٢٤", "2024-03-05T00:00:00Z", true},
		{"Hindi", "5 मार्च 2024", "2024-03-05T00:00:00Z", true},
		{"Bengali digits", "৫ মার্চ ২০২৪", "2024-03-05T00:00:00Z", true},
		{"Thai era", "5 มีนาคม 2567", "2024-03-05T00:00:00Z", true},
		{"digits as wide as a character", "２０２４年３月５日", "2024-03-05T00:00:00Z", true},
		{"leap day", "2024-02-29", "2024-02-29T00:00:00Z", true},
		{"first year", "1990-01-01", "1990-01-01T00:00:00Z", true},
		{"slashes and a time", "2024/03/05 10:00", "2024-03-05T00:00:00Z", true},
		{"words around", "Published on 5 March 2024 at 8:00", "2024-03-05T00:00:00Z", true},
		{"French with an article", "le 5 août 2024", "2024-08-05T00:00:00Z", true},
		{"Korean", "2024 년 3 월 5 일", "2024-03-05T00:00:00Z", true},
		{"month first", "03/05/2024", "2024-03-05T00:00:00Z", true},
		{"day that is no month", "25/03/2024", "2024-03-25T00:00:00Z", true},
		{"two digits of the last century", "05.03.99", "1999-03-05T00:00:00Z", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := dated(t, c.in)
			assert.Equal(t, c.want, r.Published.Format(time.RFC3339))
		})
	}
}

// TestMonthNames reads each name in the list, which has a line for each month.
func TestMonthNames(t *testing.T) {
	text, err := os.ReadFile("months.txt")
	require.NoError(t, err)
	month := time.January
	for line := range strings.Lines(string(text)) {
		for name := range strings.FieldsSeq(line) {
			assert.Equal(t, month, dated(t, "5 "+name+" 2024").Published.Month(), name)
			if capitals := strings.ToUpper(name); strings.ToLower(capitals) == name {
				assert.Equal(t, month, dated(t, "5 "+capitals+" 2024").Published.Month(), capitals)
			}
		}
		month++
	}
	assert.Equal(t, time.December+1, month)
	for _, name := range []string{"ian", "mars attacks", ""} {
		assert.Zero(t, dated(t, "5 "+name+" 2024").Published, name)
	}
}

// TestNoDate has texts with numbers that are no date of a page.
func TestNoDate(t *testing.T) {
	for name, in := range map[string]string{
		"year before the web":      "1989-12-31",
		"year far ahead":           "2101-01-01",
		"month 13":                 "2024-13-05",
		"day that is none":         "2023-02-29",
		"two months":               "March / April 2024",
		"two months in numbers":    "3月 4月 2024",
		"Persian day that is none": "۳۲ خرداد ۱۴۰۳",
		"Persian month 13":         "1402/13/05",
		"year before the day":      "© 2024 5 March",
		"year before an era":       "昭和63年3月5日",
		"Thai year before":         "5 มีนาคม 2502",
		"day 0":                    "0 March 2024",
		"month alone":              "March 2024",
		"year alone":               "in 2024",
		"time of day":              "08:09:10",
		"time and a number":        "8:09 pm, 12 comments",
		"telephone":                "+49 30 1234567",
		"product of a year":        "iPhone 15 Pro 2024",
		"size of a year":           "24 led 2023, 5 Mac 2024",
		"version":                  "v1.22.3",
		"price":                    "$1,234.56",
		"address of a host":        "192.168.0.1",
		"words":                    "yesterday at noon",
		"too short":                "5/3/4",
		"angles":                   "Incline 5° / 11° / 12°",
		"sizes":                    "about 7h (21 cm) & 11h (30 cm)",
		"counts":                   "11 points, 2 comments, 22 minutes ago",
		"spaced short year":        "5 / 11 / 12",
		"words between":            "5 harbours in March and 2024 boats",
		"a month far away":         "11 replies by May Finch, 4 votes, since 2022",
		"four numbers":             "24.03.05.06",
		"year of two digits":       "March 5, 24",
		"versions":                 "2.2.32 or 2.4.24 and later",
		"version of a program":     "Notes for BIND 9.18.49",
		"month beyond twelve":      "03.18.2024",
		"nothing":                  "",
		"white space":              "          ",
		"year before the calendar": "1200-01-01",
		"day beyond the month":     "31.02.2024",
		"degrees":                  "54.2, 8.1",
		"range":                    "1.5, 10-12",
		"year of two digits ahead": "05.03.51",
		"many digits":              strings.Repeat("9", 300),
	} {
		assert.Zero(t, dated(t, in).Published, "%s: %q", name, in)
	}
}

// timeLayouts are the layouts of dates with a time of day.
var timeLayouts = []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04",
	"2006-01-02 15:04:05 -0700", "20060102T150405Z0700", "20060102T150405",
	time.RFC1123Z, time.RFC1123, time.RFC850, time.ANSIC, "Mon Jan _2 15:04:05 MST 2006", "Mon Jan _2 2006 15:04:05 GMT-0700"}

// assertSameTime asserts that a date with a time of day that one of the layouts reads is read
// as the same point in time.
func assertSameTime(t *testing.T, s string) {
	t.Helper()
	for _, layout := range timeLayouts {
		want, err := time.Parse(layout, s)
		if err != nil || want.Year() < 1990 || want.After(time.Now()) || len(s) > 200 || s[0] > 'Z' {
			continue
		}
		got := dated(t, s)
		assert.True(t, want.Equal(got.Published), "%q is %v, want %v", s, got.Published, want)
		return
	}
}

var timed = []string{
	"2024-05-02T08:04:05Z", "2024-05-02T8:04", "20240502T080405Z", "2024-05-02 08:04", "2024-05-02 8:04:05 +0200", "2024-05-02T08:04:05.123+02:00", "2024-05-02T08:04Z",
	"Thu, 02 May 2024 08:04:05 GMT", "Thu, 02 May 2024 08:04:05 +0200", "Thursday, 02-May-24 08:04:05 UTC", "Thu May  2 08:04:05 2024", "Thu May 2 2024 08:04:05 GMT+0200", "Thu May  2 08:04:05 UTC 2024",
}

func TestDatesWithTimes(t *testing.T) {
	for _, s := range timed {
		assert.False(t, dated(t, s).Published.IsZero(), s)
		assertSameTime(t, s)
	}
}

func FuzzDate(f *testing.F) {
	for _, s := range timed {
		f.Add(s)
	}
	f.Add("Updated 3 January 2024, first published 2 March 2021")
	f.Add("Stand: 03/04/2024 | 1/2/23")
	f.Fuzz(func(t *testing.T, s string) {
		if s = strings.TrimFunc(s, unicode.IsSpace); !strings.ContainsAny(s, "\r\x00") {
			assertSameTime(t, s)
		}
		for _, language := range []string{"en", "de"} {
			r := readPage(t, "<html lang="+language+"><h1>Tides</h1><p>"+html.EscapeString(s), "")
			if year := r.Published.Year(); !r.Published.IsZero() {
				assert.True(t, year >= 1990 && year <= 2100, "%q is %v", s, r.Published)
			}
		}
	})
}
