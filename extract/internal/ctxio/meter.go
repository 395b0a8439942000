package ctxio

import "context"

// step is how much work a Meter lets pass between two looks at its context.
const step = 16 << 10

// PerItem is the cost of a small item, such as a line, a tag or a value, beside its bytes.
// It is counted in bytes.
const PerItem = 64

// Meter looks at a context once for each 16 KiB of work, so that loops over small things may
// ask it each time. The nil Meter never ends. It is not safe for concurrent use.
type Meter struct {
	ctx  context.Context
	left int
	err  error // of ctx, once it was found
}

// NewMeter returns a meter of ctx, which it asks at the first Spend already.
func NewMeter(ctx context.Context) *Meter { return &Meter{ctx: ctx} }

// Spend counts n bytes of work, or work that takes as long. Work that costs more than its
// bytes, such as a call for each item, adds that to n. When the context is done, Spend
// returns its error, in this and all later calls.
func (m *Meter) Spend(n int) error {
	if m == nil {
		return nil
	}
	if m.left -= n; m.left > 0 || m.err != nil {
		return m.err
	}
	m.left, m.err = step, m.ctx.Err()
	return m.err
}
