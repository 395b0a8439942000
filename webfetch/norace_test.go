//go:build !race

package webfetch_test

// raceDetector says whether tests run under the race detector.
const raceDetector = false
