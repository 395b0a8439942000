package webfetch

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// unbounded is the freshness of a response whose server says nothing of it.
const unbounded = time.Duration(math.MaxInt64)

// freshness is how long a response that was received at a time may still be
// used by a private cache, as far as the server says so: its freshness lifetime
// (RFC 9111 section 4.2.1) less the age that it had already (section 4.2.3). It
// is 0 for what may not be stored, or not be used without asking again.
func freshness(h http.Header, received time.Time) time.Duration {
	if strings.TrimSpace(h.Get("Vary")) == "*" {
		return 0
	}
	lifetime, told := maxAge(h)
	if !told {
		lifetime, told = untilExpires(h, received)
	}
	if !told {
		return unbounded
	}
	return max(lifetime-initialAge(h, received), 0)
}

// maxAge reads Cache-Control (section 5.2.2): 0 for no-store and no-cache, else
// the shortest max-age. One that is no number counts as 0 (section 4.2.1).
func maxAge(h http.Header) (lifetime time.Duration, told bool) {
	lifetime = unbounded
	for _, line := range h.Values("Cache-Control") {
		for directive := range strings.SplitSeq(line, ",") {
			name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "no-store", "no-cache":
				return 0, true
			case "max-age":
				age, _ := deltaSeconds(strings.Trim(strings.TrimSpace(value), `"`))
				lifetime, told = min(lifetime, age), true
			}
		}
	}
	return lifetime, told
}

// untilExpires is the lifetime that Expires and Date give (section 5.3). A date
// that can't be read, such as 0, is past.
func untilExpires(h http.Header, received time.Time) (lifetime time.Duration, told bool) {
	values := h.Values("Expires")
	if len(values) == 0 {
		return 0, false
	}
	expires, err := http.ParseTime(values[0])
	if err != nil {
		return 0, true
	}
	return max(expires.Sub(dateOf(h, received)), 0), true
}

// initialAge is how old a response was when it was received: what caches on the
// way say, or its Date, whichever is more.
func initialAge(h http.Header, received time.Time) time.Duration {
	first, _, _ := strings.Cut(h.Get("Age"), ",")
	age, valid := deltaSeconds(strings.TrimSpace(first))
	if !valid {
		age = 0
	}
	return max(age, received.Sub(dateOf(h, received)))
}

func dateOf(h http.Header, received time.Time) time.Time {
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		return date
	}
	return received
}

// deltaSeconds reads a number of seconds (section 1.2.2); one that is too large
// to be counted is the largest.
func deltaSeconds(text string) (d time.Duration, valid bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	s, err := strconv.ParseInt(text, 10, 64)
	if err != nil || s > math.MaxInt32 {
		s = math.MaxInt32
	}
	return time.Duration(s) * time.Second, true
}
