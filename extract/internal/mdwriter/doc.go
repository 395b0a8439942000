// Package mdwriter writes Markdown block by block and keeps the spans, for the
// extractors whose sources aren't HTML.
//
// Text goes in through [Escape] and comes out as the same text when the
// Markdown is rendered: nothing of it becomes markup, live HTML or a link with
// a dangerous scheme, and control characters are dropped.
package mdwriter
