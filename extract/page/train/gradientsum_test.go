package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSumKeepsBothParts(t *testing.T) {
	for _, test := range []struct{ g, h float32 }{{0, 0}, {1, 1}, {-1, 0.25}, {-0.00001, 0.00001}, {100000, 100000}, {-100000, 100000}} {
		g, h := newSum(test.g, test.h).parts()
		if math.Abs(g-float64(test.g)) > 0.5/unit || math.Abs(h-float64(test.h)) > 1.0/unit || h <= 0 {
			t.Errorf("newSum(%v, %v) has parts %v and %v", test.g, test.h, g, h)
		}
	}
}

func TestSumsAddUpInAnyOrder(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var up, down sum
	var g, h float64
	rows := make([]sum, 10000)
	for i := range rows {
		dg, dh := rnd.Float32()*2-1, rnd.Float32()
		rows[i] = newSum(dg, dh)
		g, h = g+float64(dg), h+float64(dh)
	}
	for i := range rows {
		up += rows[i]
		down += rows[len(rows)-1-i]
	}
	if up != down {
		t.Errorf("%d in one order, %d in the other", up, down)
	}
	gotG, gotH := up.parts()
	if math.Abs(gotG-g) > 0.1 || math.Abs(gotH-h) > 0.1 {
		t.Errorf("sums %v and %v, want %v and %v", gotG, gotH, g, h)
	}
}

func TestGain(t *testing.T) {
	for _, test := range []struct{ g, h, lambda, want float64 }{{0, 1, 1, 0}, {2, 3, 1, 1}, {-2, 3, 1, 1}, {4, 0, 2, 8}} {
		if got := newSum(float32(test.g), float32(test.h)).gain(test.lambda); math.Abs(got-test.want) > 1e-3 {
			t.Errorf("gain of %v, %v with %v is %v, want %v", test.g, test.h, test.lambda, got, test.want)
		}
	}
}
