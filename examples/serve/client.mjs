// Drives the service (first argument) with the official client of Firecrawl, over a site (second).
import assert from 'node:assert/strict';
import Firecrawl from '@mendable/firecrawl-js';

const [apiUrl, site] = process.argv.slice(2);
const app = new Firecrawl({ apiKey: 'fc-any', apiUrl });

const page = await app.scrape(site, { formats: ['markdown', 'html', 'rawHtml', 'links'] });
assert.match(page.markdown, /^Ships lie at the quay/);
assert.match(page.html, /<p/);
assert.match(page.rawHtml, /^<!doctype html>/);
assert.ok(page.links.includes(site + '/docs/2'));
assert.equal(page.metadata.title, 'The quay');
assert.equal(page.metadata.statusCode, 200);
assert.equal(page.metadata.sourceURL.replace(/\/$/, ''), site);
const part = await app.scrape(site, { includeTags: ['table'], excludeTags: ['nav'], maxAge: 0, timeout: 20000 });
assert.match(part.markdown, /Depth/);
assert.doesNotMatch(part.markdown, /Ships/);
const whole = await app.scrape(site, { onlyMainContent: false });
assert.match(whole.markdown, /Home/);
await assert.rejects(app.scrape(site, { actions: [{ type: 'wait', milliseconds: 1 }] }), /actions is not supported/);
await assert.rejects(app.scrape(site + '/gone'), (e) => e.code === 'HTTP_ERROR' && e.status === 422);
await assert.rejects(app.search('tides'), /search is not supported/);

const map = await app.map(site);
assert.deepEqual(map.links.map((l) => l.url.replace(site, '')).filter((u) => u.startsWith('/docs')).sort(), ['/docs/1', '/docs/2', '/docs/3', '/docs/4']);
assert.deepEqual((await app.map(site, { search: 'two', sitemap: 'skip' })).links, [{ url: site + '/docs/2', title: 'Part two', description: undefined }]);
assert.deepEqual((await app.map(site, { sitemap: 'only', limit: 1 })).links.map((l) => l.url), [site + '/docs/4']);

const crawl = await app.crawl(site, { limit: 20, pollInterval: 1, scrapeOptions: { formats: ['markdown'] } });
assert.equal(crawl.status, 'completed');
assert.equal(crawl.data.length, 5);
assert.equal(crawl.completed, 5);
const started = await app.startCrawl(site, { limit: 20, includePaths: ['^/docs/[12]$'] });
let status;
do { await new Promise((next) => setTimeout(next, 200)); status = await app.getCrawlStatus(started.id); } while (status.status === 'scraping');
assert.deepEqual(status.data.map((d) => d.metadata.title).sort(), ['Part 1', 'Part 2', 'The quay']);
const failures = await app.getCrawlErrors(started.id);
assert.deepEqual(failures, { errors: [], robotsBlocked: [] });
assert.equal(await app.cancelCrawl(started.id), false);

const batch = await app.batchScrape([site + '/docs/1', site + '/gone', site + '/private'], { options: { formats: ['markdown'] }, pollInterval: 1 });
assert.equal(batch.status, 'completed');
assert.deepEqual(batch.data.map((d) => d.metadata.title), ['Part 1']);
const missing = await app.getBatchScrapeErrors(batch.id);
assert.deepEqual(missing.errors.map((e) => e.code), ['HTTP_ERROR']);
assert.deepEqual(missing.robotsBlocked, [site + '/private']);

const old = app.v1;
assert.match((await old.scrapeUrl(site, { formats: ['markdown'] })).markdown, /^Ships lie/);
assert.ok((await old.mapUrl(site, {})).links.includes(site + '/docs/3'));
const oldCrawl = await old.crawlUrl(site, { limit: 3, maxDepth: 2 }, 1);
assert.equal(oldCrawl.status, 'completed');
assert.equal(oldCrawl.data.length, 3);
const oldBatch = await old.batchScrapeUrls([site + '/docs/1'], { formats: ['markdown'] }, 1);
assert.equal(oldBatch.data.length, 1);
console.log('ok');
