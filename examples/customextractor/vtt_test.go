package main

import (
	"context"
	"os"
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
	assert.Equal(t, `(00:00:01) The tide rises twice a day.

(00:00:04) Mostly.

(00:00:07) Why \[twice\]?

(00:01:00) (waves)`, doc.Markdown)

	_, err = subtitles{}.Extract(t.Context(), &extract.Source{MediaType: "text/vtt", Body: []byte("1\n00:01 --> 00:02\nx")})
	assert.ErrorIs(t, err, errNoSubtitles)
}

func TestClientUsesTheExtractor(t *testing.T) {
	name := t.TempDir() + "/talk.vtt"
	require.NoError(t, os.WriteFile(name, []byte(talk), 0o600))
	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{Extractors: map[string]extract.Extractor{"text/vtt": subtitles{}}}})
	require.NoError(t, err)
	defer client.Close()
	packet, err := read(context.Background(), client, name)
	require.NoError(t, err)
	assert.Contains(t, packet.Content, "The tide rises twice a day.")
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
