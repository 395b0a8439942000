// Package compact shrinks a document to a token budget.
package compact
