#!/usr/bin/env node
// Starts the program of this platform, which npm has installed as an optional dependency.
'use strict';
const { spawn } = require('node:child_process');
const name = `webfetch-mcp-${process.platform}-${process.arch}`;
let program;
try {
	program = require.resolve(`${name}/webfetch-mcp${process.platform === 'win32' ? '.exe' : ''}`);
} catch {
	console.error(`webfetch-mcp: the package ${name} is not installed. Install without --omit=optional, or take a program from https://github.com/webfetch-mcp/webfetch-go/releases`);
	process.exit(1);
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (err) => { console.error(`webfetch-mcp: ${err.message}`); process.exit(1); });
child.on('exit', (code, signal) => { if (signal) { process.removeAllListeners(signal); process.kill(process.pid, signal); } else process.exit(code); });
