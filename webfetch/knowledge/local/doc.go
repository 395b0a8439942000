// Package local is a knowledge base in one file of SQLite, without a cloud.
//
//	base, err := local.Open(ctx, local.Options{Path: "knowledge.db"})
//	defer base.Close()
//
// Several processes, and any number of goroutines, may use one file at once.
//
// # How it finds
//
// A document is cut into passages by package chunk. The terms of each passage,
// of the title and of the headings over it are in lists of postings, which are
// kept apart by folder: a query reads those of its scope and nothing else, so that its
// time and its scores do not depend on what other scopes hold. (FTS5, the index
// that SQLite brings along, counts each term over all scopes: with 100,000
// passages in 100 conversations a query of one took 8.5 ms, against 0.3 ms.)
//
// Keyword retrieval ranks by BM25. The best passages are then ordered by how near to each other the terms of the
// query stand, and whether a passage begins with them. Vector retrieval uses the vectors of a model where there is
// one. Otherwise it searches once more, by the terms that stand out in the best passages by keywords: better recall,
// but no understanding of language. Hybrid retrieval, the default, adds the scores of both, or reciprocal ranks where
// a model made the vectors.
package local
