package meta

import (
	"net/url"
	"strconv"
	"strings"
	"time"
)

// addressDate finds a date in the path of an address: /2024/03/05/, /2024/mar/5/,
// /2024/march/5/ or /2024-03-05, or the year and the month alone in /2024/03/. What
// is not there is 0.
func addressDate(u *url.URL) (year int, mon time.Month, day int) {
	if u == nil {
		return 0, 0, 0
	}
	parts := strings.Split(u.Path, "/")
	for i, part := range parts[:len(parts)-1] {
		if y, err := strconv.Atoi(part); err != nil || len(part) != 4 || y < 1990 || y > 2100 {
			continue
		} else if m := monthPart(parts[i+1]); m == 0 {
			continue
		} else if year, mon = y, m; i+2 >= len(parts) {
			return year, mon, 0
		}
		if d, err := strconv.Atoi(parts[i+2]); err == nil && len(parts[i+2]) <= 2 {
			if t := time.Date(year, mon, d, 0, 0, 0, 0, time.UTC); t.Day() != d {
				return 0, 0, 0
			}
			return year, mon, d
		}
		return year, mon, 0
	}
	for _, part := range parts {
		if len(part) < len(time.DateOnly) {
			continue
		}
		if t, err := time.Parse(time.DateOnly, part[:len(time.DateOnly)]); err == nil && isPlausibleDate(t) {
			return t.Year(), t.Month(), t.Day()
		}
	}
	return 0, 0, 0
}

// monthPart reads a month in a part of a path, in one or two digits or by its name.
func monthPart(s string) time.Month {
	if m, err := strconv.Atoi(s); err == nil && len(s) <= 2 && m >= 1 && m <= 12 {
		return time.Month(m)
	}
	return monthByName(strings.ToLower(s))
}
