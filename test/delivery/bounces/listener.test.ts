import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import { listenForBounces } from '../../../src/delivery/channels/email/bounces/listener.ts'
import { MAX_REPORT_BYTES } from '../../../src/delivery/channels/email/bounces/read-report.ts'
import { createReadingBudget } from '../../../src/delivery/channels/email/bounces/take-reports.ts'
import { bounceMessage } from '../../support/bounces/report-message.ts'
import { ADA, ADDRESS, keys, SENDER, TOKEN } from '../../support/bounces/shape.ts'

type Taken = { message: Buffer; recipients: readonly string[] }

/** A listener that keeps what it takes, or answers as the taker says. */
async function listen(
  protocol: 'smtp' | 'lmtp' = 'smtp',
  take: (taken: Taken) => Promise<{ kind: string }> = async () => ({ kind: 'bounced' }),
) {
  assert.ok(ADDRESS)
  const taken: Taken[] = []
  const listener = await listenForBounces(
    {
      address: ADDRESS,
      isToken: (token) => keys.verifyBounceToken(token) !== null,
      taker: {
        take(message, recipients) {
          const one = { message: Buffer.from(message), recipients }
          taken.push(one)
          return take(one)
        },
      },
      log: pino({ level: 'silent' }),
    },
    { host: '127.0.0.1', port: 0, protocol },
  )
  return { ...listener, taken }
}

/** Sends lines one after the other and returns the reply to each, after the greeting. */
async function converse(port: number, lines: readonly string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  const replies: string[] = []
  let rest = ''
  const next = async (): Promise<string> => {
    for (;;) {
      const found = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/.exec(rest)
      if (found) {
        rest = rest.slice(found[0].length)
        return found[0].trim()
      }
      const [piece] = (await Promise.race([
        new Promise((resolve) => socket.once('data', (data) => resolve([data]))),
        new Promise((resolve) => socket.once('close', () => resolve([null]))),
      ])) as [Buffer | null]
      if (piece === null) return 'closed'
      rest += piece
    }
  }
  await next()
  for (const line of lines) {
    socket.write(`${line}\r\n`)
    replies.push(await next())
  }
  socket.destroy()
  return replies
}

const MESSAGE = bounceMessage({ recipient: ADA, token: TOKEN })
const DELIVERY = ['MAIL FROM:<>', `RCPT TO:<${SENDER}>`, 'DATA', `${MESSAGE}\r\n.`]
const codes = (replies: readonly string[]) => replies.map((reply) => reply.slice(0, 3))

for (const [protocol, hello] of [
  ['smtp', 'EHLO mx.example.org'],
  ['lmtp', 'LHLO mx.example.org'],
] as const)
  test(`takes a bounce that a mail server delivers by ${protocol.toUpperCase()}`, async () => {
    await using listener = await listen(protocol)
    const replies = await converse(listener.port, [hello, ...DELIVERY])
    assert.deepEqual(codes(replies), ['250', '250', '250', '354', '250'])
    assert.deepEqual(listener.taken[0]?.recipients, [SENDER])
    assert.equal(listener.taken[0]?.message.toString().trim(), MESSAGE.trim())
  })

test('accepts no recipient without a valid token, and relays nothing', async () => {
  await using listener = await listen()
  const [, , ...replies] = await converse(listener.port, [
    'EHLO mx.example.org',
    'MAIL FROM:<mallory@evil.dev>',
    'RCPT TO:<ada@example.org>',
    `RCPT TO:<b+${'0'.repeat(32)}@bounce.forms.example>`,
    `RCPT TO:<${TOKEN}@evil.dev>`,
    `RCPT TO:<"${SENDER}"@evil.dev>`,
    `RCPT TO:<@relay.example:victim@elsewhere.org>`,
    'RCPT TO:<postmaster>',
    'DATA',
  ])
  for (const reply of replies) assert.match(reply, /^5\d\d/)
  assert.equal(listener.taken.length, 0)
})

test('accepts a token in upper or lower case, because some mail servers change it', async () => {
  await using listener = await listen()
  const recipient = SENDER.toUpperCase()
  const replies = await converse(listener.port, ['EHLO x', 'MAIL FROM:<>', `RCPT TO:<${recipient}>`])
  assert.match(replies.at(-1) ?? '', /^250/)
})

test('asks the mail server to send a message again if it was not stored, or not read for lack of time', async () => {
  await using failing = await listen('smtp', () => Promise.reject(new Error('the disk is gone')))
  assert.match((await converse(failing.port, ['EHLO x', ...DELIVERY])).at(-1) ?? '', /^451/)
  await using busy = await listen('smtp', async () => ({ kind: 'busy' }))
  assert.match((await converse(busy.port, ['EHLO x', ...DELIVERY])).at(-1) ?? '', /^451/)
})

test('accepts a message that is too long, and keeps its beginning', async () => {
  await using listener = await listen()
  const long = `${MESSAGE}\r\n${`${'x'.repeat(998)}\r\n`.repeat(2 * 1024)}.`
  const replies = await converse(listener.port, [
    'EHLO x',
    'MAIL FROM:<>',
    `RCPT TO:<${SENDER}>`,
    'DATA',
    long,
  ])
  assert.match(replies.at(-1) ?? '', /^250/)
  assert.equal(listener.taken[0]?.message.length, MAX_REPORT_BYTES)
})

test('bytes that are not SMTP, and connections that end early, do not stop the listener', async () => {
  await using listener = await listen()
  const socket = connect(listener.port, '127.0.0.1')
  socket.write(Buffer.alloc(64 * 1024, 0xff))
  socket.write('\r\nDATA\r\nGET / HTTP/1.1\r\n\r\n')
  socket.end()
  await text(socket)
  const early = connect(listener.port, '127.0.0.1')
  early.once('data', () => early.destroy())
  await new Promise((resolve) => early.once('close', resolve))
  const replies = await converse(listener.port, ['EHLO x', ...DELIVERY])
  assert.match(replies.at(-1) ?? '', /^250/)
})

test('reading takes no more than a tenth of the time, and a second in one go', () => {
  let now = 0
  const budget = createReadingBudget(() => now)
  assert.equal(budget.hasTime(), true)
  budget.spend(1000)
  assert.equal(budget.hasTime(), false)
  now += 1
  assert.equal(budget.hasTime(), true, 'a tenth of a millisecond was saved')
  budget.spend(250)
  now += 2400
  assert.equal(budget.hasTime(), false)
  now += 200
  assert.equal(budget.hasTime(), true)
  now += 3_600_000
  budget.hasTime()
  budget.spend(1001)
  assert.equal(budget.hasTime(), false, 'an hour saves no more than a second')
})
