package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
)

// packetArgs is the input of chunk and compact: one of three forms.
type packetArgs struct {
	sourceID string
	object   json.RawMessage
	content  string
	name     string // the name of the object in the arguments
}

func (s *Set) source(ctx context.Context, c *call, in packetArgs) (*webfetch.Packet, error) {
	set := 0
	for _, there := range []bool{in.sourceID != "", !isNull(in.object), in.content != ""} {
		if there {
			set++
		}
	}
	if set != 1 {
		return nil, invalid(errors.New("give exactly one of source_id, " + in.name + " and content"))
	}
	switch {
	case in.sourceID != "":
		if p := s.Packet(ctx, c.Principal, in.sourceID); p != nil {
			return p, nil
		}
		return nil, &webfetch.Error{Op: "find", Code: webfetch.SourceNotFound, Err: errors.New("source_id " + line.Clip(line.OneLine(in.sourceID), 100) + s.retentionNote())}
	case in.content != "":
		return &webfetch.Packet{Content: in.content}, nil
	}
	return decodeInput(in.object, in.name)
}

func (s *Set) retentionNote() string {
	if s.opts.storeTTL() <= 0 {
		return " (this server keeps no pages)"
	}
	return " (pages are kept for " + longTime(s.opts.storeTTL()) + ", less long if very much is fetched)"
}

func decodeInput(raw json.RawMessage, name string) (*webfetch.Packet, error) {
	in, err := readInput(raw, name)
	if err != nil {
		return nil, err
	}
	switch {
	case !isNull(in.Inner):
		name += ".packet"
		in, err = readInput(in.Inner, name)
	case bytes.HasPrefix(in.Set, []byte("{")):
		name += ".chunks"
		in, err = readInput(in.Set, name)
	}
	switch {
	case err != nil:
		return nil, err
	case in.Packet.Content == "" && !isNull(in.Set):
		return packetFromChunks(in.Source, in.Set, name)
	case in.Packet.Content == "":
		return nil, invalid(errors.New(name + ".content is required"))
	}
	in.Packet.SourceID = in.Source
	return &in.Packet, nil
}

type input struct {
	webfetch.Packet
	Inner  json.RawMessage `json:"packet"`
	Set    json.RawMessage `json:"chunks"`
	Source string          `json:"source_id"`
}

func readInput(raw json.RawMessage, name string) (*input, error) {
	in := &input{}
	if err := json.Unmarshal(raw, in); err != nil {
		return nil, invalid(errors.New(name + ": " + plainDecodeError(err).Error()))
	}
	return in, nil
}

// packetFromChunks puts the text of a chunk set together again, without what a chunk
// repeats of the end of the one before it.
func packetFromChunks(sourceID string, raw json.RawMessage, name string) (*webfetch.Packet, error) {
	var chunks []chunk.Chunk
	if err := json.Unmarshal(raw, &chunks); err != nil {
		return nil, invalid(errors.New(name + ": " + plainDecodeError(err).Error()))
	}
	var b strings.Builder
	for i, ch := range chunks {
		part := ch.Text
		again := utf8.RuneCountInString(part) - (ch.End - ch.Start) // code points
		if at := runeOffset(part, again); i > 0 && at > 0 && at < len(part) && strings.HasSuffix(b.String(), strings.TrimSpace(part[:at])) {
			part = part[at:]
		}
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(part)
	}
	if b.Len() == 0 {
		return nil, invalid(errors.New(name + ".chunks is empty"))
	}
	return &webfetch.Packet{SourceID: sourceID, Content: strings.ToValidUTF8(b.String(), "\uFFFD")}, nil
}

func withAddress(p *webfetch.Packet) *webfetch.Packet {
	if p.OriginalURL == "" && p.CanonicalURL == "" {
		return nil
	}
	return p
}
