// Package robots obeys the Robots Exclusion Protocol (RFC 9309).
//
// [Parse] reads a file for one product token, [Rules.Check] judges an address,
// and [Cache] fetches, remembers and shares the files of many sites:
//
//	rules := robots.Parse(body, "webfetch-go")
//	if d := rules.Check(u); !d.Allowed {
//		return &robots.BlockedError{Decision: d}
//	}
//
// The package has its own parser, because other parsers in Go reject whole files for one
// odd line, do not merge the groups of one agent, or decide ties against the crawler.
package robots
