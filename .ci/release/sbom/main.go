// Command sbom writes what a program is linked of: sbom.cdx.json (CycloneDX 1.6) and
// NOTICES.txt, the licences of all of it. A module without a licence, or with one that is not
// known to allow distribution in this form, ends it.
//
//	go run ./.ci/release/sbom -o DIR PACKAGE
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

type module struct{ Path, Version, Dir string }

// licences are recognised by a phrase that occurs in one of them only.
var licences = []struct{ id, sentence string }{
	{"Apache-2.0", "Apache License"},
	{"MPL-2.0", "Mozilla Public License"},
	{"BSD-3-Clause", "promote products derived"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"Unlicense", "This is free and unencumbered software"},
}

func main() {
	log.SetFlags(0)
	dir := flag.String("o", ".", "folder to write to")
	flag.Parse()
	if err := run(*dir, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

func run(dir, pkg string) error {
	// Of all platforms: what one of them links is in each archive.
	linked := map[string]module{}
	for _, goos := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-json=Module", pkg)
		list.Env = append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			return fmt.Errorf("go list for %s: %w", goos, err)
		}
		for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
			var p struct{ Module *module }
			if err := d.Decode(&p); err != nil {
				return err
			}
			if m := p.Module; m != nil && !strings.HasPrefix(m.Path, "github.com/webfetch-mcp/webfetch-go") {
				linked[m.Path] = *m
			}
		}
	}
	paths := slices.Sorted(maps.Keys(linked))
	components, notices := []any{}, strings.Builder{}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	goVersion, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return err
	}
	linked["std"] = module{Path: "std", Version: strings.TrimPrefix(strings.TrimSpace(string(goVersion)), "go"), Dir: strings.TrimSpace(string(root))}
	for _, path := range append([]string{"std"}, paths...) {
		m := linked[path]
		id, text, err := licence(m.Dir)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		purl := "pkg:golang/" + path + "@" + m.Version
		components = append(components, map[string]any{
			"type": "library", "name": path, "version": m.Version, "purl": purl, "bom-ref": purl,
			"licenses": []any{map[string]any{"license": map[string]string{"id": id}}},
		})
		fmt.Fprintf(&notices, "%s %s (%s)\n\n%s\n\n%s\n\n", path, m.Version, id, strings.TrimSpace(text), strings.Repeat("-", 80))
	}
	sbom, err := json.MarshalIndent(map[string]any{
		"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata":   map[string]any{"component": map[string]string{"type": "application", "name": "webfetch-mcp", "bom-ref": "webfetch-mcp"}},
		"components": components,
	}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "sbom.cdx.json"), append(sbom, '\n'), 0o644); err != nil {
		return err
	}
	fmt.Printf("%d modules and the standard library, each with a licence\n", len(paths))
	return os.WriteFile(filepath.Join(dir, "NOTICES.txt"), []byte(notices.String()), 0o644)
}

// licence returns the licence in the root of a module.
func licence(dir string) (id, text string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", "", err
	}
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(name, "LICEN") && !strings.HasPrefix(name, "COPYING") && !strings.HasPrefix(name, "UNLICENSE") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", "", err
		}
		folded := strings.Join(strings.Fields(string(data)), " ")
		for _, l := range licences {
			if strings.Contains(folded, l.sentence) {
				return l.id, string(data), nil
			}
		}
	}
	return "", "", fmt.Errorf("no known licence in %s", dir)
}
