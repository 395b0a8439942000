// Package crawl reads a site as a whole, page by page, in a loop:
//
//	c, err := crawl.New(client, crawl.Options{Seeds: []string{"https://docs.example/"}})
//	...
//	for page, err := range c.Pages(ctx) {
//		if err != nil {
//			continue // page.URL failed
//		}
//		fmt.Println(page.URL, page.Packet.Metadata.Title)
//	}
//
// # What is found
//
// The seeds; the sitemaps that robots.txt names, else /sitemap.xml; the links of /llms.txt;
// then the links of each page, level by level, as far as they are in scope: on the hosts of
// the seeds, below the path prefixes and within the patterns of [Options]. Links with
// rel=nofollow, and those of pages whose robots meta element or X-Robots-Tag says nofollow,
// are not followed. Spellings of an address count as one: fragments, tracking parameters and
// session identifiers are dropped. Parts that a server may distinguish are kept, such as the
// case of paths and the order of parameters.
//
// # Bounds
//
// [Options.MaxPages] bounds the addresses that are asked for, [Options.MaxDepth] the
// distance to a seed. Sites without end (calendars, filters, session identifiers, paths that
// repeat) are bounded by their pattern: of links that differ in numbers, identifiers or
// values of the query only, some are followed, and [Crawl.Stats] counts what was left out.
// Memory grows with MaxPages by about 300 bytes a page, plus what the loop holds.
//
// # Politeness
//
// All requests go through the client: its robots.txt, its pace for each host, its egress
// policy. Hosts take turns, and a slow loop slows the crawl down.
//
// # Resuming
//
// With [Options.Journal] the crawl writes down what it found and did, so that a crawl which
// was stopped, or killed, goes on where it was. A page counts as done when the body of the
// loop has returned. One that was killed in between is asked for again, unless
// [Options.Delivered] says that its result is kept already.
package crawl
