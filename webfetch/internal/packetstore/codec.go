package packetstore

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// A packet is stored as what can be shown and worked on again: its content and
// the spans into it, packed and compressed. The texts that were for the
// injection scan alone are not stored. Pictures, which are compressed already,
// are kept apart.

type packedHeader struct {
	Packet   webfetch.Packet
	Receipt  webfetch.FetchStats
	Document *extract.Document
	Places   []place // of the headings of the document, whose JSON has none
	Same     bool    // the document's text is the content of the packet
}

type place struct {
	Anchor     string `json:",omitempty"`
	Start, End int
}

// codec packs by DEFLATE (RFC 1951), which the formats of documents have linked already. It is
// safe for concurrent use, and takes no memory before the first packet.
type codec struct {
	writers sync.Pool // of *flate.Writer, with their New
}

// maxUnpackedBytes bounds what a stored packet may unpack to.
const maxUnpackedBytes = 1 << 30

// pack returns the stored form of p, with the body as it came and all links if whole.
func (c *codec) pack(p *webfetch.Packet, whole bool) ([]byte, error) {
	head := packedHeader{Packet: *p, Receipt: p.Stats}
	texts := [3]string{p.Content}
	head.Packet.Content = ""
	if p.Document != nil {
		doc := *p.Document
		if head.Same = doc.Markdown == p.Content; !head.Same {
			texts[1] = doc.Markdown
		}
		doc.Markdown, doc.LinkSpans, doc.Removed, doc.Doubtful = "", nil, nil, nil
		if !whole {
			doc.Links = nil
		}
		head.Document = &doc
		for _, h := range doc.Outline {
			head.Places = append(head.Places, place{h.Anchor, h.Start, h.End})
		}
	}
	if whole {
		texts[2] = string(p.Raw)
	}
	raw, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := c.writers.Get().(*flate.Writer)
	defer c.writers.Put(w)
	w.Reset(&out)
	_, _ = w.Write(joinTexts(string(raw), texts[0], texts[1], texts[2])) // a buffer takes everything
	_ = w.Close()
	return bytes.Clone(out.Bytes()), nil
}

// unpack returns the packet that pack was given, without the picture.
func (c *codec) unpack(stored []byte) (*webfetch.Packet, error) {
	all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(stored)), maxUnpackedBytes+1))
	if err == nil && len(all) > maxUnpackedBytes {
		err = errDamaged
	}
	if err != nil {
		return nil, err
	}
	var parts [4][]byte
	if err := splitTexts(all, parts[:]); err != nil {
		return nil, err
	}
	var head packedHeader
	if err := json.Unmarshal(parts[0], &head); err != nil {
		return nil, err
	}
	p := &head.Packet
	p.Content, p.Stats, p.Document = string(parts[1]), head.Receipt, head.Document
	if head.Document != nil {
		if p.Document.Markdown = p.Content; !head.Same {
			p.Document.Markdown = string(parts[2])
		}
		if len(head.Places) != len(p.Document.Outline) {
			return nil, errDamaged
		}
		for i, at := range head.Places {
			h := &p.Document.Outline[i]
			h.Anchor, h.Start, h.End = at.Anchor, at.Start, at.End
		}
	}
	if len(parts[3]) > 0 {
		p.Raw = slices.Clone(parts[3])
	}
	return p, nil
}

// joinTexts puts the lengths of the parts before them.
func joinTexts(parts ...string) []byte {
	var all []byte
	for _, part := range parts {
		all = binary.AppendUvarint(all, uint64(len(part)))
	}
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

var errDamaged = errors.New("damaged packet")

func splitTexts(all []byte, parts [][]byte) error {
	sizes := make([]uint64, len(parts))
	for i := range parts {
		size, n := binary.Uvarint(all)
		if n <= 0 {
			return errDamaged
		}
		sizes[i], all = size, all[n:]
	}
	for i, size := range sizes {
		if size > uint64(len(all)) {
			return errDamaged
		}
		parts[i], all = all[:size], all[size:]
	}
	return nil
}
