// Package robots obeys the Robots Exclusion Protocol (RFC 9309).
//
// [Parse] reads a file for one product token, [Rules.Check] judges an address,
// and [Cache] fetches, remembers and shares the files of many sites. It is our
// own because the Go parsers at hand reject whole files for one odd line, do
// not merge the groups of one agent, or decide ties against the crawler.
package robots
