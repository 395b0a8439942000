// Package office reads office documents: Word, Excel and PowerPoint files
// (ECMA-376), OpenDocument texts, spreadsheets and
// presentations, EPUB books and Rich Text
// Format.
//
// All but the last are ZIP archives of XML. Its elements are read as they are asked for, so that
// the size of a document costs no more than its text: headings,
// paragraphs, lists, tables and links. Document types are not read and entities
// not expanded. The entries of an archive, the bytes of a part and of all parts,
// and the depth of elements are bounded.
package office
