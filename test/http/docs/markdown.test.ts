import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { startService, type TestService } from '../../support/service/service.ts'

const MAX_FULL_BYTES = 120_000
const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
/** Accept headers of agents; `test/http/kernel/negotiation.test.ts` names the sources. */
const AGENTS = {
  'Claude Code': 'text/markdown, text/html, */*',
  Cursor: 'text/markdown, text/plain;q=0.9, */*;q=0.8',
  OpenCode: 'text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1',
}
/** Codex CLI reads HTML and follows its link to the twin. */
const READERS_OF_HTML = { Chrome: CHROME, 'Codex CLI': 'text/html, */*', curl: '*/*' }
const MARKDOWN = { accept: 'text/markdown' }

/** One service for all tests: its pages are rendered and compressed on their first request. */
let service: TestService
let twins: ReadonlyMap<string, string>

before(async () => {
  service = await startService()
  twins = await listTwins()
})
after(() => service[Symbol.asyncDispose]())

/** Lists twins by the path of their pages, found by the links in the pages, as Codex CLI finds them. */
async function listTwins(): Promise<Map<string, string>> {
  const docs = await service.get('/docs', { accept: CHROME })
  const [menu = ''] = /<nav class="menu"[\s\S]+?<\/nav>/.exec(docs.text) ?? []
  const paths = [...menu.matchAll(/<a href="([^"#]+)"/g)].map(([, url = '']) => url.replace(service.base, ''))
  const twins = new Map<string, string>()
  for (const path of ['/', ...paths]) {
    const page = await service.get(path, { accept: CHROME })
    const [, twin = ''] = /<link rel="alternate" type="text\/markdown" href="([^"]+)">/.exec(page.text) ?? []
    assert.ok(twin.startsWith(service.base), `${path} links to its twin`)
    assert.match(
      page.headers.get('link') ?? '',
      new RegExp(`<${twin.slice(service.base.length)}>; rel="alternate"`),
    )
    twins.set(path, twin)
  }
  return twins
}

test('agents read the front page and the documentation as Markdown, and browsers as pages', async () => {
  for (const path of ['/', '/docs', '/docs/forms', '/docs/api', '/docs/api/forms']) {
    for (const [agent, accept] of Object.entries(AGENTS)) {
      const answer = await service.get(path, { accept })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8', `${agent} ${path}`)
      assert.match(answer.headers.get('vary') ?? '', /\bAccept(?:,|$)/)
      assert.match(
        answer.headers.get('cache-control') ?? '',
        /^private/,
        'no shared cache shows it to browsers',
      )
      assert.match(answer.text, /^# /)
      const again = await service.get(path, { accept, 'if-none-match': answer.headers.get('etag') ?? '' })
      assert.equal(again.status, 304)
    }
    const pages = new Set<string>()
    for (const [reader, accept] of Object.entries(READERS_OF_HTML)) {
      const answer = await service.get(path, { accept })
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8', `${reader} ${path}`)
      assert.match(answer.headers.get('vary') ?? '', /\bAccept(?:,|$)/)
      pages.add(answer.headers.get('etag') ?? '')
    }
    const markdown = await service.get(path, MARKDOWN)
    assert.ok(!pages.has(markdown.headers.get('etag') ?? ''), 'both have ETags of their own')
  }
})

test('every public page has a twin in Markdown, which says where the page is', async () => {
  assert.ok(twins.size > 20)
  for (const [path, url] of twins) {
    const twin = await service.get(url)
    assert.equal(twin.status, 200, url)
    assert.equal(twin.headers.get('content-type'), 'text/markdown; charset=utf-8')
    assert.equal(twin.headers.get('cache-control'), 'public, max-age=300')
    assert.equal(twin.headers.get('link'), `<${path}>; rel="canonical"`)
    assert.equal(twin.headers.get('x-robots-tag'), 'noindex')
    assert.equal((await service.get(path, MARKDOWN)).text, twin.text, path)
    if (path !== '/')
      assert.equal((await service.get(url.replace(/\.md$/, ''), MARKDOWN)).text, twin.text, url)
    assert.equal(twin.text.match(/^# /gm)?.length, 1 + countInCode(twin.text), `${path}: one heading`)
    if (path !== '/') assert.ok(twin.text.includes(`\n> Page: ${service.base}${path} · `), path)
    assert.doesNotMatch(twin.text, /<!--|\n\n\n/, path)
  }
})

test('every link in a twin leads to another twin or a text of this instance', async () => {
  const known = new Map<string, string>()
  let followed = 0
  for (const url of twins.values()) {
    const { text } = await service.get(url)
    for (const [, target = ''] of text
      .replaceAll(/```[\s\S]*?```|`[^`\n]+`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g)) {
      if (target.startsWith('#')) continue
      const [address = '', anchor] = target.split('#')
      assert.ok(address.startsWith(`${service.base}/`), `${url} links to ${target}`)
      if (!known.has(address)) {
        const answer = await service.get(address)
        assert.equal(answer.status, 200, `${url} links to ${target}`)
        assert.doesNotMatch(answer.headers.get('content-type') ?? '', /html/, target)
        known.set(address, answer.text)
      }
      if (anchor) assert.ok(listAnchors(known.get(address) ?? '').includes(anchor), target)
      followed += 1
    }
  }
  assert.ok(followed > 50)
})

test('commands in twins call this instance', async () => {
  for (const url of twins.values()) {
    const { text } = await service.get(url)
    for (const [, command = ''] of text.matchAll(/```(?:sh|js|html|text)\n([\s\S]+?)```/g)) {
      if (!/\bcurl |baseURL/.test(command)) continue
      const hosts = [...command.matchAll(/https?:\/\/(?:127\.0\.0\.1|localhost)[:\d]*/g)].map(
        ([host]) => host,
      )
      assert.deepEqual(
        hosts.filter((host) => host !== service.base),
        [],
        command,
      )
    }
  }
})

test('the twin of an API page has every operation with its errors', async () => {
  const { text } = await service.get('/docs/api/forms.md')
  assert.match(text, /^# Forms \(Public API\)\n/)
  assert.match(text, /\n`POST \/new`\n/)
  assert.ok(text.includes(`curl ${service.base}/new`))
  assert.match(text, /^- `recipient` \*string[^*]*required\*/m)
  assert.match(text, /^- `400 recipient_placeholder`: /m)
  assert.match(text, /^#### `201`\n\n\S/m)
  const index = await service.get('/docs/api.md')
  assert.ok(index.text.includes(`### [Forms](${service.base}/docs/api/forms.md)`))
  assert.match(index.text, /^- `POST \/new` /m)
})

test('llms-full.txt is llms.txt and the twins, joined, up to its limit', async () => {
  const full = await service.get('/llms-full.txt')
  assert.equal(full.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.ok(Buffer.byteLength(full.text) <= MAX_FULL_BYTES, `${Buffer.byteLength(full.text)} bytes`)
  const [index, ...pages] = [...twins.values()]
  const shown = await Promise.all(pages.map(async (url) => ({ url, text: (await service.get(url)).text })))
  const [, rest = ''] = full.text.split('\n---\n\n# Not in this file\n')
  const isLeftOut = ({ url }: { url: string }) => rest.includes(`](${url})`)
  const joined = shown.filter((twin) => !isLeftOut(twin)).map(({ text }) => text)
  assert.ok(joined.length >= 7, 'at least all guides to the product are in it')
  const head = [(await service.get(String(index))).text, ...joined].join('\n---\n\n')
  assert.equal(full.text, rest === '' ? head : `${head}\n---\n\n# Not in this file\n${rest}`)
  assert.equal(rest.match(/^- /gm)?.length ?? 0, shown.length - joined.length, 'the others are listed')
})

test('the front page and the documentation name what describes the service', async () => {
  for (const path of ['/', '/docs', '/docs/forms']) {
    for (const headers of [{ accept: CHROME }, MARKDOWN]) {
      const link = (await service.get(path, headers)).headers.get('link') ?? ''
      assert.ok(link.includes('</llms.txt>; rel="describedby"; type="text/plain"'), link)
      assert.ok(link.includes('</.well-known/api-catalog>; rel="api-catalog"'), link)
    }
  }
})

test('no text for agents repeats the Host header', async () => {
  const { form_id } = await service.createEndpoint()
  for (const path of [
    '/',
    '/index.md',
    '/docs/forms',
    '/llms.txt',
    '/llms-full.txt',
    `/f/${form_id}`,
    '/nowhere',
  ]) {
    const answer = await withHost(service, path)
    assert.ok(answer.includes(service.base), path)
    assert.ok(!answer.includes('evil.example'), path)
  }
})

/** Gets an address as a client that names another host. */
async function withHost({ port }: TestService, path: string): Promise<string> {
  const headers = { ...MARKDOWN, host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request({ port, path, headers }, (answer) => resolve(readText(answer)))
    .on('error', reject)
    .end()
  return promise
}

/** Counts the lines in code that look like headings: comments of a shell. */
function countInCode(text: string): number {
  return [...text.matchAll(/```[\s\S]*?```/g)].flatMap(([block]) => block.match(/^# /gm) ?? []).length
}

function listAnchors(text: string): string[] {
  return [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  )
}
