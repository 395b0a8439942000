package sniff

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
)

// contentTypes is the part of a package that names the types of the others (ISO/IEC 29500
// part 2, 7.2.3), in lower case.
const contentTypes = "[content_types].xml"

// maxContentTypes is how many bytes of that part are read.
const maxContentTypes = 256 << 10

// packageType recognises a package by the content type of its main part, for packages whose
// main part has an unusual name. It returns the ZIP type if the content type is unknown.
func packageType(body []byte) string {
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return zipType
	}
	for _, f := range archive.File {
		if !strings.EqualFold(f.Name, contentTypes) {
			continue
		}
		part, err := f.Open()
		if err != nil {
			return zipType
		}
		types, _ := io.ReadAll(io.LimitReader(part, maxContentTypes))
		for _, format := range [...]string{"wordprocessingml.document", "spreadsheetml.sheet", "presentationml.presentation"} {
			if bytes.Contains(types, []byte("application/vnd.openxmlformats-officedocument."+format+".main+xml")) {
				return "application/vnd.openxmlformats-officedocument." + format
			}
		}
		return zipType
	}
	return zipType
}
