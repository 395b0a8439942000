// Command fileproxy makes a module proxy in a folder out of this tree, as it will
// be once it is published: each module of go.work under one version, without the
// lines that replace the others by their folder.
//
//	go run ./.ci/fileproxy DIR VERSION
//
// See .ci/published, which runs the server from it.
package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const root = "github.com/webfetch-mcp/webfetch-go"

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: fileproxy DIR VERSION")
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func run(dir, version string) error {
	var work struct{ Use []struct{ DiskPath string } }
	out, err := exec.Command("go", "work", "edit", "-json").Output()
	if err != nil {
		return err
	}
	if err := json.Unmarshal(out, &work); err != nil {
		return err
	}
	out, err = exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		return err
	}
	files := strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
	// A module holds no files of the modules below it, in the workspace or not.
	var folders []string
	for _, name := range files {
		if filepath.Base(name) == "go.mod" {
			folders = append(folders, filepath.Dir(name))
		}
	}
	for _, use := range work.Use {
		folder := filepath.Clean(use.DiskPath)
		if err := publish(dir, version, folder, folders, files); err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
	}
	return nil
}

// publish writes the files of a version: see "GOPROXY protocol" in the Go
// Modules Reference.
func publish(dir, version, folder string, folders, files []string) error {
	path := filepath.ToSlash(filepath.Join(root, folder))
	mod, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	mod = regexp.MustCompile(`(?m)^replace .*\n`).ReplaceAll(mod, nil)
	mod = regexp.MustCompile(`(?m)(`+regexp.QuoteMeta(root)+`\S*) v0\.0\.0\b`).ReplaceAll(mod, []byte("${1} "+version))
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	add := func(rel string, content []byte) error {
		f, err := w.Create(path + "@" + version + "/" + filepath.ToSlash(rel))
		if err == nil {
			_, err = f.Write(content)
		}
		return err
	}
	for _, name := range files {
		if folder != slices.MaxFunc(folders, func(a, b string) int { return depth(name, a) - depth(name, b) }) {
			continue
		}
		rel, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		content := mod
		if rel != "go.mod" {
			if content, err = os.ReadFile(name); err != nil {
				return err
			}
		}
		if err := add(rel, content); err != nil {
			return err
		}
	}
	if folder != "." {
		licence, err := os.ReadFile("LICENSE")
		if err != nil {
			return err
		}
		if err := add("LICENSE", licence); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	target := filepath.Join(dir, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(target, 0o755); err != nil {
		return err
	}
	for ending, content := range map[string][]byte{".info": []byte(`{"Version":"` + version + `"}`), ".mod": mod, ".zip": archive.Bytes()} {
		if err := os.WriteFile(filepath.Join(target, version+ending), content, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(target, "list"), []byte(version+"\n"), 0o644)
}

// depth returns how deep the folder is if the file is inside of it, else -1.
func depth(file, folder string) int {
	switch {
	case folder == ".":
		return 0
	case strings.HasPrefix(file, folder+"/"):
		return len(folder)
	default:
		return -1
	}
}
