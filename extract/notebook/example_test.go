package notebook_test

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/extract/notebook"
)

func ExampleExtractor() {
	doc, err := notebook.Extractor{Markdown: markdown.Extractor{}}.Extract(context.Background(), &extract.Source{
		MediaType: "application/x-ipynb+json",
		Body: []byte(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {"language_info": {"name": "python"}}, "cells": [
			{"cell_type": "markdown", "metadata": {}, "source": ["# Tides"]},
			{"cell_type": "code", "metadata": {}, "source": ["print(6 * 7)"], "execution_count": 1,
			 "outputs": [{"output_type": "stream", "name": "stdout", "text": ["42\n"]}]}]}`),
	})
	fmt.Println(doc.Markdown, err)
	// Output:
	// # Tides
	//
	// ```python
	// print(6 * 7)
	// ```
	//
	// ```text
	// 42
	// ``` <nil>
}
