package botauth

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// signatureBase returns the text to sign (RFC 9421, section 2.5): a line for each component
// and the parameters of the signature.
func signatureBase(req *http.Request, components []string, params string) (string, error) {
	var b strings.Builder
	for _, name := range components {
		value, err := component(req, name)
		if err != nil {
			return "", err
		}
		b.WriteString(quoted(name) + ": " + value + "\n")
	}
	b.WriteString(`"@signature-params": ` + params)
	return b.String(), nil
}

// component is the value of a component of a request (sections 2.1 and 2.2).
func component(req *http.Request, name string) (string, error) {
	switch name {
	case "@method":
		return cmp.Or(req.Method, http.MethodGet), nil
	case "@target-uri":
		u := *req.URL
		u.Fragment, u.RawFragment, u.User = "", "", nil
		return u.String(), nil
	case "@authority":
		return authority(req), nil
	case "@scheme":
		return strings.ToLower(req.URL.Scheme), nil
	case "@request-target":
		return req.URL.RequestURI(), nil
	case "@path":
		return cmp.Or(req.URL.EscapedPath(), "/"), nil
	case "@query":
		return "?" + req.URL.RawQuery, nil
	}
	if strings.HasPrefix(name, "@") {
		return "", fmt.Errorf("botauth: component %q is not known", name)
	}
	values := req.Header.Values(name)
	if len(values) == 0 {
		if name == "content-length" && req.ContentLength > 0 {
			return strconv.FormatInt(req.ContentLength, 10), nil
		}
		return "", fmt.Errorf("botauth: the request has no field %q", name)
	}
	parts := make([]string, len(values))
	for i, value := range values {
		parts[i] = strings.TrimSpace(value)
	}
	return strings.Join(parts, ", "), nil
}

// authority is host and port in lower case, without the port of the scheme
// (section 2.2.3).
func authority(req *http.Request) string {
	host := strings.ToLower(cmp.Or(req.Host, req.URL.Host))
	switch req.URL.Scheme {
	case "http":
		return strings.TrimSuffix(host, ":80")
	case "https":
		return strings.TrimSuffix(host, ":443")
	}
	return host
}

// inner writes components as an inner list (RFC 8941, section 3.1.1).
func inner(components []string) string {
	names := make([]string, len(components))
	for i, name := range components {
		names[i] = quoted(name)
	}
	return "(" + strings.Join(names, " ") + ")"
}

// quoted writes a string of RFC 8941, section 3.3.3.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
