// Package chunk splits a document into pieces that fit a token budget.
package chunk
