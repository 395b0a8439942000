package cloudflare

import (
	"context"
	"encoding/base64"
	"mime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
)

// store keeps files with metadata: a bucket, or the items of an instance.
type store interface {
	// put stores a file. With fresh, it reports false and changes nothing if the
	// key is there already.
	put(ctx context.Context, f file, fresh bool) (stored, searchable bool, err error)
	// head returns the metadata of a file. A key that is not there is an
	// ErrNotFound.
	head(ctx context.Context, key string) (map[string]string, error)
	// get returns a file with its metadata. A key that is not there is an
	// ErrNotFound.
	get(ctx context.Context, key string) (*file, error)
	// list calls found with the key of each file that begins with prefix.
	list(ctx context.Context, prefix string, found func(key string)) error
	// remove deletes a file. A missing file is not an error.
	remove(ctx context.Context, key string) error
}

// file is a stored file.
type file struct {
	key      string
	metadata map[string]string
	body     []byte
}

// offsetField is the metadata field with the place of a part in its document.
const offsetField = "part_offset"

// Bounds of the metadata of a file: names, with what S3 puts before each, and
// values together, as they are sent. R2 takes 8,192 bytes, S3 2,048, and some
// servers like it 2,000 with up to 300 bytes of other headers among them.
const (
	maxHeaderBytes = 1700
	metadataPrefix = "x-amz-meta-"
)

// shortenable are the fields that may be cut, or left out, for the others to fit.
var shortenable = []string{"title", "context", "url", "source_id"}

// metadataOf is the metadata of a part, bounded, and the names of the fields that
// were left out.
func metadataOf(p *prepare.Prepared, part prepare.Part) (map[string]string, []string) {
	out, left := map[string]string{}, []string{}
	room := maxHeaderBytes
	add := func(name, value string) {
		frame := len(metadataPrefix) + len(name)
		switch size := frame + len(encodeValue(value)); {
		case value == "" && slices.Contains(prepare.OwnFields, name):
		case size <= room:
			out[name], room = value, room-size
		case name == "title" || name == "context":
			if value = fitValue(value, room-frame); value != "" {
				out[name], room = value, room-frame-len(encodeValue(value))
			}
		default:
			left = append(left, name)
		}
	}
	if part.Start > 0 {
		add(offsetField, strconv.Itoa(part.Start))
	}
	var names []string
	for name := range p.Fields {
		if !slices.Contains(shortenable, name) && name != offsetField {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range append(names, "source_id", "url", "title", "context") {
		add(name, p.Fields[name])
	}
	return out, left
}

// fitValue cuts a value to size bytes, encoded; "" if hardly any of it fits.
func fitValue(value string, size int) string {
	for len(value) > 0 && len(encodeValue(value)) > size {
		value = value[:len(value)*9/10]
		for len(value) > 0 && !utf8.ValidString(value) {
			value = value[:len(value)-1]
		}
	}
	if len(value) < 16 {
		return ""
	}
	return value
}

// encodeValue writes a value of a header: text beyond ASCII, and text with blanks around it, as one encoded
// word (RFC 2047, without its limit of 75 characters, which R2 does not have).
func encodeValue(value string) string {
	beyond := func(r rune) bool { return r < ' ' || r > '~' }
	if strings.ContainsFunc(value, beyond) || strings.Contains(value, "=?") || strings.TrimSpace(value) != value {
		return "=?utf-8?b?" + base64.StdEncoding.EncodeToString([]byte(value)) + "?="
	}
	return value
}

// decodeValue is the reverse, and leaves what is not encoded alone.
func decodeValue(value string) string {
	if !strings.Contains(value, "=?") {
		return value
	}
	text, err := new(mime.WordDecoder).DecodeHeader(value)
	if err != nil || !utf8.ValidString(text) {
		return value
	}
	return text
}
