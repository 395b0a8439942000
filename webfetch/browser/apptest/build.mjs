// Builds the pages of all apps into dist: server.html as a server renders it, and
// client.html, of which scripts make the same.
import * as esbuild from 'esbuild';
import { compile, compileModule } from 'svelte/compiler';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { api } from './api.mjs';
import * as content from './content.mjs';
import { page } from './html.mjs';

const self = fileURLToPath(import.meta.url); // import.meta.filename is not known to Node 18, which Debian 12 has
const root = path.dirname(self);
const out = path.join(root, 'dist');

const svelte = (generate) => ({
  name: 'svelte',
  setup(build) {
    build.onLoad({ filter: /\.svelte$/ }, async ({ path: filename }) => {
      const { js } = compile(await readFile(filename, 'utf8'), { filename, generate, css: 'injected' });
      return { contents: js.code, loader: 'js' };
    });
    build.onLoad({ filter: /\.svelte\.js$/ }, async ({ path: filename }) => {
      const { js } = compileModule(await readFile(filename, 'utf8'), { filename, generate });
      return { contents: js.code, loader: 'js' };
    });
  },
});

const shared = {
  bundle: true, format: 'esm', target: 'es2022', jsx: 'automatic', logLevel: 'warning', absWorkingDir: root,
  define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false', ngDevMode: 'false' },
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
};

async function build(name) {
  const dir = path.join(root, 'apps', name), target = path.join(out, name);
  await mkdir(target, { recursive: true });
  const client = ['client.jsx', 'client.ts', 'client.js'].map((f) => path.join(dir, f)).find(existsSync);
  const jsx = name.startsWith('preact') ? { jsxImportSource: 'preact' } : {};
  if (client) {
    await esbuild.build({ ...shared, ...jsx, entryPoints: [client], outdir: target, splitting: true, minify: true, plugins: [svelte('client')], conditions: ['browser'] });
  }
  const serverFile = path.join(target, '.server.mjs');
  await esbuild.build({
    ...shared, ...jsx, entryPoints: [path.join(dir, ['server.jsx', 'server.ts', 'server.js'].find((f) => existsSync(path.join(dir, f))))], outfile: serverFile,
    platform: 'node', plugins: [svelte('server')], packages: 'external', external: ['*/html.mjs', '*/content.mjs'],
  });
  const app = await import(pathToFileURL(serverFile));
  for (const [file, html] of Object.entries(await app.pages({ page, content }))) {
    await writeFile(path.join(target, file), html);
  }
  await rm(serverFile);
  if (existsSync(path.join(dir, 'static'))) await cp(path.join(dir, 'static'), target, { recursive: true });
}

const names = process.argv.slice(2);
if (names.length === 0) {
  // Each in a process of its own: some server renderers leave a document behind.
  await rm(out, { recursive: true, force: true });
  await mkdir(path.join(out, 'api'), { recursive: true });
  for (const name of ['article', 'catalogue', 'manual', 'thread', 'entries']) {
    await writeFile(path.join(out, 'api', name + '.json'), JSON.stringify(content[name]));
  }
  for (const [file, text] of Object.entries(api)) await writeFile(path.join(out, 'api', file), text);
  for (const name of await readdir(path.join(root, 'apps'))) execFileSync(process.execPath, [self, name], { stdio: ['ignore', 'ignore', 'inherit'] });
  await writeFile(path.join(out, '.built'), '');
}
for (const name of names) await build(name);
