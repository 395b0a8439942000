// Package compact shrinks a document to a budget of tokens by extraction: it keeps
// sentences, items, rows and code blocks word for word and lists what it left out.
//
//	r, err := compact.Shrink(ctx, doc, compact.Options{MaxTokens: 800, Question: "How heavy is it?"})
//
// # Modes
//
// [Structural] leaves out what is not content: navigation, notices, sharing,
// lists of other pages; if that is still too much, it keeps the outline and the
// best of each section. [Salience] keeps what says most about the document,
// [QuestionFocused] what answers a question, and [MapReduce] something of each
// part. Options.Preserve prefers units that hold numbers, dates, names,
// definitions or steps, in any mode, and cuts sentences to the clauses or phrases with
// those where that keeps more of them. Facts of notices come last, and never in
// the mode Structural.
//
// What a document says several times word for word is kept once. What is kept
// never stands under the heading of another section; a paragraph in bold above others
// is a heading too. A sentence that answers
// best but is too long is clipped to the clauses that match, with an ellipsis.
//
// All of them choose among the units of package chunk (sentences, items, rows,
// code), need no model and no network, and know no language in particular: words
// are compared by their first letters, Korean and scripts without spaces by pairs of
// characters (three letters in alphabets such as Thai) and single ideographs. Word
// lists (months, units of measure, question words) cover some dozen languages.
//
// A question is answered by BM25 over a unit, its neighbours, its block, its
// headings and the header of its table, and by the kind of fact it asks for: "how
// heavy" looks for kilograms. A value that the question states itself does not count as
// an answer, and a unit of other years than the question's counts half. A question with parts ("when … and how
// much", "how tall are Foo and Bar") has the best unit of each part kept before the second
// best of any. The section of a unit counts too where a document has three or more and the room is 200 tokens
// or more: what answers "how do I" is often a paragraph without a word of the question. In conversations, the
// passage around a turn and its speaker count. Besides the words of the question, their other forms,
// the parts of compounds and the synonyms of synonyms.txt and irregular.txt count, in nine
// languages, Chinese in traditional and simplified characters alike, and more so where
// the document does not have the word itself. With an [Embedder], nearness in meaning is
// one more signal.
//
// # What a caller gets
//
// Compacted.Summary is Markdown in the order of the document, with the headings
// and table headers that its parts need. Key points add to it, and cite their
// place as quotes do. Compacted.Omissions is the ledger of what is missing, by
// section, so that an agent can ask for it. Options.MaxTokens bounds all of
// that as JSON; with Options.SummaryOnly, the summary.
//
// # Models
//
// With a [Summarizer], MapReduce has the parts rewritten by a language model, and
// QuestionFocused has it answer from what it would keep; Compacted.Generated says
// so. Numbers, names and quotations of such a summary that are not in the document
// are named in a warning, see [Unsupported]. An answer that has few words of what it
// is about, as a refusal or one in another language, is reported in a warning where a
// question was asked; elsewhere the document's own words take its place. If the model fails, the result is
// taken from the document after all, with a warning. Structural and Salience ask
// no model.
//
// # Security considerations
//
// A document is untrusted, and so is everything that was taken from it: a
// summary can hold instructions that its author put there. A Summarizer gets the
// text between marks made of random letters, a new one for each call, and an
// instruction that calls it data; what it answers is as untrusted as what it
// read. Marks in an answer are removed. An Embedder gets units of the document and
// can do no more than change which are kept.
package compact
