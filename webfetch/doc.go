// Package webfetch reads web pages and files for programs that hand them to
// language models: safely, with the content and not the page around it, and
// with an honest word on what was found.
//
// # Start
//
// [New] makes a [Client]; Options{} works. [Client.Fetch] reads one address and
// returns a [Packet]: Markdown in Content, outline, key blocks, citations,
// metadata, and a verdict that says what kind of page it was. [Client.FetchAll]
// reads many, package crawl a whole site, and [Client.Extract] takes bytes that
// you hold. [Client.Chunk] splits a packet to a token budget, [Client.Compact]
// shrinks it to one, and [Client.View] shows it in other ways. Package tools has
// all of this as tools of an agent, and keeps pages for its later calls; package
// modeltext makes a packet or an error a text that a model may be shown.
//
// # What a client guarantees
//
// Every byte that leaves goes through one security.Policy, decided on the
// address at the time of connecting: pages, redirects and robots.txt alike. The
// zero Policy allows the public internet only.
//
// One deadline covers a whole call: DNS, robots.txt, waiting for a turn,
// retries, body and extraction. Cancelling the context ends all of them.
//
// Sizes are bounded: body before and after inflating, header, depth, objects,
// bytes under extraction at one time. What is over a bound is a typed error, and
// nothing is cut in silence.
//
// No result is an empty success: Packet.Verdict distinguishes a page of content from a
// script shell, a login, a paywall, a consent wall or a page that says "not
// found", with evidence and with what to try next. A page that asks for a human
// is an error.
//
// Every failure is an *[Error] with a [Code] of a closed list, whether it may
// pass later, how long the server asks to wait, and what to try instead.
//
// # Security considerations
//
// Content is written by strangers. Text that a reader of the page can't see is
// kept out of it; text that reads like an instruction to a model is listed in
// Packet.Injections, whether it was shown or not. The list is never complete: treat
// Content as data, and check each call of a tool by an agent that reads the web,
// whatever a page told it.
//
// Request headers go to the origin of the request only. Nothing is logged
// unless Options.Logger is set, and then neither queries, headers nor bodies; but net/http
// writes one quoted line to the standard logger where a server sends bytes out of turn.
//
// With Options.Proxy names are still resolved and checked here and the proxy is
// asked for the checked address; the proxy itself has to be trusted.
package webfetch
