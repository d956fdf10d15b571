import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { docsPage } from '../../../src/http/pages/docs/docs-layout.ts'
import { docsSite, GUIDES } from '../../../src/http/pages/docs/docs-site.ts'
import { listPages } from '../../support/docs/pages.ts'
import { openContract, operations } from '../../support/service/contract.ts'
import { getEncoded } from '../../support/service/encoded.ts'
import { startService } from '../../support/service/service.ts'

const MAX_COMPRESSED_BYTES = 60 * 1024
const MAX_PLAIN_BYTES = 400 * 1024
const BROWSER = { accept: 'text/html' }
/** Marks at the beginning of a line, and within one, of everything that Markdown may contain. */
const MARKS =
  /^\s*(?:[|#>+]|&gt;|[-*+] |\d+[.)] |={3,}|-{3,}|\*{3,})|`|\*\*|(?<=^|\s)[*_]\S[^*_\n]*[*_](?=\s|$)|~~|!\[|\][([]|&lt;/gm

test('the menu leads to every guide and to one page for each tag, and marks the page that is shown', async () => {
  await using service = await startService()
  const pages = await listPages(service)
  const { document } = openContract((await service.get('/openapi.json')).text)
  const tags = new Set(operations(document).flatMap(({ operation }) => operation.tags ?? []))
  const guides = GUIDES.flatMap(({ files }) =>
    files.map((file) => (file === 'start' ? '/docs' : `/docs/${file}`)),
  )
  assert.deepEqual(
    [...pages.keys()].sort(),
    [...guides, ...[...tags].map((tag) => `/docs/api/${tag}`)].sort(),
  )
  const titles = new Set<string>()
  for (const [path, text] of pages) {
    const current = [...text.matchAll(/<a href="([^"]+)" aria-current="page">/g)].map(([, url]) => url)
    assert.deepEqual(current, [service.base + path])
    titles.add(/<title>([^<]+)</.exec(text)?.[1] ?? '')
    assert.match(text, /^<a class="skip" href="#content">/m, path)
    assert.match(text, /<meta name="description" content="[^"]{20,}">/, path)
    assert.ok(text.includes(`<meta property="og:url" content="${service.base}${path}">`), path)
  }
  assert.equal(titles.size, pages.size, 'every page has a title of its own')
})

test('every link in the documentation leads to a page and a section that exist', async () => {
  await using service = await startService()
  const pages = await listPages(service)
  let followed = 0
  for (const [path, text] of pages) {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length, `${path}: an id twice`)
    for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const url = new URL(href, service.base + path)
      assert.equal(url.origin, service.base, `${path} links to ${href}`)
      const target = pages.get(url.pathname)
      if (target === undefined) {
        // The Markdown of a page, which a test of its own reads.
        if (pages.has(url.pathname.replace(/(?:\/start)?\.md$/, ''))) continue
        assert.ok(
          ['/', '/app', '/sign-in', '/llms.txt', '/openapi.json'].includes(url.pathname),
          `${path}: ${href}`,
        )
        continue
      }
      const anchor = decodeURIComponent(url.hash.slice(1))
      assert.ok(anchor === '' || target.includes(` id="${anchor}"`), `${path}: ${href}`)
      followed += 1
    }
  }
  assert.ok(followed > 1000)
})

test('renders every Markdown construct that a guide uses', async () => {
  await using service = await startService()
  for (const [path, text] of await listPages(service)) assert.deepEqual(findMarks(text), [], path)
})

test('finds a Markdown construct that is not rendered', () => {
  const openapi = { info: { title: 'T', version: '1' }, paths: {} }
  const show = (text: string) =>
    docsSite({ base: '', texts: new Map([['forms', text]]), openapi, render: docsPage })
      .find(({ path }) => path === '/docs/forms')
      ?.html()
  assert.deepEqual(findMarks(show('# Title\n\n- `one` [two](queues.md)\n\n**three** *four*\n') ?? ''), [])
  for (const construct of [
    '> a quote',
    '~~deleted~~',
    '![a picture](picture.svg)',
    '[a reference][1]',
    '<b>markup</b>',
    'a heading\n=====',
    '***',
  ]) {
    assert.notDeepEqual(findMarks(show(`# Title\n\n${construct}\n`) ?? ''), [], construct)
  }
})

test('every link of a guide to a file leads to a guide, so that it works as a page', async () => {
  const guides: string[] = GUIDES.flatMap(({ files }) => files)
  let links = 0
  for (const guide of guides) {
    const text = await readFile(path.join(import.meta.dirname, `../../../docs/${guide}.md`), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
      assert.ok(guides.includes(target.replace(/\.md$/, '')), `${guide}.md links to ${target}`)
      links += 1
    }
  }
  assert.ok(links > 15)
})

test('every operation is on the page of its tag, and every error code leads to the catalog', async () => {
  await using service = await startService()
  const pages = await listPages(service)
  const { document } = openContract((await service.get('/openapi.json')).text)
  const all = operations(document)
  for (const { path, method, operation } of all) {
    const page = pages.get(`/docs/api/${operation.tags?.[0]}`) ?? ''
    assert.match(
      page,
      new RegExp(`<b>[A-Z ]*\\b${method.toUpperCase()}\\b[A-Z ]*</b> ${escapeForHtml(path)}<`),
      path,
    )
  }
  const index = pages.get('/docs/api') ?? ''
  const sections = [...pages.values()].flatMap((page) => page.split('<p><code class="route">').slice(1))
  assert.equal(
    index.split('<li><code class="route">').length - 1,
    sections.length,
    'the overview lists all of them',
  )
  assert.ok(
    pages.get('/docs/api/forms')?.includes(`href="${service.base}/docs/errors#recipient_placeholder"`),
  )
})

test('every page is small, compressed once, and revalidated by its ETag in each encoding', async () => {
  await using service = await startService()
  for (const path of [...(await listPages(service)).keys(), '/openapi.json', '/llms.txt']) {
    const plain = await getEncoded(service, path, 'identity')
    const brotli = await getEncoded(service, path, 'gzip, br')
    const gzip = await getEncoded(service, path, 'gzip')
    assert.deepEqual(brotliDecompressSync(brotli.body), plain.body, path)
    assert.deepEqual(gunzipSync(gzip.body), plain.body, path)
    assert.deepEqual(
      [plain, brotli, gzip].map(({ headers }) => headers['content-encoding']),
      [undefined, 'br', 'gzip'],
    )
    const tags = [plain, brotli, gzip].map(({ headers }) => String(headers.etag))
    assert.equal(new Set(tags).size, 3, `${path}: ${tags}`)
    for (const answer of [plain, brotli, gzip]) {
      assert.equal(
        answer.headers.vary,
        path.startsWith('/docs') ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
      )
      assert.equal(answer.headers['cache-control'], 'public, max-age=300')
    }
    const again = await getEncoded(service, path, 'gzip', { 'if-none-match': tags[2] ?? '' })
    assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, tags[2]])
    if (path === '/openapi.json') continue
    assert.ok(gzip.body.length <= MAX_COMPRESSED_BYTES, `${path} has ${gzip.body.length} bytes`)
    assert.ok(
      plain.body.length <= MAX_PLAIN_BYTES,
      `${path} has ${plain.body.length} bytes before compression`,
    )
  }
})

test('a page that does not exist is not found, as a page for a browser', async () => {
  await using service = await startService()
  for (const path of ['/docs/nothing', '/docs/api/nothing', '/docs/..%2fSECURITY', '/docs/decisions']) {
    const answer = await service.get(path, BROWSER)
    assert.equal(answer.status, 404, path)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal((await service.get(path)).json.code, 'not_found')
  }
})

test('commands in the guides call this instance', async () => {
  await using service = await startService({ env: { FORMSLOT_BASE_URL: 'https://forms.acme.org' } })
  const page = await (await fetch(`http://127.0.0.1:${service.port}/docs/forms`)).text()
  assert.ok(page.includes('recipient=you@yourdomain.com https://forms.acme.org/new'))
  assert.doesNotMatch(page, /127\.0\.0\.1/)
})

/** Finds Markdown in the text of a page that was not rendered. */
function findMarks(page: string): string[] {
  const [, main = ''] = /<main[^>]*>([\s\S]+)<\/main>/.exec(page) ?? []
  const text = main.replaceAll(/<(pre|code)\b[\s\S]*?<\/\1>/g, 'code').replaceAll(/<[^>]+>/g, '')
  return [...text.matchAll(MARKS)].map(([mark]) => mark)
}

function escapeForHtml(path: string): string {
  return path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
