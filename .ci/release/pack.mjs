// Makes the npm packages, the MCPB bundles and the Homebrew formula of built programs.
//
//   node .ci/release/pack.mjs VERSION PROGRAMS ARCHIVES OUT
//
// PROGRAMS has a folder with GOOS_GOARCH in its name for each platform, ARCHIVES a file
// checksums.txt of `sha256sum`; they may be one folder, as goreleaser's is. OUT gets npm/NAME,
// mcpb/PLATFORM and webfetch-mcp.rb.
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync, chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [version, programs, archives, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const json = (path, value) => writeFileSync(path, JSON.stringify(value, null, 2) + '\n');
const common = {
	version, license: 'MIT', author: 'The authors of webfetch-go', homepage: 'https://github.com/webfetch-mcp/webfetch-go',
	repository: { type: 'git', url: 'git+https://github.com/webfetch-mcp/webfetch-go.git' },
};
const description = JSON.parse(readFileSync(join(root, 'server.json'))).description;
const optionalDependencies = {};

const folders = readdirSync(programs, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
for (const folder of folders.sort()) {
	const found = /(linux|darwin|windows)_(amd64|arm64)/.exec(folder);
	if (!found) continue;
	const os = found[1] === 'windows' ? 'win32' : found[1], cpu = found[2] === 'amd64' ? 'x64' : 'arm64';
	const program = 'webfetch-mcp' + (os === 'win32' ? '.exe' : ''), name = `webfetch-mcp-${os}-${cpu}`;
	const install = (to) => {
		mkdirSync(to, { recursive: true });
		cpSync(join(programs, folder, program), join(to, program));
		chmodSync(join(to, program), 0o755);
	};
	install(join(out, 'npm', name));
	cpSync(join(root, 'LICENSE'), join(out, 'npm', name, 'LICENSE'));
	json(join(out, 'npm', name, 'package.json'), { name, ...common, description: `The program of webfetch-mcp for ${os} on ${cpu}`, os: [os], cpu: [cpu], files: [program, 'LICENSE'], preferUnplugged: true });
	optionalDependencies[name] = version;

	const bundle = join(out, 'mcpb', `${os}-${cpu}`);
	install(join(bundle, 'server'));
	cpSync(join(root, 'LICENSE'), join(bundle, 'LICENSE'));
	json(join(bundle, 'manifest.json'), {
		manifest_version: '0.3', name: 'webfetch-mcp', display_name: 'Web Fetch', version, description, author: { name: common.author, url: common.homepage },
		repository: { type: 'git', url: 'https://github.com/webfetch-mcp/webfetch-go' }, license: 'MIT', keywords: ['web', 'fetch', 'markdown', 'pdf'],
		server: {
			type: 'binary', entry_point: `server/${program}`,
			mcp_config: { command: '${__dirname}/server/' + program, args: [], env: { RESPECT_ROBOTS: '${user_config.respect_robots}', ALLOWLIST_DOMAINS: '${user_config.allowlist_domains}', ALLOW_PRIVATE: '${user_config.allow_private}' } },
		},
		tools: [
			{ name: 'fetch', description: 'Reads a page or file as Markdown' }, { name: 'extract', description: 'Reads a document without cache and knowledge base' },
			{ name: 'chunk', description: 'Splits a page to a token budget' }, { name: 'compact', description: 'Shrinks a page to a token budget' }, { name: 'ai_search_query', description: 'Asks the pages that were stored' },
		],
		user_config: {
			respect_robots: { type: 'boolean', title: 'Obey robots.txt', description: 'Leave pages alone that a site asks robots not to read', default: true, required: false },
			allowlist_domains: { type: 'string', title: 'Only these domains', description: 'Separated by commas; empty allows all', default: '', required: false },
			allow_private: { type: 'string', title: 'Private addresses', description: 'As localhost:3000; empty refuses all', default: '', required: false },
		},
		compatibility: { platforms: [os] },
	});
}

const main = join(out, 'npm', 'webfetch-mcp');
mkdirSync(main, { recursive: true });
for (const [from, to] of [[join(here, 'npm', 'webfetch-mcp.js'), 'webfetch-mcp.js'], [join(here, 'npm', 'README.md'), 'README.md'], [join(root, 'LICENSE'), 'LICENSE']]) cpSync(from, join(main, to));
json(join(main, 'package.json'), {
	name: 'webfetch-mcp', ...common, description, mcpName: 'io.github.webfetch-mcp/webfetch-go', keywords: ['mcp', 'web', 'fetch', 'markdown', 'llm'],
	bin: { 'webfetch-mcp': 'webfetch-mcp.js' }, files: ['webfetch-mcp.js'], engines: { node: '>=18' }, optionalDependencies,
});

const sums = Object.fromEntries(readFileSync(join(archives, 'checksums.txt'), 'utf8').trim().split('\n').map((line) => line.split(/\s+\*?/).reverse()));
const part = (os, arch) => {
	const file = `webfetch-mcp_${version}_${os}_${arch}.tar.xz`;
	if (!sums[file]) throw new Error(`checksums.txt lacks ${file}`);
	return `    on_${arch === 'amd64' ? 'intel' : 'arm'} do
      url "https://github.com/webfetch-mcp/webfetch-go/releases/download/v${version}/${file}"
      sha256 "${sums[file]}"
    end
`;
};
writeFileSync(join(out, 'webfetch-mcp.rb'), `class WebfetchMcp < Formula
  desc "${description.replace(/\.$/, '')}"
  homepage "https://github.com/webfetch-mcp/webfetch-go"
  version "${version}"
  license "MIT"

  on_macos do
${part('darwin', 'amd64')}${part('darwin', 'arm64')}  end

  on_linux do
${part('linux', 'amd64')}${part('linux', 'arm64')}  end

  def install
    bin.install "webfetch-mcp"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/webfetch-mcp --version")
  end
end
`);
