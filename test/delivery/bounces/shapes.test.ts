import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { readReports } from '../../../src/delivery/channels/email/bounces/read-report.ts'
import { findReport } from '../../../src/domain/outbox/bounce.ts'
import { findBounceTokens } from '../../../src/domain/outbox/bounce-address.ts'
import { findBounceReason } from '../../../src/domain/outbox/bounce-reason.ts'
import { COMPLAINT_SHAPES } from '../../support/bounces/complaint-shapes.ts'
import { ODD_SHAPES } from '../../support/bounces/odd-shapes.ts'
import { PROVIDER_SHAPES } from '../../support/bounces/provider-shapes.ts'
import { readWithPython } from '../../support/bounces/python-reader.ts'
import { writeWithPython } from '../../support/bounces/python-writer.ts'
import { SERVER_SHAPES } from '../../support/bounces/server-shapes.ts'
import {
  ADA,
  ADDRESS,
  bounce,
  complaint,
  DELIVERY_KEY,
  keys,
  type Shape,
} from '../../support/bounces/shape.ts'

const SHAPES = [...SERVER_SHAPES, ...PROVIDER_SHAPES, ...COMPLAINT_SHAPES, ...ODD_SHAPES]
const hasPython = spawnSync('python3', ['--version']).status === 0

async function findDeliveries(message: string): Promise<number[]> {
  const received = await readReports(Buffer.from(message))
  const tokens = received ? findBounceTokens(received.places, ADDRESS) : []
  return tokens.flatMap((token) => keys.verifyBounceToken(token) ?? [])
}

for (const { name, message, reports, reason, named } of SHAPES) {
  test(`reads ${name}`, async () => {
    const received = await readReports(Buffer.from(message))
    assert.deepEqual(received?.reports ?? null, reports)
    assert.deepEqual(await findDeliveries(message), named)
    const report = findReport(reports ?? [], ADA)
    assert.equal(
      report?.kind === 'bounce' && report.action === 'failed' && reason ? findBounceReason(report) : null,
      reason,
    )
  })
}

test('reads each shape with the other kind of line endings', async () => {
  for (const { name, message, reports, named } of SHAPES) {
    const turned = message.includes('\r\n')
      ? message.replaceAll('\r\n', '\n')
      : message.replaceAll('\n', '\r\n')
    assert.deepEqual((await readReports(Buffer.from(turned)))?.reports ?? null, reports, name)
    assert.deepEqual(await findDeliveries(turned), named, name)
  }
})

test('a report without a status gets a general one from its action', async () => {
  for (const [action, status] of [
    ['failed', '5.0.0'],
    ['delayed', '4.0.0'],
    ['delivered', '2.0.0'],
    ['relayed', '2.0.0'],
    ['expanded', '2.0.0'],
  ] as const) {
    const message = `Content-Type: message/delivery-status\n\nAction: ${action.toUpperCase()}\n`
    const received = await readReports(Buffer.from(message))
    assert.deepEqual(received?.reports, [bounce(action, status, '', [])])
  }
})

test('Python reads the same', { skip: hasPython ? false : 'python3 is missing' }, async () => {
  const read = readWithPython(SHAPES.map(({ message }) => message))
  assert.equal(read.length, SHAPES.length)
  for (const [at, { name, message, reports }] of SHAPES.entries()) {
    const { places } = (await readReports(Buffer.from(message))) ?? {}
    const told = (reports ?? []).map((report) =>
      report.kind === 'bounce'
        ? { action: report.action, recipients: report.recipients }
        : { type: report.type, recipients: report.recipients },
    )
    assert.deepEqual(read[at]?.reports, told, name)
    if (!places) continue
    assert.deepEqual(read[at]?.envelopeIds, places.envelopeIds, name)
    assert.deepEqual(read[at]?.headers, places.headers, name)
  }
})

test('reads reports that Python wrote', { skip: hasPython ? false : 'python3 is missing' }, async () => {
  const written = writeWithPython()
  const read = async (message: string) => (await readReports(Buffer.from(message)))?.reports
  const answer = `550 5.2.1 ${'The mailbox is closed. '.repeat(5)}`.trim()
  assert.deepEqual(await read(written.bounce), [bounce('failed', '5.2.1', answer)])
  assert.deepEqual(await read(written.complaint), [complaint('abuse')])
  for (const message of Object.values(written))
    assert.deepEqual(await findDeliveries(message), [DELIVERY_KEY])
})

test('there are as many shapes as there should be, and all differ', () => {
  const names = new Set(SHAPES.map(({ name }: Shape) => name))
  assert.equal(names.size, SHAPES.length)
  assert.ok(names.size >= 30)
})
