package admission_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/admission"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// workOn has a call of principal arrive and take a slot for d.
func workOn(ctx context.Context, q *admission.Queue, principal string, d time.Duration, began func()) error {
	leave, err := q.Begin(principal)
	if err != nil {
		return err
	}
	defer leave()
	done, err := q.Work(ctx, principal)
	if err != nil {
		return err
	}
	defer done()
	if began != nil {
		began()
	}
	time.Sleep(d)
	return nil
}

func assertNobody(t *testing.T, q *admission.Queue) {
	t.Helper()
	assert.Zero(t, q.Load())
}

func TestTurns(t *testing.T) {
	for what, tt := range map[string]struct{ calls, want string }{
		"one":        {"a a a", "a a a"},
		"several":    {"a a a a b b c", "a b c a b a a"},
		"no names":   {"- - -", "- - -"},
		"a newcomer": {"a a a a a b", "a b a a a a"},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := admission.New(admission.Options{Slots: 1, Calls: 100})
				var mu sync.Mutex
				var order []string
				var all sync.WaitGroup
				all.Go(func() { assert.NoError(t, workOn(t.Context(), q, "first", time.Second, nil)) })
				for principal := range strings.FieldsSeq(tt.calls) {
					synctest.Wait()
					all.Go(func() {
						assert.NoError(t, workOn(t.Context(), q, strings.Trim(principal, "-"), time.Second, func() {
							mu.Lock()
							defer mu.Unlock()
							order = append(order, principal)
						}))
					})
				}
				all.Wait()
				assert.Equal(t, tt.want, strings.Join(order, " "))
				assertNobody(t, q)
			})
		})
	}
}

// A principal with a name has a quarter of the slots; one without has no others.
func TestShare(t *testing.T) {
	for name, want := range map[string]int32{"ada": 1, "": 4} {
		synctest.Test(t, func(t *testing.T) {
			q := admission.New(admission.Options{Slots: 4, Calls: 100})
			var working atomic.Int32
			for range 10 {
				go func() { assert.NoError(t, workOn(t.Context(), q, name, time.Hour, func() { working.Add(1) })) }()
				synctest.Wait()
			}
			assert.Equal(t, want, working.Load())
			began := time.Now()
			if name != "" {
				assert.NoError(t, workOn(t.Context(), q, "ben", 0, nil))
				assert.Zero(t, time.Since(began))
			}
			time.Sleep(20 * time.Hour)
			assertNobody(t, q)
		})
	}
}

// Three who have all the work that they get let a fourth begin at once.
func TestOfOneBesideThree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := admission.New(admission.Options{Slots: 32, Calls: 100})
		for _, greedy := range []string{"ada", "ben", "cy"} {
			for range 40 {
				go func() { assert.NoError(t, workOn(t.Context(), q, greedy, time.Hour, nil)) }()
			}
		}
		synctest.Wait()
		for range 20 {
			began := time.Now()
			assert.NoError(t, workOn(t.Context(), q, "good", time.Second, nil))
			assert.Equal(t, time.Second, time.Since(began), "as on an idle server")
		}
		time.Sleep(10 * time.Hour)
		assertNobody(t, q)
	})
}

// Several who have work share the processors; one alone has its whole share.
func TestSharesProcessors(t *testing.T) {
	for name, tt := range map[string]struct {
		processors int
		principals string
		want       map[string]int
	}{
		"alone":            {4, "ada", map[string]int{"ada": 8}},
		"two":              {4, "ada ben", map[string]int{"ben": 2}},
		"more than they":   {2, "ada ben cy", map[string]int{"ben": 1, "cy": 1}},
		"waits for others": {0, "ada ben", map[string]int{"ada": 8, "ben": 8}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := admission.New(admission.Options{Slots: 32, Calls: 100, Processors: tt.processors})
				for _, principal := range strings.Fields(tt.principals) {
					var working atomic.Int32
					for range 20 {
						go func() { assert.NoError(t, workOn(t.Context(), q, principal, time.Hour, func() { working.Add(1) })) }()
						synctest.Wait()
					}
					if want, asked := tt.want[principal]; asked {
						assert.EqualValues(t, want, working.Load(), principal)
					}
				}
				time.Sleep(61 * time.Hour)
				assertNobody(t, q)
			})
		})
	}
}

// A principal whose calls were given up while they waited is none of the busy.
func TestForgetsThoseWhoGaveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := admission.New(admission.Options{Slots: 1, Calls: 100, Processors: 1})
		go func() { assert.NoError(t, workOn(t.Context(), q, "ada", time.Hour, nil)) }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		assert.Error(t, workOn(ctx, q, "ben", time.Hour, nil))
		assert.Equal(t, 1, q.Load().Busy)
		time.Sleep(2 * time.Hour)
		assertNobody(t, q)
	})
}

func TestBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := admission.New(admission.Options{Slots: 1, Calls: 3})
		var leaves []func()
		for range 3 {
			leave, err := q.Begin("ada")
			require.NoError(t, err)
			leaves = append(leaves, leave)
		}
		var limited *webfetch.Error
		_, err := q.Begin("ada")
		require.ErrorAs(t, err, &limited)
		assert.Equal(t, webfetch.RateLimited, limited.Code)
		assert.Equal(t, time.Second, limited.RetryAfter)
		assert.True(t, limited.Retryable)
		leave, err := q.Begin("ben")
		require.NoError(t, err, "others are not concerned")
		leave()
		leaves[0]()
		_, err = q.Begin("ada")
		require.NoError(t, err)
	})
}

// Those that give up leave no trace, whenever they do.
func TestGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := admission.New(admission.Options{Slots: 2, Calls: 1000})
		var all sync.WaitGroup
		codes := map[webfetch.Code]int{}
		var mu sync.Mutex
		for i := range 300 {
			all.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%50)*time.Second)
				defer cancel()
				err := workOn(ctx, q, []string{"ada", "ben", ""}[i%3], time.Second, nil)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					codes[err.(*webfetch.Error).Code]++
				}
			})
		}
		all.Wait()
		assert.Len(t, codes, 1)
		assert.Positive(t, codes[webfetch.Timeout])
		assertNobody(t, q)

		hold := make(chan struct{})
		for range 2 {
			go func() { assert.NoError(t, workOn(t.Context(), q, "", time.Minute, func() { <-hold })) }()
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		err := workOn(ctx, q, "", 0, nil)
		assert.Equal(t, webfetch.Cancelled, err.(*webfetch.Error).Code)
		close(hold)
		time.Sleep(time.Hour)
		assertNobody(t, q)
	})
}
