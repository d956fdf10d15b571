import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'
import { startSmtpFaultServer } from '../support/smtp/fault-server.ts'

const EXTENSIONS = ['AUTH PLAIN LOGIN']
const REFUSALS = [
  ['auth', '535 5.7.8 credentials invalid'],
  ['mail_from', '550 5.7.1 not for you'],
  ['greeting', '554 5.3.2 no service for you'],
] as const

test('when the mail server is back, owners and operators are told, and the log says since when it was away', async () => {
  await using stage = await openStage()
  await stage.stopServer()
  await stage.submit(2)
  const began = stage.service.now().toISOString()
  await stage.service.deliver()
  stage.service.pass({ minutes: 1 })
  await stage.service.deliver()
  assert.equal(await stage.delayedSince(), began)
  assert.equal(await stage.gauge('unreachable'), 1)
  assert.deepEqual(stage.logged(), [{ msg: 'mail_server_unreachable' }])

  const server = await stage.startServer()
  stage.service.pass({ minutes: 1 })
  await stage.service.deliver()
  assert.equal(server.ledger.length, 2)
  assert.equal(await stage.delayedSince(), null)
  assert.equal(await stage.gauge('unreachable'), 0)
  assert.deepEqual(stage.logged().slice(1), [{ msg: 'mail_server_reachable', unreachable_since: began }])
})

describe('when a mail server that refused all emails accepts them, owners and operators are told', () => {
  for (const [point, line] of REFUSALS) {
    test(`that refused at ${point}`, async () => {
      await using stage = await openStage()
      await stage.stopServer()
      const server = await stage.startServer()
      server.script(point, { kind: 'answer', line })
      await stage.submit(1)
      const began = stage.service.now().toISOString()
      await stage.service.deliver()
      stage.service.pass({ minutes: 5, milliseconds: -1 })
      await stage.service.deliver()
      assert.equal(await stage.delayedSince(), began)
      assert.deepEqual([await stage.gauge('unreachable'), await stage.gauge('paused')], [0, 1])
      assert.deepEqual(stage.logged(), [{ msg: 'mail_server_refuses_service' }])

      stage.service.pass({ milliseconds: 1 })
      await stage.service.deliver()
      assert.equal(server.ledger.length, 1)
      assert.equal(await stage.delayedSince(), null)
      assert.equal(await stage.gauge('paused'), 0)
      assert.deepEqual(stage.logged().slice(1), [
        { msg: 'mail_server_accepts_service', delayed_since: began },
      ])
    })
  }
})

test('a mail server that is back and refuses all emails is tried once in five minutes, and they are delayed since it was away', async () => {
  await using stage = await openStage()
  await stage.stopServer()
  await stage.submit(5)
  const began = stage.service.now().toISOString()
  await stage.service.deliver()
  const server = await stage.startServer()
  const [point, line] = REFUSALS[0]
  server.play((at) => (at === point ? { kind: 'answer', line } : null))
  stage.service.pass({ minutes: 1 })
  await stage.service.deliver()
  const isTriedAgain = () => server.commands.filter((command) => command.startsWith('AUTH')).length
  assert.equal(isTriedAgain(), 1)
  assert.equal(await stage.delayedSince(), began)
  assert.deepEqual([await stage.gauge('unreachable'), await stage.gauge('paused')], [0, 1])
  stage.service.pass({ minutes: 5, milliseconds: -1 })
  await stage.service.deliver()
  assert.equal(isTriedAgain(), 1)

  server.play(null)
  stage.service.pass({ milliseconds: 1 })
  await stage.service.deliver()
  assert.equal(await stage.delayedSince(), null)
  assert.deepEqual(stage.logged(), [
    { msg: 'mail_server_unreachable' },
    { msg: 'mail_server_reachable', unreachable_since: began },
    { msg: 'mail_server_refuses_service' },
    { msg: 'mail_server_accepts_service', delayed_since: began },
  ])
})

test('a mail server that refuses all emails and then is away: they are delayed since the refusal', async () => {
  await using stage = await openStage()
  await stage.stopServer()
  const refusing = await stage.startServer()
  const [point, line] = REFUSALS[0]
  refusing.play((at) => (at === point ? { kind: 'answer', line } : null))
  await stage.submit(2)
  const began = stage.service.now().toISOString()
  await stage.service.deliver()
  await refusing.close()
  stage.service.pass({ minutes: 5 })
  await stage.service.deliver()
  assert.equal(await stage.gauge('unreachable'), 1)
  assert.equal(await stage.delayedSince(), began)

  const server = await stage.startServer()
  stage.service.pass({ minutes: 1 })
  await stage.service.deliver()
  assert.equal(server.ledger.length, 2)
  assert.equal(await stage.delayedSince(), null)
})

/** A service with a signed-in owner and a mail server that can be away. */
async function openStage() {
  await using opening = new AsyncDisposableStack()
  const first = opening.use(await startSmtpFaultServer({ extensions: EXTENSIONS }))
  const { port } = first
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  const env = { FORMSLOT_SMTP_URL: `smtp://forms:sesame@127.0.0.1:${port}`, FORMSLOT_SUBMIT_RATE: '0' }
  const service = opening.use(await startService({ mail: first, env, log }))
  const ada = await signIn(service)
  const open = opening.move()
  return {
    service,
    stopServer: () => first.close(),
    /** Starts a server at the address of the one that was stopped. */
    startServer: async () => open.use(await startSmtpFaultServer({ extensions: EXTENSIONS, port })),
    async submit(count: number) {
      for (let sent = 1; sent <= count; sent += 1)
        await service.submit(ada.endpoint, { message: `no. ${sent}` })
    },
    async delayedSince() {
      const { status, json } = await ada.get('/me')
      assert.equal(status, 200)
      return json.emails_delayed_since
    },
    async gauge(name: 'unreachable' | 'paused') {
      const metrics = await service.service.metrics.render()
      return Number(
        new RegExp(`^formslot_channel_${name}\\{channel="email"\\} (\\d)$`, 'm').exec(metrics)?.[1],
      )
    },
    /** The events about the mail server with the beginnings that they name. */
    logged: () =>
      lines
        .filter(({ msg }) => String(msg).startsWith('mail_server_'))
        .map(({ msg, unreachable_since, delayed_since }) => ({
          msg,
          ...(unreachable_since === undefined ? {} : { unreachable_since }),
          ...(delayed_since === undefined ? {} : { delayed_since }),
        })),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
