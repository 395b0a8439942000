package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

const talk = `WEBVTT - A talk

NOTE Not said by anybody.

1
00:00:01.000 --> 00:00:04.000 align:start
<v Ada Finch>The tide <i>rises</i>
twice a day.

00:00:04.000 --> 00:00:06.000
<v Ada Finch>Mostly.

00:00:07.500 --> 00:00:09.000
<v Ben>Why [twice]?

00:01:00.000 --> 00:01:02.000
(waves)
`

func TestConformance(t *testing.T) {
	extracttest.Run(t, subtitles{}, extracttest.Case{
		Name: "talk", MediaType: "text/vtt", Body: []byte(talk),
		Want: []string{"The tide rises twice a day", "Why", "waves"},
	})
}

func TestSubtitles(t *testing.T) {
	doc, err := subtitles{}.Extract(t.Context(), &extract.Source{MediaType: "text/vtt", Body: []byte(talk)})
	require.NoError(t, err)
	assert.Equal(t, `**Ada Finch** (00:00:01): The tide rises twice a day. Mostly.

**Ben** (00:00:07): Why \[twice\]?

(00:01:00) (waves)`, doc.Markdown)

	_, err = subtitles{}.Extract(t.Context(), &extract.Source{MediaType: "text/vtt", Body: []byte("1\n00:01 --> 00:02\nx")})
	assert.ErrorIs(t, err, errNoSubtitles)
}

// A cue at the bound is whole. One over it is cut, which a warning says.
func TestLongCue(t *testing.T) {
	for extra, warned := range map[int]bool{0: false, 1: true} {
		body := "WEBVTT\n\n00:01.000 --> 00:02.000\n" + strings.Repeat("é", maxCueText/2) + strings.Repeat("x", extra)
		doc, err := subtitles{}.Extract(t.Context(), &extract.Source{Body: []byte(body)})
		require.NoError(t, err)
		assert.Equal(t, warned, len(doc.Warnings) == 1)
		assert.Equal(t, maxCueText/2, strings.Count(doc.Markdown, "é"))
		assert.NotContains(t, doc.Markdown, "x")
	}
}

func TestClientUsesTheExtractor(t *testing.T) {
	name := t.TempDir() + "/talk.vtt"
	require.NoError(t, os.WriteFile(name, []byte(talk), 0o600))
	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{Extractors: map[string]extract.Extractor{"text/vtt": subtitles{}}}})
	require.NoError(t, err)
	defer client.Close()
	packet, err := read(context.Background(), client, name)
	require.NoError(t, err)
	assert.Contains(t, packet.Content, "**Ada Finch**")
	assert.Equal(t, extract.VerdictContent, packet.Verdict.Kind)
}

func FuzzSubtitles(f *testing.F) {
	f.Add([]byte(talk))
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := subtitles{}.Extract(context.Background(), &extract.Source{MediaType: "text/vtt", Body: body})
		if err == nil {
			assert.NoError(t, doc.Check())
		}
	})
}
