package warc

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Exchange is a request and the response to it.
type Exchange struct {
	// URL is absolute, http or https, without fragment.
	URL string
	// Time is when the request was sent. Zero means now.
	Time time.Time
	// Address is the IP address that answered. Zero means that it is not known.
	Address string
	// Protocol is the value of WARC-Protocol: "http/1.1", "h2". Zero means unknown. Messages are
	// written as those of HTTP/1.1.
	Protocol string

	// Method of the request. Zero means GET.
	Method string
	// Request holds the header fields of the request. A Host is added.
	Request http.Header
	// RequestBody is the body of the request, nil for none.
	RequestBody []byte

	// Status is the status code of the response.
	Status int
	// Header holds the header fields of the response.
	Header http.Header
	// Body is the body as it came, after transfer decoding and before content
	// decoding: what Content-Encoding names is still to be undone.
	Body []byte
	// Truncated is why Body is not the whole body, as WARC-Truncated says it.
	// Zero means that it is whole.
	Truncated string
}

// Exchange writes a response record, or a revisit record where the same body was
// written before, then the request record. It keeps nothing of x.
func (w *Writer) Exchange(x *Exchange) error {
	if err := x.validate(); err != nil {
		return err
	}
	when := x.Time
	if when.IsZero() {
		when = time.Now()
	}
	made, payload := original{newID(), x.URL, date(when)}, ""
	about := Header{{"WARC-Target-URI", x.URL}, {"WARC-Date", made.date}}
	if x.Address != "" {
		about = append(about, Field{"WARC-IP-Address", x.Address})
	}
	if x.Protocol != "" {
		about = append(about, Field{"WARC-Protocol", x.Protocol})
	}
	// Readers that only look at the first lines want the type there.
	response := append(Header{{"WARC-Type", TypeResponse}, {"WARC-Record-ID", made.id}}, about...)
	response = append(response, Field{"Content-Type", "application/http;msgtype=response"})
	block := [][]byte{x.responseHead(), x.Body}
	switch {
	case x.Truncated != "":
		response = append(response, Field{"WARC-Truncated", x.Truncated})
	case len(x.Body) > 0:
		payload = digest(x.Body)
		response = append(response, Field{"WARC-Payload-Digest", payload})
	}
	w.mu.Lock()
	first, seen := w.known[payload]
	w.mu.Unlock()
	if seen {
		response[0].Value, block = TypeRevisit, block[:1]
		response = append(response, Field{"WARC-Profile", ProfileIdentical}, Field{"WARC-Refers-To", first.id},
			Field{"WARC-Refers-To-Target-URI", first.uri}, Field{"WARC-Refers-To-Date", first.date})
	}
	request := append(Header{{"WARC-Type", TypeRequest}, {"WARC-Record-ID", newID()}, {"WARC-Concurrent-To", made.id},
		{"Content-Type", "application/http;msgtype=request"}}, about...)
	var out bytes.Buffer
	if err := w.encode(&out, response, block...); err != nil {
		return err
	}
	if err := w.encode(&out, request, x.requestHead(), x.RequestBody); err != nil {
		return err
	}
	return w.write(out.Bytes(), payload, made)
}

var errExchange = errors.New("warc: not an exchange that can be written")

func (x *Exchange) validate() error {
	u, err := url.Parse(x.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.ContainsAny(x.URL, " \t\r\n<>"):
		return fmt.Errorf("%w: URL", errExchange)
	case strings.ContainsAny(x.Method, " \t\r\n"):
		return fmt.Errorf("%w: method", errExchange)
	case x.Status < 100 || x.Status > 999:
		return fmt.Errorf("%w: status", errExchange)
	}
	return nil
}

func (x *Exchange) requestHead() []byte {
	u, _ := url.Parse(x.URL) // was checked
	return message(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n", cmp.Or(x.Method, http.MethodGet), u.RequestURI(), u.Host), x.Request, "Host")
}

func (x *Exchange) responseHead() []byte {
	// The body is written without transfer coding.
	return message(fmt.Sprintf("HTTP/1.1 %d %s\r\n", x.Status, http.StatusText(x.Status)), x.Header, "Transfer-Encoding")
}

// message writes the first line and the fields of an HTTP message, in the order of their
// names, and the empty line after them.
func message(line string, h http.Header, without string) []byte {
	head := bytes.NewBufferString(line)
	_ = h.WriteSubset(head, map[string]bool{without: true}) // a Buffer never fails
	head.WriteString("\r\n")
	return head.Bytes()
}
