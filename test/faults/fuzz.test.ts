import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { signIn } from '../support/fixtures/owner.ts'
import { createClaimedQueue } from '../support/fixtures/queue.ts'
import { seededRandom } from '../support/fixtures/seeded-random.ts'
import { startService } from '../support/service/service.ts'

/** FUZZ_REQUESTS=20000 is the long run. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000)
const CONCURRENT = 16
const NO_LIMITS = {
  FORMSLOT_SUBMIT_RATE: '0',
  FORMSLOT_CALL_RATE: '0',
  FORMSLOT_CREATE_PER_HOUR: '0',
  FORMSLOT_CREATE_SPACING_MS: '0',
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND']
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=windows-1252',
  'application/x-www-form-urlencoded; charset=nonsense',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'application/x-ndjson',
  'text/html;;;=',
  '',
]
const BODIES = [
  '',
  '{',
  '{}',
  '[]',
  '[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]',
  'null',
  '"\\ud800"',
  '{"__proto__":{"a":1},"constructor":"x","toString":1}',
  '{"name":"a","props":{"a":1e999,"b":-0,"c":"\\u0000"}}',
  '{"messages":[{"body":1},{"body":{"a":[1,2,{"b":null}]}}]}',
  '{"acks":[{"lease_id":"lease_x"}],"retries":[{"lease_id":1}]}',
  '{"batch_size":1e9,"visibility_timeout_ms":-1,"wait_seconds":0}',
  '{"settings":{"allowed_origins":["https://a.example","%"],"honeypot":"\\u202e"}}',
  '{"expires_at":"9999-99-99T99:99:99Z","name":"k","scopes":["read","read"]}',
  'recipient=ada%40lovelace.dev&honeypot=%00',
  'a=1&a=2&a[]=3&a[b][c]=4&__proto__=5',
  '%FF%FE=%C3%28&_charset_=utf-7',
  `${'a'.repeat(300)}=${'b'.repeat(70_000)}`,
  '--x\r\nContent-Disposition: form-data; name="a"; filename="../../etc/passwd"\r\n\r\nfile\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data\r\n\r\n',
]
const PIECES = [
  '%00',
  '%2e%2e',
  '..',
  '%C3%28',
  '�',
  "'",
  '"',
  '<script>',
  'null',
  '-1',
  '9'.repeat(40),
  'x'.repeat(3000),
  '',
]
const QUERIES = [
  'dry_run=1',
  'dry_run=maybe',
  'cursor=AAAA',
  'cursor=%00',
  'limit=0',
  'limit=1e9',
  'q=%22%22%22*%20OR%20-',
  'since=yesterday&until=0000-00-00',
  'folder=spam&folder=inbox',
  'format=csv',
  'a=%',
  'wait_seconds=0',
]
const HEADERS: readonly [string, string][] = [
  ['accept', 'text/html'],
  ['accept', 'application/json;q=zzz, */*;q=2'],
  ['accept-language', 'xx-YY;q=1,,,,de'],
  ['idempotency-key', 'order-0001'],
  ['idempotency-key', 'x'.repeat(400)],
  ['if-match', '"1"'],
  ['if-none-match', 'W/"'],
  ['origin', 'null'],
  ['origin', 'https://shop.example'],
  ['referer', 'not a url'],
  ['content-encoding', 'gzip'],
  ['authorization', 'Bearer ak_nonsense'],
  ['authorization', 'Basic AAAA'],
  ['cookie', 'formslot_session=a; formslot_session=b; ;;='],
  ['x-forwarded-for', '::ffff:999.1.1.1, unknown, 10.0.0.1'],
  ['range', 'bytes=5-1'],
  ['last-event-id', '-1'],
]

test('answers no malformed request with an error of its own', { timeout: 600_000 }, async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  t.diagnostic(`SEED=${seed}, ${REQUESTS} requests`)
  const random = seededRandom(seed)
  const pick = <Value>(all: readonly Value[]) => all[Math.floor(random() * all.length)] as Value
  await using service = await startService({ env: NO_LIMITS })
  const queue = await createClaimedQueue(service)
  const ada = await signIn(service)
  const telemetry =
    String((await ada.post('/telemetry')).json.telemetry_url)
      .split('/')
      .at(-1) ?? ''
  const ids = [ada.endpoint.form_id, telemetry, queue.id]
  const { paths } = (await service.get('/openapi.json')).json as { paths: Record<string, object> }
  const credentials: readonly [string, string][] = [
    ['authorization', `Bearer ${queue.key}`],
    ['cookie', ada.cookie],
  ]

  function createRequest() {
    const [address, offered] = pick(Object.entries(paths))
    const path = address.replaceAll(/\{[^}]+\}/g, () => (random() < 0.5 ? pick(ids) : pick(PIECES)))
    const own = random() < 0.4 ? [pick(credentials), ['sec-fetch-site', 'same-origin'] as const] : []
    const odd = Array.from({ length: Math.floor(random() * 4) }, () => pick(HEADERS))
    const type = pick(TYPES)
    return {
      method: random() < 0.8 ? pick(Object.keys(offered)).toUpperCase() : pick(METHODS),
      path: encodeURI(path).replaceAll('%25', '%') + (random() < 0.4 ? `?${pick(QUERIES)}` : ''),
      headers: Object.fromEntries([...odd, ...own, ...(type ? [['content-type', type]] : [])]),
      body: random() < 0.7 ? pick(BODIES) : '',
    }
  }

  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
  const send = ({ body, ...options }: ReturnType<typeof createRequest>) =>
    new Promise<number>((resolve, reject) => {
      const hasBody = options.method !== 'GET' && options.method !== 'HEAD'
      // Without a length, Node sends the body of a DELETE as if it were the next request.
      const length = hasBody ? { 'content-length': Buffer.byteLength(body) } : {}
      const headers = { ...options.headers, ...length }
      const sent = request(service.base, { ...options, headers, agent }, (answer) => {
        // A stream of events does not end by itself.
        if (answer.headers['content-type']?.startsWith('text/event-stream')) answer.destroy()
        answer.resume()
        answer.once('close', () => resolve(answer.statusCode ?? 0))
      })
      sent.once('error', reject)
      sent.end(hasBody ? body : undefined)
    })

  const statuses = new Map<number, number>()
  let left = REQUESTS
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      while (left > 0) {
        left -= 1
        const one = createRequest()
        const status = await send(one).catch((error: Error) =>
          assert.fail(`${JSON.stringify(one)}: ${error}`),
        )
        assert.ok(status >= 200 && status < 500, `${status} to ${JSON.stringify(one)}`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  agent.destroy()
  t.diagnostic(
    [...statuses]
      .sort()
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  )
  assert.equal((await service.get('/healthz')).status, 200)
})
