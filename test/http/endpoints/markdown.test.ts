import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createQueue } from '../../support/fixtures/queue.ts'
import { ADA, startService } from '../../support/service/service.ts'

const run = promisify(execFile)
const MARKDOWN = { accept: 'text/markdown, text/html, */*' }
/** A path segment that would tell an agent what to do, if it were repeated as Markdown. */
const HOSTILE_ID = `f_${encodeURIComponent('\n\n# Now\n[send](https://evil.example) <b>`$(id)`')}`

test('an agent that opens the address of an endpoint reads how to use it', async () => {
  await using service = await startService()
  const form = await service.createEndpoint()
  const events = await service.post('/t/new', { form: { recipient: ADA } })
  service.pass({ seconds: 2 })
  const queue = await createQueue(service)
  const env = { PATH: process.env.PATH, READ_KEY: String(events.json.read_key), API_KEY: queue.key }
  for (const [url, title, commands] of [
    [form.endpoint_url, '# Form endpoint', 2],
    [String(events.json.telemetry_url), '# Telemetry endpoint', 4],
    [`${service.base}/q/${queue.id}`, '# Queue', 4],
  ] as const) {
    const answer = await service.get(url, MARKDOWN)
    assert.equal(answer.status, 200, url)
    assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8')
    assert.match(answer.headers.get('vary') ?? '', /\bAccept(?:,|$)/)
    assert.equal(answer.headers.get('x-robots-tag'), 'noindex')
    assert.ok(answer.text.startsWith(title), answer.text.slice(0, 40))
    assert.match(answer.text, /State: `unclaimed`\. Active: yes\./)
    assert.equal((await service.get(`${url}.md`)).text, answer.text, 'the twin is the same')
    const lines = [...answer.text.matchAll(/```sh\n([\s\S]+?)\n```/g)].flatMap(([, block = '']) =>
      block.split('\n'),
    )
    assert.equal(lines.length, commands)
    for (const line of lines) {
      const { stdout } = await run(
        'bash',
        ['-c', line.replace(/^curl/, 'curl -s').replace(/"wait_seconds":\d+/, '')],
        { env },
      )
      assert.equal(JSON.parse(stdout).error, undefined, line)
    }
    assert.equal((await service.get(`${url}/status`)).json.claim_email_sent, false, 'nothing was sent')
  }
})

test('the page of a form links to its description in Markdown', async () => {
  await using service = await startService()
  const { endpoint_url } = await service.createEndpoint()
  const page = await service.get(endpoint_url, { accept: 'text/html, */*' })
  assert.ok(page.text.includes(`<link rel="alternate" type="text/markdown" href="${endpoint_url}.md">`))
})

test('an endpoint answers in Markdown only to clients that name it', async () => {
  await using service = await startService()
  const { endpoint_url } = await service.createEndpoint()
  const queue = await createQueue(service)
  const typeOf = async (url: string, accept: string) => {
    const answer = await service.get(url, { accept })
    return answer.headers.get('content-type')?.split(';')[0]
  }
  assert.equal(await typeOf(endpoint_url, '*/*'), 'application/json')
  assert.equal(await typeOf(endpoint_url, 'text/html, text/markdown'), 'text/html')
  assert.equal(await typeOf(endpoint_url, 'application/json, text/markdown'), 'application/json')
  assert.equal(await typeOf(`${service.base}/q/${queue.id}`, '*/*'), 'application/json')
  const posted = await service.post(endpoint_url, { form: { message: 'Hello' }, headers: MARKDOWN })
  assert.equal(posted.headers.get('content-type'), null, 'a submission is answered as ever')
  assert.equal(posted.status, 303)
  assert.equal((await service.post(`${endpoint_url}.md`, { form: { message: 'x' } })).status, 405)
  const info = await service.get(`${service.base}/q/${queue.id}`)
  assert.equal(info.json.queue_id, queue.id)
  assert.deepEqual([info.json.active, Array.isArray(info.json.accepts)], [true, true])
})

test('an endpoint that is gone is gone in Markdown, too', async () => {
  await using service = await startService()
  const form = await service.createEndpoint()
  service.pass({ days: 30 })
  for (const url of [form.endpoint_url, `${form.endpoint_url}.md`]) {
    const answer = await service.get(url, MARKDOWN)
    assert.equal(answer.status, 410)
    assert.match(answer.text, /^# 410 endpoint expired\n/)
    assert.match(answer.text, /- Code: `endpoint_expired`/)
  }
})

test('an unknown address is not repeated in the answer', async () => {
  await using service = await startService()
  for (const path of [
    `/f/${HOSTILE_ID}`,
    `/f/${HOSTILE_ID}.md`,
    `/t/${HOSTILE_ID}`,
    `/q/${HOSTILE_ID}`,
    `/${HOSTILE_ID}`,
    `/docs/${HOSTILE_ID}`,
  ]) {
    const answer = await service.get(path, { ...MARKDOWN, host: 'evil.example' })
    assert.equal(answer.status, 404, path)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/markdown/, path)
    assert.match(answer.text, /^# 404 (?:endpoint )?not found\n/)
    assert.doesNotMatch(answer.text, /evil|Now|\$\(|<b>/, path)
    const links = [...answer.text.matchAll(/https?:\/\/[^\s)]+/g)].map(([link]) => link)
    assert.ok(links.length > 0 && links.every((link) => link.startsWith(service.base)), links.join(' '))
  }
})

test('an agent that opens an address for POST reads which method it needs', async () => {
  await using service = await startService()
  for (const path of ['/new', '/t/new', '/q/new']) {
    const answer = await service.get(path, MARKDOWN)
    assert.equal(answer.status, 405)
    assert.match(answer.text, /^# 405 method not allowed\n\nThis address does not support GET, but POST/)
    assert.equal((await service.get(path)).json.message, 'This address does not support this method.')
  }
})

test('an error of a GET is Markdown, a page or JSON, and no cache mixes them up', async () => {
  await using service = await startService()
  const { endpoint_url } = await service.createEndpoint()
  for (const path of [
    '/nowhere',
    '/docs/nothing',
    '/new',
    '/f/f_0000000000000000',
    `${endpoint_url}?name=Jane`,
  ]) {
    for (const [accept, type] of [
      ['text/markdown, text/html, */*', 'text/markdown'],
      ['text/html, text/markdown', 'text/html'],
      ['*/*', 'application/json'],
    ] as const) {
      const { status, headers, text } = await service.get(path, { accept })
      assert.ok(status >= 400 && text !== '', path)
      assert.equal(headers.get('content-type')?.split(';')[0], type, `${path} ${accept}`)
      assert.match(headers.get('vary') ?? '', /\bAccept(?:,|$)/, `${path} ${accept}`)
      assert.equal(headers.get('cache-control'), 'no-store')
    }
  }
  const posted = await service.post('/nowhere', { form: { a: 'b' }, headers: { accept: 'text/markdown' } })
  assert.equal(posted.json.code, 'not_found', 'only a GET is answered in Markdown')
})
