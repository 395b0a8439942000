// Package compact shrinks a document to a budget of tokens, word for word: what
// is kept stands in the document as it is, and what is not is told.
package compact
