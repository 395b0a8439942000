package webfetch

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

// entryFormat is the first byte of a packed entry. Another one is of another
// version.
const entryFormat = 1

var errEntry = errors.New("not an entry of a cache, or of another version")

// entryHead is the JSON before the body in a packed entry.
type entryHead struct {
	URL       string
	Status    int
	Header    http.Header
	StoredAt  time.Time
	Redirects []string `json:",omitempty"`
}

// MarshalBinary packs the entry for a [Cache] that stores bytes.
func (e *CacheEntry) MarshalBinary() ([]byte, error) {
	head, err := json.Marshal(entryHead{URL: e.URL, Status: e.Status, Header: e.Header, StoredAt: e.StoredAt, Redirects: e.Redirects})
	if err != nil {
		return nil, err
	}
	packed := make([]byte, 0, 1+binary.MaxVarintLen64+len(head)+len(e.Body))
	packed = binary.AppendUvarint(append(packed, entryFormat), uint64(len(head)))
	return append(append(packed, head...), e.Body...), nil
}

// UnmarshalBinary reads what MarshalBinary has packed. The entry keeps no part of
// packed. Whatever it is given, it returns an entry or an error.
func (e *CacheEntry) UnmarshalBinary(packed []byte) error {
	if len(packed) == 0 || packed[0] != entryFormat {
		return errEntry
	}
	size, n := binary.Uvarint(packed[1:])
	if n <= 0 || size > uint64(len(packed)-1-n) {
		return errEntry
	}
	rest := packed[1+n:]
	var head entryHead
	if err := json.Unmarshal(rest[:size], &head); err != nil {
		return errEntry
	}
	*e = CacheEntry{
		URL: head.URL, Status: head.Status, Header: head.Header, StoredAt: head.StoredAt, Redirects: head.Redirects,
		Body: append([]byte(nil), rest[size:]...),
	}
	return nil
}
