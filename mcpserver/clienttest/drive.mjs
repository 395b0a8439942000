// Drives a server with a client of the npm packages and fails loudly.
//
//   node drive.mjs old|modern stdio|http TARGET SITE
//
// old is @modelcontextprotocol/sdk, modern @modelcontextprotocol/client pinned
// to revision 2026-07-28. TARGET is the program or the endpoint, SITE the
// address of the test site.
import assert from "node:assert/strict";

const [era, transport, target, site] = process.argv.slice(2);
const environment = { BLOCK_PRIVATE_IP: "false", RATE_LIMIT_PER_HOST: "0" };

async function connect(onListChanged) {
  const info = { name: "drive", version: "1.0.0" };
  if (era === "old") {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const client = new Client(info);
    const { ResourceListChangedNotificationSchema } = await import("@modelcontextprotocol/sdk/types.js");
    client.setNotificationHandler(ResourceListChangedNotificationSchema, onListChanged);
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    await client.connect(
      transport === "stdio"
        ? new StdioClientTransport({ command: target, env: environment })
        : new StreamableHTTPClientTransport(new URL(target)),
    );
    return client;
  }
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const client = new Client(info, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
    listChanged: { resources: { autoRefresh: false, onChanged: onListChanged } },
  });
  await client.connect(
    transport === "stdio"
      ? new StdioClientTransport({ command: target, env: environment })
      : new StreamableHTTPClientTransport(new URL(target)),
  );
  assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
  return client;
}

let announce;
const announced = new Promise((resolve) => (announce = resolve));
const client = await connect(() => announce());
assert.equal(client.getServerVersion().name, "webfetch-go");

const call = async (name, args, options) => {
  const result = await client.callTool({ name, arguments: args }, ...(era === "old" ? [undefined, options] : [options]));
  assert.equal(typeof result.structuredContent.success, "boolean");
  assert.equal(result.structuredContent.success, !result.isError);
  assert.equal(result.content[0].type, "text");
  return result;
};

// Tools; the client checks structured content against their output schema from
// here on, of failures too.
const { tools } = await client.listTools();
assert.deepEqual(tools.map((t) => t.name).sort(), ["ai_search_query", "chunk", "compact", "extract", "fetch"]);

let steps = [];
const page = await call("fetch", { url: `${site}/article` }, { onprogress: (p) => steps.push(p.progress) });
const packet = page.structuredContent.packet;
assert.match(packet.content, /eleven miles from the coast/);
assert.ok(page.content[0].text.includes(packet.content));
assert.equal(page.content[1].uri, `webfetch://content/${packet.source_id}`);
assert.ok(steps.length > 0, "progress was told");
assert.deepEqual(steps, [...steps].sort((a, b) => a - b));

if (!(era === "old" && transport === "http")) {
  // An old client has no stream to a stateless server that this could come on.
  await announced;
}

const failure = await call("fetch", { url: `${site}/missing` });
assert.equal(failure.structuredContent.error.code, "HTTP_ERROR");
assert.equal(failure.structuredContent.error.details.status_code, 404);
assert.equal((await call("fetch", { url: 7 })).structuredContent.error.code, "INVALID_INPUT");
assert.deepEqual((await call("ai_search_query", { query: { query: "x" } })).structuredContent.results, []);

for (const view of ["plain", "html", "raw", "links"]) {
  assert.equal((await call("fetch", { url: `${site}/article`, view })).structuredContent.view, view);
}
const extracted = await call("extract", { raw_bytes: Buffer.from("<h1>Hi</h1><p>There is some text here.</p>").toString("base64"), content_type: "text/html" });
assert.match(extracted.structuredContent.packet.content, /some text/);
const chunks = await call("chunk", { source_id: packet.source_id, options: { max_tokens: 200 } });
assert.ok(chunks.structuredContent.chunks.total_chunks > 0);
const compacted = await call("compact", { source_id: packet.source_id, options: { max_tokens: 200 } });
assert.ok(compacted.structuredContent.compacted.compacted.summary.length > 0);

// Resources.
const { resources } = await client.listResources();
const listed = resources.find((r) => r.uri === `webfetch://packet/${packet.source_id}`);
assert.ok(listed, "the packet is listed");
assert.ok(!Number.isNaN(Date.parse(listed.annotations.lastModified)));
const { contents } = await client.readResource({ uri: `webfetch://content/${packet.source_id}` });
assert.match(contents[0].text, /eleven miles/);
assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 4);
await assert.rejects(client.readResource({ uri: "webfetch://packet/ffffffffffffffff" }), (e) => e.code === -32602);

// Prompts and completion.
assert.equal((await client.listPrompts()).prompts.length, 7);
const prompt = await client.getPrompt({ name: "fetch_url", arguments: { url: "https://a.example/" } });
assert.match(prompt.messages[0].content.text, /a\.example/);
const fetched = await client.getPrompt({ name: "fetch", arguments: { url: `${site}/private/page` } });
assert.match(fetched.messages[0].content.text, /eleven miles/);
await assert.rejects(client.getPrompt({ name: "fetch_url", arguments: {} }), (e) => e.code === -32602);
const completion = await client.complete({ ref: { type: "ref/prompt", name: "fetch_url" }, argument: { name: "mode", value: "re" } });
assert.deepEqual(completion.completion.values, ["render"]);

// Many at once, and one that is cancelled.
const many = await Promise.all(Array.from({ length: 50 }, (_, i) => call("fetch", { url: `${site}/page/${i}` })));
many.forEach((r, i) => assert.ok(r.structuredContent.packet.content.includes(`The number of this page is ${i},`)));
const stop = new AbortController();
setTimeout(() => stop.abort(), 200);
await assert.rejects(call("fetch", { url: `${site}/slow/node` }, { signal: stop.signal }));
assert.equal((await call("fetch", { url: `${site}/page/1` })).structuredContent.success, true);

await client.close();
console.log("ok");
