import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_REPORT_BYTES, readReports } from '../../../src/delivery/channels/email/bounces/read-report.ts'
import { findBounceTokens } from '../../../src/domain/outbox/bounce-address.ts'
import { COMPLAINT_SHAPES } from '../../support/bounces/complaint-shapes.ts'
import { ODD_SHAPES } from '../../support/bounces/odd-shapes.ts'
import { PROVIDER_SHAPES } from '../../support/bounces/provider-shapes.ts'
import { SERVER_SHAPES } from '../../support/bounces/server-shapes.ts'
import { ADA, ADDRESS, bounce, SENDER, TOKEN } from '../../support/bounces/shape.ts'

/** One message takes a tenth of it on a machine that does nothing else. */
const MAX_MS = 3000
const HEAD = 'Content-Type: multipart/report; boundary=a\n\n'
const STATUS = '--a\nContent-Type: message/delivery-status\n\n'
const FAILED = `Final-Recipient: rfc822; ${ADA}\nAction: failed\nStatus: 5.1.1\n`
const REPORTS = [bounce('failed', '5.1.1', '')]

const read = (message: string) => readReports(Buffer.from(message))
const fill = (text: string) => text.repeat(Math.ceil(MAX_REPORT_BYTES / text.length))

/** Messages of a megabyte that are expensive to read. */
const EXPENSIVE: Readonly<Record<string, string>> = {
  'empty lines': HEAD + fill('\n'),
  'empty parts': HEAD + fill('--a\n'),
  'lines like boundaries': HEAD + fill('--\n'),
  'one line': fill('x'),
  'one line in a part': HEAD + STATUS + fill('x'),
  headers: fill('a: b\n'),
  'a folded header': `Subject: x\n${fill(' y\n')}`,
  'headers of parts': HEAD + fill('--a\nContent-Type: message/rfc822\n\n'),
  'text and HTML': HEAD + fill('--a\nContent-Type: text/html\n\n<\n--a\n\nx\n'),
  'a long boundary': `Content-Type: multipart/report; boundary="${'-'.repeat(60_000)}"\n\n${fill(`${'-'.repeat(60_001)}\n`)}`,
  addresses: `To: ${'<a@b>,'.repeat(20_000)}\n\n`,
  'a long address': `To: ${'a'.repeat(100_000)}\n\n`,
  groups: HEAD + STATUS + fill('Action: failed\n\n'),
  'a long answer': `${HEAD}${STATUS}Action: failed\nDiagnostic-Code: ${fill('user unknown ')}`,
  'a long status': `${HEAD}${STATUS}Action: failed\nStatus: ${fill('5.')}`,
  'a long recipient': `${HEAD}${STATUS}Action: failed\nFinal-Recipient: ${fill('\\x{')}`,
  'a recipient of @': `${HEAD}${STATUS}Action: failed\nFinal-Recipient: ${fill('@')}`,
  'line ends of the Macintosh': `${HEAD}--a\nContent-Type: message/rfc822\n\n${fill('\r')}`,
  'base64 of groups': `${HEAD}--a\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n${Buffer.from(fill('Action: failed\n\n')).toString('base64')}`,
  'quoted-printable': `${HEAD}--a\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: quoted-printable\n\n${fill('=')}`,
  'messages in messages': fill('Content-Type: message/rfc822\n\n'),
}

for (const [name, message] of Object.entries(EXPENSIVE)) {
  test(`reads a megabyte of ${name} within 3 seconds`, async () => {
    const began = performance.now()
    await read(message)
    const took = performance.now() - began
    assert.ok(took < MAX_MS, `${Math.round(took)} ms`)
  })
}

test('reads a report that is nested eight levels deep, and none deeper', async () => {
  const nest = (depth: number) => {
    const heads = Array.from(
      { length: depth },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
    )
    return `${heads.join('')}Content-Type: message/delivery-status\n\n${FAILED}`
  }
  assert.deepEqual((await read(nest(8)))?.reports, REPORTS)
  assert.equal(await read(nest(9)), null)
  assert.equal(await read(nest(1000)), null)
})

test('reads a message with 128 KiB of headers, and none with more', async () => {
  const others = [HEAD, STATUS.replace('--a\n', ''), 'X: '].map((lines) => lines.trimEnd())
  const rest = others.join('').length + 1
  const pad = (bytes: number) => `X: ${'x'.repeat(bytes - rest)}\n${HEAD}${STATUS}${FAILED}`
  assert.deepEqual((await read(pad(128 * 1024)))?.reports, REPORTS)
  assert.equal(await read(pad(128 * 1024 + 1)), null)
})

test('reads a report in the twentieth part, and none after it', async () => {
  const parts = (before: number) =>
    `${HEAD}${'--a\nContent-Type: x/y\n\nz\n'.repeat(before)}${STATUS}${FAILED}`
  assert.deepEqual((await read(parts(19)))?.reports, REPORTS)
  assert.equal(await read(parts(20)), null)
})

test('reads 5000 lines, and none after them', async () => {
  const lines = (count: number) => {
    const rest = (HEAD + STATUS + FAILED).split('\n').length - 1
    return `${HEAD}${'\n'.repeat(count - rest)}${STATUS}${FAILED}`
  }
  assert.deepEqual((await read(lines(5000)))?.reports, REPORTS)
  assert.notDeepEqual((await read(lines(5001)))?.reports, REPORTS)
  assert.equal(await read(lines(6000)), null)
})

test('reads 256 KiB, and nothing after that', async () => {
  const bytes = (count: number) => {
    const report = STATUS + FAILED.trimEnd()
    return `${HEAD}${'x'.repeat(count - HEAD.length - report.length - 1)}\n${report}`
  }
  assert.deepEqual((await read(`${bytes(256 * 1024)}${fill('\nx')}`))?.reports, REPORTS)
  // The last digit of its status is missing.
  assert.deepEqual((await read(bytes(256 * 1024 + 1)))?.reports, [bounce('failed', '5.0.0', '')])
})

test('reads 51 groups, those of the message and of 50 recipients', async () => {
  const groups = (count: number) => `${HEAD}${STATUS}Reporting-MTA: dns; x\n\n${`${FAILED}\n`.repeat(count)}`
  assert.equal((await read(groups(49)))?.reports.length, 49)
  assert.equal((await read(groups(50)))?.reports.length, 50)
  assert.equal((await read(groups(51)))?.reports.length, 50)
})

test('the answer is one line of at most 300 characters without addresses', async () => {
  const message = `${HEAD}${STATUS}Action: failed\nDiagnostic-Code: smtp; 550 <${ADA}>\u0007\u001b[31m ${ADA} ${'x '.repeat(5000)}\n`
  const report = (await read(message))?.reports[0]
  assert.ok(report?.kind === 'bounce')
  assert.equal(report.answer.length, 300)
  assert.match(report.answer, /^550 <…> \[31m … x x /)
})

test('keeps 50 addresses', async () => {
  const addresses = Array.from({ length: 60 }, (_, at) => `b${at}@bounce.forms.example`)
  const received = await read(`To: ${addresses.join(', ')}\n${HEAD}${STATUS}${FAILED}`)
  assert.deepEqual(received?.places.addresses, addresses.slice(0, 50))
})

test('leaves invalid characters unchanged', async () => {
  const address = (point: string) =>
    `${HEAD}${STATUS}Action: failed\nFinal-Recipient: utf-8; ada\\x{${point}}@example.org\n`
  const recipients = async (point: string) => (await read(address(point)))?.reports[0]?.recipients
  assert.deepEqual(await recipients('10FFFF'), ['ada\u{10FFFF}@example.org'])
  assert.deepEqual(await recipients('110000'), ['ada\\x{110000}@example.org'])
})

test('the first field of a name counts, and names of prototype members are ordinary names', async () => {
  const message = `${HEAD}${STATUS}__proto__: x\nconstructor: y\nAction: failed\nAction: delivered\nStatus: 5.1.1\nStatus: 2.0.0\n`
  assert.deepEqual((await read(message))?.reports, [bounce('failed', '5.1.1', '', [])])
  assert.equal(await read(`${HEAD}${STATUS}Action: constructor\n`), null)
  assert.equal(
    await read(`${HEAD}--a\nContent-Type: message/feedback-report\n\nFeedback-Type: constructor\n`),
    null,
  )
})

test('headers in the body of the returned email are ignored', async () => {
  const message = `${HEAD}${STATUS}${FAILED}\n--a\nContent-Type: message/rfc822\n\nFrom: forms@forms.example\n\nFormslot-Email: ${TOKEN}\nReturn-Path: <${SENDER}>\n`
  const received = await read(message)
  assert.ok(received)
  assert.deepEqual(findBounceTokens(received.places, ADDRESS), [])
  assert.deepEqual(received.places.headers, [])
})

test('reads arbitrary bytes within 3 seconds, without an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
      const began = performance.now()
      await readReports(bytes)
      assert.ok(performance.now() - began < MAX_MS)
    }),
  )
})

test('reads pieces of reports in any order within 3 seconds, without an error', async () => {
  const shapes = [...SERVER_SHAPES, ...PROVIDER_SHAPES, ...COMPLAINT_SHAPES, ...ODD_SHAPES]
  const lines = [...new Set(shapes.flatMap(({ message }) => message.split(/(?<=\n)/)))]
  const piece = fc.oneof(
    { arbitrary: fc.constantFrom(...lines), weight: 20 },
    { arbitrary: fc.constantFrom('\n', '\r', '\0', '--a\n', HEAD, STATUS, FAILED), weight: 5 },
    { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const began = performance.now()
      const received = await read(pieces.join(''))
      if (received) findBounceTokens(received.places, ADDRESS)
      assert.ok(performance.now() - began < MAX_MS)
    }),
    { numRuns: 300 },
  )
})

test('reads a report with one byte changed, without an error', async () => {
  const shapes = [...PROVIDER_SHAPES, ...ODD_SHAPES].map(({ message }) => Buffer.from(message))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...shapes), fc.nat(), fc.nat(255), async (message, place, byte) => {
      const changed = Buffer.from(message)
      changed[place % changed.length] = byte
      await readReports(changed)
    }),
    { numRuns: 300 },
  )
})
