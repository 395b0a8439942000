package mcpserver

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// Values that turn a limit of [Options] off. What is negative means the same as
// the constant that the comment of a field names.
const (
	NoLimit  = -1 // Options.MaxLength: no bound
	NoMargin = -1 // Options.MarginRatio: chunks may be as large as max_tokens
	NoStore  = -1 // Options.StoreTTL: no packet can be read again
	NoWait   = -1 // SearchOptions.MaxWait: no call waits
)

// maxMargin is the largest margin that package chunk takes.
const maxMargin = 0.5

// Validate reports the first field that [New] would refuse, as a
// [*webfetch.OptionError]: a negative limit that has no constant for it, a margin
// beyond 0.5, or a knowledge base without scopes. The zero Options are valid.
func (o Options) Validate() error {
	for _, n := range []struct {
		option string
		value  int64
	}{
		{"Options.MaxBytes", o.MaxBytes}, {"Options.MaxTimeout", int64(o.MaxTimeout)}, {"Options.DefaultMaxTokens", int64(o.DefaultMaxTokens)},
		{"Options.Concurrency", int64(o.Concurrency)}, {"Options.MaxCalls", int64(o.MaxCalls)},
		{"Options.CallsPerMinute", int64(o.CallsPerMinute)}, {"Options.StoreBytes", o.StoreBytes},
		{"Options.DrainTimeout", int64(o.DrainTimeout)}, {"Options.Search.Timeout", int64(o.Search.Timeout)},
		{"Options.Search.Wait", int64(o.Search.Wait)},
	} {
		if n.value < 0 {
			return &webfetch.OptionError{Option: n.option, Err: errors.New("is negative")}
		}
	}
	switch {
	case math.IsNaN(o.MarginRatio) || o.MarginRatio > maxMargin:
		return &webfetch.OptionError{Option: "Options.MarginRatio", Err: fmt.Errorf("is %v, more than %v", o.MarginRatio, maxMargin)}
	case o.Search.Base != nil && o.Search.Scopes == nil:
		return &webfetch.OptionError{Option: "Options.Search.Scopes", Err: errors.New("is nil, but a Base needs scopes")}
	}
	return nil
}

// check is Validate with the error of the constructors.
func (o Options) check() error {
	if err := o.Validate(); err != nil {
		return &webfetch.Error{Op: "new", Code: webfetch.InvalidInput, Err: err}
	}
	return nil
}

func (o SearchOptions) timeout() time.Duration { return cmp.Or(o.Timeout, 15*time.Second) }
func (o SearchOptions) maxWait() time.Duration { return max(cmp.Or(o.MaxWait, 15*time.Second), 0) }

func (o Options) name() string                { return cmp.Or(o.Name, "webfetch-go") }
func (o Options) version() string             { return cmp.Or(o.Version, webfetch.Version) }
func (o Options) maxBytes() int64             { return cmp.Or(o.MaxBytes, 64<<20) }
func (o Options) concurrency() int            { return cmp.Or(o.Concurrency, 32) }
func (o Options) maxCalls() int               { return cmp.Or(o.MaxCalls, 1000) }
func (o Options) maxTimeout() time.Duration   { return cmp.Or(o.MaxTimeout, 5*time.Minute) }
func (o Options) drainTimeout() time.Duration { return cmp.Or(o.DrainTimeout, 4500*time.Millisecond) }
func (o Options) storeBytes() int64           { return cmp.Or(o.StoreBytes, 64<<20) }
func (o Options) defaultMaxTokens() int       { return cmp.Or(o.DefaultMaxTokens, 4000) }
func (o Options) storeTTL() time.Duration     { return max(cmp.Or(o.StoreTTL, 5*time.Minute), 0) }
func (o Options) marginRatio() float64        { return max(cmp.Or(o.MarginRatio, 0.10), 0) }
func (o Options) maxLength() int              { return min(max(cmp.Or(o.MaxLength, 20000), 0), maxResultRunes) }

func (o Options) style() linkstyle.Style {
	if o.Style == nil {
		return linkstyle.Style{Images: linkstyle.ImagesAlt, CleanAddresses: true}
	}
	return *o.Style
}
