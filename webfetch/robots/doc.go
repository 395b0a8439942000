// Package robots obeys the Robots Exclusion Protocol (RFC 9309).
//
// [Parse] reads a file for one product token, and [Rules.Check] judges an address:
//
//	rules := robots.Parse(body, "webfetch-go")
//	if d := rules.Check(u); !d.Allowed {
//		return fmt.Errorf("robots.txt: %s", d)
//	}
//
// The package has its own parser, because other parsers in Go reject whole files for one
// odd line, do not merge the groups of one agent, or decide ties against the crawler.
package robots
