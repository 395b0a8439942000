// Package chunk splits a document into pieces that fit a budget of tokens.
package chunk
