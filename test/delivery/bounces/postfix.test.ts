import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { withStore } from '../../../src/commands/with-store.ts'
import type { Config } from '../../../src/config/config.ts'
import { testBounce } from '../../../src/doctor/bounces.ts'
import { freePort } from '../../../src/runtime/listening.ts'
import { isPostfixMissing, startPostfix } from '../../support/postfix/postfix.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { until } from '../../support/service/until.ts'
import { startSmtpSink } from '../../support/smtp/sink.ts'

const BOUNCE_DOMAIN = 'bounce.formslot.test'
const BOUNCE_ADDRESS = `b+{token}@${BOUNCE_DOMAIN}`
const ROOT = path.resolve(import.meta.dirname, '../../..')
const skip = isPostfixMissing

type Report = { kind: string; reason: string | null; answer: string }

/** Sends the first email of a form for each address, through the relay. */
async function sendTo(service: TestService, recipients: readonly string[]): Promise<void> {
  for (const recipient of recipients) {
    const endpoint = await service.createEndpoint(recipient)
    await service.submit(endpoint, { message: `for ${recipient}` })
  }
  await service.deliver()
}

/** Reads the reports about the emails to this address, as they are stored. */
async function reportsAbout(service: TestService, recipient: string): Promise<Report[]> {
  const rows = await service.sql(
    `select outbox.reports from outbox join endpoints on endpoints.key = outbox.endpoint_key
     where endpoints.recipient = '${recipient}' and outbox.reports is not null`,
  )
  return rows.flatMap(({ reports }) => JSON.parse(String(reports)) as Report[])
}

const kinds = (reports: readonly Report[]) => reports.map(({ kind, reason }) => `${kind} ${reason}`)

for (const protocol of ['smtp', 'lmtp'] as const)
  test(`Postfix reports an unknown user, a full mailbox, a delay and a missing host to the listener by ${protocol.toUpperCase()}`, {
    skip,
  }, async () => {
    const [relayPort, listenPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
    await using relay = await startPostfix({
      port: relayPort,
      bounceDomain: BOUNCE_DOMAIN,
      bounces: protocol === 'lmtp' ? `lmtp:inet:127.0.0.1:${listenPort}` : `smtp:[127.0.0.1]:${listenPort}`,
    })
    await using service = await startService({
      mail: relay.port,
      env: {
        FORMSLOT_BOUNCE_ADDRESS: BOUNCE_ADDRESS,
        FORMSLOT_BOUNCE_LISTEN: `${protocol}:127.0.0.1:${listenPort}`,
      },
    })
    const refused = ['nobody@known.dev', 'bo@full.dev', 'eve@no-such-host-4711.dev', 'dan@silent.dev']
    await sendTo(service, ['ada@known.dev', ...refused])
    const hasBounced = async (recipient: string) =>
      (await reportsAbout(service, recipient)).some(({ kind }) => kind === 'bounced')
    for (const recipient of refused)
      await until(() => hasBounced(recipient)).catch((error: Error) => {
        throw new Error(`${error.message}\n${relay.log()}`)
      })
    const unknown = await reportsAbout(service, 'nobody@known.dev')
    assert.deepEqual(kinds(unknown), ['bounced mailbox_unknown'])
    assert.doesNotMatch(unknown[0]?.answer ?? '', /@/)
    assert.deepEqual(kinds(await reportsAbout(service, 'bo@full.dev')), ['bounced mailbox_full'])
    assert.deepEqual(kinds(await reportsAbout(service, 'dan@silent.dev')), [
      'delayed null',
      'bounced expired',
    ])
    const nowhere = kinds(await reportsAbout(service, 'eve@no-such-host-4711.dev'))
    // A name server that cannot be reached makes it a delay at first.
    assert.match(nowhere.at(-1) ?? '', /^bounced (?:domain_unknown|expired)$/)
    assert.deepEqual(await reportsAbout(service, 'ada@known.dev'), [])
  })

test('Postfix pipes a bounce into the command, while the service is running', { skip }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-pipe-'))
  await chmod(folder, 0o777)
  const relayPort = await freePort('127.0.0.1')
  const script = path.join(folder, 'take')
  const seen = path.join(folder, 'seen')
  await using relay = await startPostfix({
    port: relayPort,
    bounceDomain: BOUNCE_DOMAIN,
    bounces: 'formslot:',
    services: `formslot unix - n n - - pipe\n  flags=q user=nobody argv=${script} \${recipient}`,
  })
  await using service = await startService({
    mail: relay.port,
    env: { FORMSLOT_BOUNCE_ADDRESS: BOUNCE_ADDRESS },
    database: 'file',
  })
  const { dataDir } = service.config
  // Postfix runs no command as root, and the folder of the test belongs to root.
  await writeFile(
    script,
    `#!/bin/sh\ncat > ${seen}.part && echo "$1" > ${seen}.to && mv ${seen}.part ${seen}\n`,
  )
  await chmod(script, 0o755)
  await sendTo(service, ['nobody@known.dev'])
  await until(
    () => execFileSync('sh', ['-c', `test -s ${seen} && echo yes || true`], { encoding: 'utf8' }) === 'yes\n',
  )
  const output = execFileSync(
    'sh',
    ['-c', `"${process.execPath}" src/main.js bounce "$(cat ${seen}.to)" < ${seen} 2>&1`],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, FORMSLOT_DATA_DIR: dataDir, FORMSLOT_BOUNCE_ADDRESS: BOUNCE_ADDRESS },
    },
  )
  assert.equal(output, 'Recorded: the email bounced.\n')
  assert.deepEqual(kinds(await reportsAbout(service, 'nobody@known.dev')), ['bounced mailbox_unknown'])
  await rm(folder, { recursive: true })
})

test('the doctor sends an email that bounces, and finds the bounce that comes back through Postfix', {
  skip,
}, async () => {
  const [relayPort, listenPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
  const env = {
    FORMSLOT_BOUNCE_ADDRESS: BOUNCE_ADDRESS,
    FORMSLOT_BOUNCE_LISTEN: `127.0.0.1:${listenPort}`,
  }
  await using relay = await startPostfix({
    port: relayPort,
    bounceDomain: BOUNCE_DOMAIN,
    bounces: `smtp:[127.0.0.1]:${listenPort}`,
  })
  await using service = await startService({ mail: relay.port, env })
  const test = (config: Config, patienceMs?: number) =>
    withStore(config, service.now(), (parts) =>
      testBounce(config, parts, { now: service.now(), ...(patienceMs ? { patienceMs } : {}) }),
    )
  const found = await test(service.config)
  assert.ok(typeof found !== 'string' && found.status === 'ok', `${JSON.stringify(found)}\n${relay.log()}`)
  assert.match(found.message, /^the bounce arrived after about \d+ s$/)
  // A mail server that accepts everything and returns nothing.
  await using sink = await startSmtpSink()
  const { smtp } = service.config
  assert.ok(smtp)
  const missed = await test({ ...service.config, smtp: { ...smtp, port: sink.port } }, 2000)
  assert.ok(typeof missed !== 'string' && missed.status === 'fail')
  assert.match(missed.fix ?? '', /check that the service is running/)
})
