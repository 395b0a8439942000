package object

import (
	"bytes"
	"compress/flate"
	"io"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Data returns the decoded bytes of a stream, nil for anything else and for
// pictures. A damaged stream gives what can be decoded of it.
func (d *Doc) Data(o Object) []byte {
	sd, ok := d.Resolve(o).(types.StreamDict) // a copy: the decoded bytes are not to stay with the object
	if !ok || d.decoded > MaxDecoded {
		return nil
	}
	data := d.decode(&sd)
	d.decoded += int64(len(data))
	if number := Number(o); number == 0 || !d.inflated[number] {
		d.inflated[number] = true
		d.input += len(data)
	}
	return data
}

// Inflated returns how many bytes of streams were decoded so far. A stream that
// was decoded more than once counts once.
func (d *Doc) Inflated() int { return d.input }

// maxFilters bounds the filters of a stream.
const maxFilters = 8

func (d *Doc) decode(sd *types.StreamDict) []byte {
	if len(sd.FilterPipeline) > maxFilters {
		return nil
	}
	for _, f := range sd.FilterPipeline {
		switch f.Name {
		case "DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode":
			return nil
		}
	}
	d.extend(sd)
	if limit := min(MaxStream, MaxDecoded-d.decoded); sd.Content == nil && decodeSafely(sd, limit) != nil {
		return d.inflate(sd, limit)
	}
	return sd.Content
}

// decodeSafely decodes with pdfcpu, whose filters may panic on damaged data.
func decodeSafely(sd *types.StreamDict, limit int64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = io.ErrUnexpectedEOF
		}
	}()
	return sd.DecodeWithLimit(limit)
}

// extend corrects the raw bytes of a stream whose Length is wrong: they end at
// "endstream".
func (d *Doc) extend(sd *types.StreamDict) {
	if sd.StreamOffset <= 0 || sd.StreamOffset >= int64(len(d.body)) || d.ctx.EncKey != nil {
		return
	}
	rest := d.body[sd.StreamOffset:]
	if n := len(sd.Raw); n < len(rest) && bytes.HasPrefix(bytes.TrimLeft(rest[n:min(n+32, len(rest))], blanks), []byte("endstream")) {
		return
	}
	rest = rest[:min(MaxStream, len(rest))]
	raw, _, found := bytes.Cut(rest, []byte("endstream"))
	if !found {
		raw, _, _ = bytes.Cut(rest, []byte("endobj"))
	}
	sd.Raw = bytes.TrimRight(raw, "\r\n")
}

// inflate undoes a Flate filter, alone or the first of several, as far as the
// data is sound, with or without its header.
func (d *Doc) inflate(sd *types.StreamDict, limit int64) (best []byte) {
	if len(sd.FilterPipeline) == 0 {
		return sd.Raw
	}
	filter := sd.FilterPipeline[0]
	if filter.Name != "FlateDecode" || d.Int(filter.DecodeParms["Predictor"]) > 1 {
		return nil
	}
	raw := bytes.TrimLeft(sd.Raw, "\r\n")
	for _, skip := range [...]int{2, 0} {
		header := min(skip, len(raw))
		if out, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(raw[header:])), limit)); len(out) > len(best) {
			best = out
		}
	}
	return best
}
