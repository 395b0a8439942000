// Package object opens PDF files and hands out their objects. It is the only
// package that knows pdfcpu, of which it uses the reader of objects and no more:
// validation refuses files that can be read, and the page functions trust what a
// file says about its own size.
//
// All graphs (pages, outline, forms) are walked with the set of what was seen,
// and streams are decoded leniently within a budget of bytes.
package object
