import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { SECOND } from '../../../src/domain/time.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { aboutPostgres } from '../../support/postgres/test-database.ts'
import { type Endpoint, startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'
import type { FailpointName, Fault } from '../../support/smtp/fault.ts'
import { type SmtpFaultServer, startSmtpFaultServer } from '../../support/smtp/fault-server.ts'

const UNLIMITED = { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_CREATE_PER_HOUR: '0' }
const SLOW = 'ada@slow.dev'
const OTHERS = Array.from({ length: 5 }, (_, n) => `bo@quick${n}.dev`)
/** A fault for the recipients of the slow domain. */
type Answer = (recipient: string) => Fault | null

/** Answers this to each recipient of the slow domain. Returns the recipients that it was told. */
function playFor(server: SmtpFaultServer, answer: Answer): string[] {
  const told: string[] = []
  server.play((point: FailpointName) => {
    const [, recipient = ''] = point === 'rcpt_to' ? (/<(.*)>/.exec(server.commands.at(-1) ?? '') ?? []) : []
    if (!recipient.endsWith('@slow.dev')) return null
    told.push(recipient)
    return answer(recipient)
  })
  return told
}

const putOff = (): Fault => ({ kind: 'answer', line: '452 4.3.1 not now' })

/** Creates forms for these addresses that need no budget. */
async function createForms(service: TestService, addresses: readonly string[]): Promise<Endpoint[]> {
  const forms: Endpoint[] = []
  for (const address of addresses) forms.push(await service.createEndpoint(address))
  await service.sql('update endpoints set claimed_at = 1, confirmed_at = 1')
  return forms
}

/** Sends this many submissions, ten at a time. */
async function submitTo(service: TestService, endpoint: Endpoint, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, count - sent) }, async (_, n) => {
        const { status } = await service.submit(endpoint, { message: `message ${sent + n}` })
        assert.equal(status, 200)
      }),
    )
}

function countTo(server: SmtpFaultServer, isOf: (address: string) => boolean): number {
  return server.ledger.filter(({ to: [address = ''] }) => isOf(address)).length
}

const isSlow = (address: string) => address.endsWith('@slow.dev')
const isOther = (address: string) => !isSlow(address)

async function countAttempts(service: TestService): Promise<number> {
  const [row] = await service.sql('select count(*) as attempts from attempts')
  return Number(row?.attempts)
}

/** Lets time pass, and delivers as it does, until all emails have arrived. */
async function deliverUntil(service: TestService, minutes: number, isDone: () => boolean): Promise<void> {
  for (let passed = 0; passed < minutes * 4 && !isDone(); passed += 1) {
    service.pass({ seconds: 15 })
    await service.deliver('email')
  }
  assert.ok(isDone())
}

describe('a domain that does not take emails now', { concurrency: true }, () => {
  test('delays none of a thousand emails to others, and gets few attempts', async () => {
    await using server = await startSmtpFaultServer()
    await using service = await startService({ mail: server, env: UNLIMITED })
    const [slow, ...others] = await createForms(service, [SLOW, ...OTHERS])
    const told = playFor(server, putOff)
    if (slow) await submitTo(service, slow, 300)
    await Promise.all(others.map((endpoint) => submitTo(service, endpoint, 200)))
    await service.deliver('email')
    assert.equal(countTo(server, isOther), 1000, 'in one go, while the clock stands still')
    assert.ok(told.length <= 15, `${told.length} attempts`)
    assert.equal(await countAttempts(service), 1000 + told.length, 'waiting writes no attempt')
    const metrics = await service.service.metrics.render()
    assert.match(metrics, /^formslot_email_domains_held 1$/m)

    for (let hour = 0; hour < 4 * 60; hour += 1) {
      service.pass({ minutes: 1 })
      await service.deliver('email')
    }
    assert.ok(told.length <= 40, `${told.length} attempts in four hours`)
    playFor(server, () => null)
    await deliverUntil(service, 20, () => countTo(server, isSlow) >= 300 - told.length)
    // Those that were put off come by their schedule.
    service.pass({ hours: 4 })
    await deliverUntil(service, 5, () => countTo(server, isSlow) === 300)
  })

  test('delays nothing by not answering: the others do not wait for its time limit', async () => {
    await using server = await startSmtpFaultServer()
    await using service = await startService({
      mail: server,
      env: UNLIMITED,
      // Longer than a busy machine takes for the emails to the others.
      smtpTimeouts: { socket: 30 * SECOND },
    })
    const [slow, ...others] = await createForms(service, [SLOW, ...OTHERS])
    const told = playFor(server, () => ({ kind: 'silence' }))
    if (slow) await submitTo(service, slow, 300)
    await Promise.all(others.map((endpoint) => submitTo(service, endpoint, 100)))
    const delivering = service.deliver('email')
    await until(() => countTo(server, isOther) === 500)
    assert.equal(told.length, 2, 'it has two places')
    const [row] = await service.sql('select count(*) as open from attempts where ended_at is null')
    assert.ok(Number(row?.open) >= 2, 'its first emails are still in progress')
    server.play(null)
    await delivering
    await deliverUntil(service, 30, () => countTo(server, isSlow) === 300)
  })

  test('that greylists each sender for five minutes gets every email on the ordinary schedule', async () => {
    await using server = await startSmtpFaultServer()
    await using service = await startService({ mail: server, env: UNLIMITED })
    const addresses = Array.from({ length: 30 }, (_, n) => `ada${n}@slow.dev`)
    const forms = await createForms(service, addresses)
    const seen = new Map<string, number>()
    const told = playFor(server, (recipient) => {
      const first = seen.get(recipient) ?? service.now().getTime()
      seen.set(recipient, first)
      const isEarly = service.now().getTime() - first < 5 * 60 * SECOND
      return isEarly ? { kind: 'answer', line: '450 4.7.1 greylisted' } : null
    })
    for (const endpoint of forms) await submitTo(service, endpoint, 1)
    await service.deliver('email')
    service.pass({ minutes: 5 })
    await service.deliver('email')
    assert.equal(server.ledger.length, 30)
    assert.equal(told.length, 60, 'two attempts each')
  })

  test('is detected again after a restart, and none of its emails is lost', async () => {
    await using server = await startSmtpFaultServer()
    const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-'))
    const told = playFor(server, putOff)
    let now: Date
    {
      await using service = await startService({ mail: server.port, dataDir, env: UNLIMITED })
      const [slow] = await createForms(service, [SLOW])
      if (slow) await submitTo(service, slow, 50)
      await service.deliver('email')
      now = service.now()
    }
    {
      await using service = await startService({ mail: server.port, dataDir, now, env: UNLIMITED })
      service.pass({ minutes: 2 })
      await service.deliver('email')
      assert.ok(told.length <= 30, `${told.length} attempts`)
      playFor(server, () => null)
      await deliverUntil(service, 20, () => server.ledger.length === 50)
    }
    await rm(dataDir, { recursive: true })
  })
})

test('two nodes each hold a domain, and together deliver everything once', {
  skip: aboutPostgres,
}, async () => {
  await using postgres = await anyPostgres()
  await using server = await startSmtpFaultServer()
  const env = {
    ...UNLIMITED,
    FORMSLOT_DATABASE_URL: await postgres.createDatabase(),
    FORMSLOT_SECRET: 'a secret that both of them know, long enough',
  }
  await using one = await startService({ mail: server.port, env })
  await using two = await startService({ mail: server.port, env, now: one.now() })
  const [slow, ...others] = await createForms(one, [SLOW, ...OTHERS])
  two.pass({ milliseconds: one.now().getTime() - two.now().getTime() })
  const told = playFor(server, putOff)
  if (slow) await submitTo(one, slow, 100)
  await Promise.all(others.map((endpoint) => submitTo(one, endpoint, 20)))
  await Promise.all([one.deliver('email'), two.deliver('email')])
  assert.equal(countTo(server, isOther), 100)
  assert.ok(told.length <= 30, `${told.length} attempts`)
  playFor(server, () => null)
  for (let passed = 0; passed < 80 && server.ledger.length < 200; passed += 1) {
    one.pass({ seconds: 15 })
    two.pass({ seconds: 15 })
    await Promise.all([one.deliver('email'), two.deliver('email')])
  }
  assert.equal(server.ledger.length, 200)
  const ids = new Set(server.ledger.map(({ raw }) => /^message-id: (.*)$/im.exec(raw.toString())?.[1]))
  assert.equal(ids.size, 200, 'each once')
})
