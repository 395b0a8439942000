package transport

import (
	"errors"
	"fmt"
	"net/http"

	"golang.org/x/net/http/httpguts"
)

const (
	maxHeaderBytes  = 256 << 10
	maxHeaderFields = 500
	// maxCallerFields and maxCallerBytes bound the headers of a request.
	maxCallerFields = 100
	maxCallerBytes  = 64 << 10

	acceptEncoding = "gzip, deflate, br, zstd"
	// accept asks for Markdown where a site has it, then for what has structure.
	accept = "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, application/pdf;q=0.8, " +
		"application/json;q=0.8, application/xml;q=0.8, text/plain;q=0.8, */*;q=0.5"
)

// checkHeader refuses headers that belong to the connection, not to the caller
// (RFC 9110, section 7.6.1), and those that can't be sent.
func checkHeader(header http.Header) error {
	size, fields := 0, 0
	for name, values := range header {
		if !httpguts.ValidHeaderFieldName(name) {
			return fmt.Errorf("header name %q is not valid", name)
		}
		if ownedByTransport(http.CanonicalHeaderKey(name)) {
			return fmt.Errorf("header %s belongs to the connection and can't be set", name)
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				return fmt.Errorf("header %s has a value that is not valid", name)
			}
			size += len(name) + len(value)
			fields++
		}
	}
	if size > maxCallerBytes || fields > maxCallerFields {
		return errors.New("more than 100 headers or 64 KiB of them")
	}
	return nil
}

func ownedByTransport(name string) bool {
	switch name {
	case "Host", "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection",
		"Te", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length", "Expect", "Http2-Settings":
		return true
	}
	return false
}

// requestHeader makes the header of one hop: ours, then the caller's over it.
func requestHeader(userAgent string, callers http.Header) http.Header {
	values := [3]string{userAgent, accept, acceptEncoding}
	header := make(http.Header, 3+len(callers))
	header["User-Agent"] = values[0:1:1]
	header["Accept"] = values[1:2:2]
	header["Accept-Encoding"] = values[2:3:3]
	for name, set := range callers {
		header[http.CanonicalHeaderKey(name)] = set
	}
	return header
}

// countFields returns the number of fields of a header.
func countFields(header http.Header) int {
	n := 0
	for _, values := range header {
		n += len(values)
	}
	return n
}
