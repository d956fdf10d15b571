import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import type { SpamEngines } from '../../../src/config/spam-engines.ts'
import { createEngines, type Engines } from '../../../src/judging/engines/engines.ts'
import { openLog } from '../../../src/runtime/log.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { openRawServer, type RawServer } from '../../support/judging/raw-server.ts'
import { until } from '../../support/service/until.ts'

const SUBMISSION = {
  id: 'sub_1',
  formId: 'f_abc',
  receivedAt: new Date('2026-11-23T12:00:00Z'),
  fields: [{ name: 'message', value: 'Hello' }],
}
const SPAMD_TABLE = [
  'Content preview: ---- ---------------------- ---',
  ' 9.9 QUOTED_BY_MALLORY      not a rule',
  ' pts rule name              description',
  '---- ---------------------- --------------------------------------------------',
  '-0.0 NO_RELAYS              Informational',
  ' 0.7 DRUG_ED_ONLINE         BODY: Fast Viagra Delivery',
  '                            [more about it]',
  '1000 GTUBE                  BODY: Generic Test',
  ' 1.8 DRUGS_ERECTILE         Refers to a drug',
  '',
].join('\n')
const RSPAMD_BODY = JSON.stringify({
  score: 7.5,
  required_score: 15,
  action: 'add header',
  symbols: {
    SMALL: { score: 0.5 },
    HEAVY: { score: 6 },
    HAM: { score: -1 },
    NOTHING: { score: 0 },
    'evil"><script>': { score: 9 },
  },
})

function rspamdAnswer(body: string, status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}

function spamdAnswer(spam: string, body = SPAMD_TABLE): string {
  return `SPAMD/1.1 0 EX_OK\r\nContent-length: ${Buffer.byteLength(body)}\r\nSpam: ${spam}\r\n\r\n${body}`
}

const atPort = (port: number): SpamEngines => ({
  rspamd: {
    url: `http://127.0.0.1:${port}`,
    controller: { url: `http://127.0.0.1:${port}`, password: 'pw' },
  },
  spamd: { host: '127.0.0.1', port, learns: true },
})

/** Time limit of requests that are answered, on a busy machine too. */
const PATIENCE_MS = 30_000
/** Time limit of a server that hangs. */
const HANG_MS = 400

type Bench = {
  engines: Engines
  logged(): Record<string, unknown>[]
  /** Requests counted, by their labels. */
  counted(): Promise<string[]>
}

function openBench(settings: SpamEngines, timeoutMs = PATIENCE_MS): Bench {
  const lines: string[] = []
  const sink = new Writable({
    write(line, _, done) {
      lines.push(String(line))
      done()
    },
  })
  const metrics = createMetrics()
  const engines = createEngines({
    settings,
    domain: 'forms.acme.org',
    log: openLog('info', sink),
    metrics,
    timeoutMs,
  })
  assert.ok(engines)
  return {
    engines,
    logged: () => lines.map((line) => JSON.parse(line)),
    async counted() {
      const text = await metrics.render()
      return text
        .split('\n')
        .filter((line) => /^formslot_spam_engine_(?:requests_total|unavailable)\{/.test(line))
    },
  }
}

const judge = ({ engines }: Bench, signal = new AbortController().signal) => engines.judge(SUBMISSION, signal)

/** A server whose port is closed again. */
async function findClosedPort(): Promise<number> {
  await using server = await openRawServer(() => {})
  return server.port
}

test('without an engine there is nothing to ask', () => {
  const settings = { rspamd: null, spamd: null }
  assert.equal(
    createEngines({ settings, domain: 'acme.org', log: openLog('silent'), metrics: createMetrics() }),
    null,
  )
})

test('an answer becomes points and the heaviest rules', async () => {
  await using server = await openRawServer((socket, received) => {
    socket.end(received.startsWith('POST') ? rspamdAnswer(RSPAMD_BODY) : spamdAnswer('True ; 1004.5 / 5.0'))
  })
  const bench = openBench(atPort(server.port))
  assert.deepEqual(await judge(bench), {
    points: 7.5,
    reasons: [
      'rspamd:HEAVY',
      'rspamd:SMALL',
      'spamassassin:GTUBE',
      'spamassassin:DRUGS_ERECTILE',
      'spamassassin:DRUG_ED_ONLINE',
    ],
    unanswered: [],
  })
  assert.deepEqual(bench.logged(), [])
  const sent = server.received.toSorted()
  assert.match(sent[0] ?? '', /^POST \/checkv2 HTTP\/1\.1\r\n/)
  assert.match(sent[1] ?? '', /^REPORT SPAMC\/1\.5\r\nContent-length: \d+\r\n\r\n(?!Received)/)
})

test('points are capped at 5 in either direction, and follow the threshold of the engine', async () => {
  const expected = [
    ['True ; 5.0 / 5.0', 5],
    ['False ; 4.9 / 5.0', 4.9],
    ['True ; 99999 / 5.0', 5],
    ['False ; -2.5 / 5.0', -2.5],
    ['False ; -100 / 5.0', -5],
    ['False ; 0.0 / 5.0', 0],
    ['False ; 1.0 / 8.0', 0.63],
  ] as const
  for (const [spam, points] of expected) {
    await using server = await openRawServer((socket) => socket.end(spamdAnswer(spam)))
    const bench = openBench({ rspamd: null, spamd: { host: '127.0.0.1', port: server.port, learns: false } })
    assert.equal((await judge(bench)).points, points, spam)
  }
})

const cut = (socket: Socket) => socket.resetAndDestroy()
const FAILURES: readonly [name: string, behave: (socket: Socket, received: string) => void, cause: string][] =
  [
    ['never answers', () => {}, 'timeout'],
    [
      'stops in the middle of its answer',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{'),
      'timeout',
    ],
    [
      'closes in the middle of its answer',
      (socket, received) =>
        socket.end(
          (received.startsWith('POST') ? rspamdAnswer(RSPAMD_BODY) : spamdAnswer('True ; 9.0 / 5.0')).slice(
            0,
            -20,
          ),
        ),
      'cut_off',
    ],
    [
      'is killed in the middle of its answer',
      (socket) => socket.write('SPAMD/1.1 0 EX', () => cut(socket)),
      'cut_off|unreadable',
    ],
    ['closes without an answer', (socket) => socket.end(), 'cut_off'],
    ['resets the connection', cut, 'cut_off'],
    ['answers garbage', (socket) => socket.end('\0\x01\x02 garbage \r\n\r\n'), 'unreadable'],
    [
      'answers an empty object',
      (socket, received) => socket.end(received.startsWith('POST') ? rspamdAnswer('{}') : spamdAnswer('')),
      'unreadable',
    ],
    [
      'answers a threshold of 0',
      (socket, received) =>
        socket.end(
          received.startsWith('POST')
            ? rspamdAnswer('{"score":1,"required_score":0,"symbols":{}}')
            : spamdAnswer('True ; 1.0 / 0.0'),
        ),
      'unreadable',
    ],
    [
      'answers numbers that are none',
      (socket, received) =>
        socket.end(
          received.startsWith('POST')
            ? rspamdAnswer('{"score":"1","required_score":5,"symbols":{}}')
            : spamdAnswer('True ; Infinity / nan'),
        ),
      'unreadable',
    ],
    [
      'answers more than we read',
      (socket, received) => {
        const body = 'x'.repeat(300 * 1024)
        socket.end(received.startsWith('POST') ? rspamdAnswer(body) : spamdAnswer('True ; 9.0 / 5.0', body))
      },
      'unreadable',
    ],
    [
      'switches protocols',
      (socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'timeout',
    ],
    [
      'refuses the request',
      (socket, received) =>
        socket.end(
          received.startsWith('POST')
            ? rspamdAnswer('{"error":"invalid command"}', '500 invalid command')
            : 'SPAMD/1.0 76 Bad header line: \r\n',
        ),
      'refused',
    ],
  ]

const HANGS = ['never answers', 'stops in the middle of its answer', 'switches protocols']

for (const [name, behave, cause] of FAILURES) {
  test(`an engine that ${name} gives no points, and is logged once`, async () => {
    let isBroken = true
    await using server = await openRawServer((socket, received) => {
      if (isBroken) behave(socket, received)
      else
        socket.end(received.startsWith('POST') ? rspamdAnswer(RSPAMD_BODY) : spamdAnswer('False ; 0.0 / 5.0'))
    })
    const bench = openBench(atPort(server.port), HANGS.includes(name) ? HANG_MS : PATIENCE_MS)
    const none = { points: 0, reasons: [], unanswered: ['rspamd', 'spamassassin'] }
    assert.deepEqual(await judge(bench), none)
    assert.deepEqual(await judge(bench), none)
    const begun = bench.logged()
    assert.deepEqual(begun.map(({ msg, engine }) => `${msg} ${engine}`).sort(), [
      'spam_engine_unavailable rspamd',
      'spam_engine_unavailable spamassassin',
    ])
    for (const line of begun) assert.match(String(line.cause), new RegExp(`^(?:${cause})$`))
    isBroken = false
    assert.equal((await judge(bench)).points, 2.5)
    assert.deepEqual(
      bench
        .logged()
        .slice(2)
        .map(({ msg, engine }) => `${msg} ${engine}`)
        .sort(),
      ['spam_engine_available rspamd', 'spam_engine_available spamassassin'],
    )
  })
}

test('an engine that nobody listens for is unreachable, and counted by engine and cause', async () => {
  const bench = openBench(atPort(await findClosedPort()))
  await judge(bench)
  assert.deepEqual(await bench.counted(), [
    'formslot_spam_engine_requests_total{engine="rspamd",task="judge",result="unreachable"} 1',
    'formslot_spam_engine_requests_total{engine="spamassassin",task="judge",result="unreachable"} 1',
    'formslot_spam_engine_unavailable{engine="rspamd"} 1',
    'formslot_spam_engine_unavailable{engine="spamassassin"} 1',
  ])
})

test('one engine that fails leaves the verdict of the other', async () => {
  await using server = await openRawServer((socket, received) => {
    if (received.startsWith('POST')) cut(socket)
    else socket.end(spamdAnswer('True ; 9.0 / 5.0'))
  })
  const { points, unanswered } = await judge(openBench(atPort(server.port)))
  assert.deepEqual({ points, unanswered }, { points: 5, unanswered: ['rspamd'] })
})

test('at most 4 requests ask an engine at the same time', async () => {
  const open: Socket[] = []
  await using server: RawServer = await openRawServer((socket) => open.push(socket))
  const bench = openBench(
    { rspamd: null, spamd: { host: '127.0.0.1', port: server.port, learns: false } },
    10_000,
  )
  const all = Array.from({ length: 10 }, () => judge(bench))
  await until(() => open.length === 4)
  const answer = () => {
    for (const socket of open.splice(0)) socket.end(spamdAnswer('True ; 5.0 / 5.0'))
  }
  answer()
  await until(() => open.length === 4)
  assert.equal(server.connections(), 8)
  answer()
  await until(() => open.length === 2)
  answer()
  for (const { points } of await Promise.all(all)) assert.equal(points, 5)
})

test('during an outage one request at a time asks the engine, and the others do not wait for it', async () => {
  const open: Socket[] = []
  await using server = await openRawServer((socket) => open.push(socket))
  const settings = { rspamd: null, spamd: { host: '127.0.0.1', port: server.port, learns: false } }
  const bench = openBench(settings)
  const first = judge(bench)
  await until(() => open.length === 1)
  for (const socket of open.splice(0)) cut(socket)
  await first
  const probe = judge(bench)
  await until(() => open.length === 1)
  for (let count = 0; count < 5; count += 1)
    assert.deepEqual((await judge(bench)).unanswered, ['spamassassin'])
  assert.equal(server.connections(), 2)
  for (const socket of open.splice(0)) socket.end(spamdAnswer('True ; 5.0 / 5.0'))
  assert.equal((await probe).points, 5)
  assert.ok(
    (await bench.counted()).includes(
      'formslot_spam_engine_requests_total{engine="spamassassin",task="judge",result="skipped"} 5',
    ),
  )
})

test('a judgement that is called off ends at once and is no outage', async () => {
  await using server = await openRawServer(() => {})
  const bench = openBench(atPort(server.port))
  const calling = new AbortController()
  const judging = judge(bench, calling.signal)
  await until(() => server.connections() === 2)
  calling.abort()
  assert.deepEqual((await judging).unanswered, ['rspamd', 'spamassassin'])
  assert.deepEqual(bench.logged(), [])
})

test('lessons are sent with the password, and only to engines that may be taught', async () => {
  await using server = await openRawServer((socket, received) => {
    socket.end(
      received.startsWith('POST')
        ? rspamdAnswer('{"success":true}')
        : 'SPAMD/1.1 0 EX_OK\r\nDidSet: local\r\n\r\n\r\n',
    )
  })
  const bench = openBench(atPort(server.port))
  await bench.engines.learn(SUBMISSION, 'spam')
  await bench.engines.learn(SUBMISSION, 'ham')
  const heads = server.received.map((text) => text.slice(0, text.indexOf('\r\n\r\n'))).sort()
  assert.match(heads[0] ?? '', /^POST \/learnham HTTP\/1\.1\r\nPassword: pw\r\n/)
  assert.match(heads[1] ?? '', /^POST \/learnspam HTTP\/1\.1\r\nPassword: pw\r\n/)
  assert.match(
    heads[2] ?? '',
    /^TELL SPAMC\/1\.5\r\nContent-length: \d+\r\nMessage-class: ham\r\nSet: local$/,
  )
  assert.match(
    heads[3] ?? '',
    /^TELL SPAMC\/1\.5\r\nContent-length: \d+\r\nMessage-class: spam\r\nSet: local$/,
  )
  const { rspamd, spamd } = atPort(server.port)
  assert.ok(rspamd && spamd)
  const untaught = openBench({ rspamd: { ...rspamd, controller: null }, spamd: { ...spamd, learns: false } })
  await untaught.engines.learn(SUBMISSION, 'spam')
  assert.equal(server.connections(), 4)
})

test('a refused lesson is logged and leaves the judging alone', async () => {
  await using server = await openRawServer((socket, received) => {
    if (received.startsWith('TELL'))
      socket.end('SPAMD/1.0 69 Service Unavailable: TELL commands have not been enabled.\r\n')
    else if (received.includes('/learn'))
      socket.end(rspamdAnswer('{"error":"Unauthorized"}', '401 Unauthorized'))
    else socket.end(received.startsWith('POST') ? rspamdAnswer(RSPAMD_BODY) : spamdAnswer('True ; 9.0 / 5.0'))
  })
  const bench = openBench(atPort(server.port))
  await bench.engines.learn(SUBMISSION, 'spam')
  const lines = bench.logged().map(({ engine, task, cause, reason }) => ({ engine, task, cause, reason }))
  assert.deepEqual(
    lines.sort((one, other) => String(one.engine).localeCompare(String(other.engine))),
    [
      {
        engine: 'rspamd',
        task: 'learn',
        cause: 'refused',
        reason: 'the controller answered with status 401',
      },
      {
        engine: 'spamassassin',
        task: 'learn',
        cause: 'refused',
        reason: 'it answered 69 Service Unavailable: TELL commands have not been enabled.',
      },
    ],
  )
  assert.equal((await judge(bench)).points, 7.5)
})
