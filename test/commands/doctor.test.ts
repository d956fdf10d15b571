import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Client } from 'pg'
import { doctor } from '../../src/commands/doctor.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import { findCertificateFix } from '../../src/doctor/certificate.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import { checkRecipientDomain, checkSender } from '../../src/doctor/sender.ts'
import { withFree } from '../support/fixtures/quota.ts'
import { anyPostgres } from '../support/postgres/postgres.ts'
import { startService } from '../support/service/service.ts'
import { startSmtpSink } from '../support/smtp/sink.ts'

const MAIN = path.join(import.meta.dirname, '../../src/main.js')

async function examine(config: Config, sendTest: string | null = null, now = new Date()) {
  const { text, healthy } = await doctor(config, { format: 'json', sendTest, now })
  const { findings } = JSON.parse(text) as { findings: Finding[] }
  const getStatus = (name: string) => findings.find((finding) => finding.name === name)?.status
  return { healthy, findings, statusOf: getStatus }
}

test('a database of a version before 1.0.0 fails, with what to do instead of starting', async () => {
  await using place = await configured({})
  const { database } = place.config
  assert.ok(database.kind === 'sqlite')
  {
    using file = new DatabaseSync(database.file)
    file.exec('create table schema_version (version integer primary key, migrated_at bigint not null)')
    file.exec('insert into schema_version values (48, 0)')
  }
  const { healthy, findings } = await examine(place.config)
  assert.equal(healthy, false)
  assert.match(findings.find(({ name }) => name === 'database')?.message ?? '', /before 1\.0\.0/)
})

async function configured(env: Record<string, string>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-'))
  const read = readConfig({
    FORMSLOT_DATA_DIR: dataDir,
    FORMSLOT_MIN_FREE_MB: '1',
    FORMSLOT_PORT: '1',
    ...env,
  })
  assert.equal(read.kind, 'ok')
  if (read.kind !== 'ok') throw new Error('unreachable')
  return { config: read.config, [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) }
}

const mailAt = (port: number, login = '') => ({
  FORMSLOT_SMTP_URL: `smtp://${login}127.0.0.1:${port}`,
  FORMSLOT_MAIL_FROM: 'emails@formslot.dev',
})

test('reports a running service as healthy in every check', async () => {
  await using service = await startService()
  const {
    healthy,
    findings,
    statusOf: getStatus,
  } = await examine({
    ...service.config,
    baseUrl: service.base,
    minFreeBytes: 1,
  })
  assert.equal(healthy, true)
  for (const name of [
    'data directory',
    'disk',
    'clock',
    service.config.database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    'secret',
    'links',
    'emails',
    'mail server name',
    'mail server port',
    'base address',
  ]) {
    assert.equal(getStatus(name), 'ok', `${name}: ${JSON.stringify(findings)}`)
  }
})

test('says until when links of the old secret work, and warns of settings that are no longer needed', async () => {
  await using place = await configured({
    FORMSLOT_LINK_SECRET: 'the second secret, which nobody else has read so far',
    FORMSLOT_OLD_LINK_SECRET: 'the first secret of the instance that is under test',
    FORMSLOT_OLD_LINK_SECRET_UNTIL: '2026-11-17',
  })
  const links = async (now: string) => {
    const { findings } = await examine(place.config, null, new Date(now))
    return findings.find(({ name }) => name === 'links')
  }
  const during = await links('2026-11-16T23:59:59Z')
  assert.equal(during?.status, 'ok')
  assert.match(during?.message ?? '', /FORMSLOT_LINK_SECRET; .* work until 2026-11-17T00:00:00/)
  const after = await links('2026-11-17T00:00:00Z')
  assert.equal(after?.status, 'warn')
  assert.match(after?.fix ?? '', /remove FORMSLOT_OLD_LINK_SECRET/)
})

test('warns about a removed plan and a shorter retention in the plans file', async () => {
  await using service = await startService()
  await service.claimedEndpoint()
  const plans = async (config: Config) => {
    const { findings } = await examine(config)
    return findings.filter((finding) => finding.name === 'plans')
  }
  const [well] = await plans(service.config)
  assert.deepEqual([well?.status, well?.message], ['ok', 'free, pro'])
  const [shorter] = await plans(withFree(service.config, { submissionRetentionDays: 10 }))
  assert.equal(shorter?.status, 'warn')
  assert.match(shorter?.message ?? '', /submissions of free: 10 instead of 30$/)
  await service.sql("update accounts set plan = 'gold'")
  const [gone] = await plans(service.config)
  assert.equal(gone?.status, 'warn')
  assert.match(
    gone?.message ?? '',
    /the plan gold was removed but still has owners; they get the quotas of free/,
  )
})

test('fails for an unreachable mail server and a rejected password, and says how to fix it', async () => {
  const sink = await startSmtpSink()
  await sink[Symbol.asyncDispose]()
  await using dead = await configured(mailAt(sink.port))
  const down = await examine(dead.config)
  assert.equal(down.healthy, false)
  assert.equal(down.statusOf('mail server port'), 'fail')
  assert.ok(down.findings.find((finding) => finding.name === 'mail server port')?.fix)

  await using strict = await startSmtpSink({
    authOptional: false,
    disabledCommands: [],
    allowInsecureAuth: true,
    onAuth: (login, _session, done) =>
      login.password === 'right' ? done(null, { user: login.username }) : done(new Error('wrong password')),
  })
  await using wrong = await configured(mailAt(strict.port, 'ada:wrong@'))
  assert.equal((await examine(wrong.config)).statusOf('mail sign-in'), 'fail')
  await using right = await configured(mailAt(strict.port, 'ada:right@'))
  const signedIn = await examine(right.config)
  assert.equal(signedIn.statusOf('mail sign-in'), 'ok')
})

test('accepts unencrypted mail on this machine, warns elsewhere, and never sends a password over it', async () => {
  let signIns = 0
  await using server = await startSmtpSink({
    disabledCommands: [],
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth(login, _session, done) {
      signIns += 1
      done(null, { user: login.username })
    },
  })
  const { port } = server
  await using here = await configured(mailAt(port))
  assert.equal((await examine(here.config)).statusOf('mail encryption'), 'ok')
  // 0.0.0.0 is no loopback address, and yet leads to this machine.
  const elsewhere = { ...mailAt(port), FORMSLOT_SMTP_URL: `smtp://0.0.0.0:${port}` }
  await using open = await configured(elsewhere)
  assert.equal((await examine(open.config)).statusOf('mail encryption'), 'warn')
  await using secret = await configured({ ...elsewhere, FORMSLOT_SMTP_URL: `smtp://ada:pw@0.0.0.0:${port}` })
  assert.equal((await examine(secret.config)).statusOf('mail conversation'), 'fail')
  assert.equal(signIns, 0)
})

test('reports a mail server with STARTTLS as encrypted', async () => {
  await using server = await startSmtpSink({ disabledCommands: [] })
  await using place = await configured(mailAt(server.port))
  const { findings } = await examine(place.config)
  assert.match(findings.find((finding) => finding.name === 'mail encryption')?.message ?? '', /is encrypted/)
})

test("warns about a DKIM signature for another domain than the sender's", async () => {
  await using place = await configured(mailAt(25))
  const signedFor = (domain: string) =>
    checkSender({ ...place.config, dkim: { domain, selector: 's', privateKey: '' } })[0]?.status
  assert.equal(signedFor('formslot.dev'), 'ok')
  assert.equal(signedFor('mail.formslot.dev'), 'ok')
  assert.equal(signedFor('slot.dev'), 'warn')
  assert.equal(checkSender(place.config)[0]?.status, 'ok')
  assert.deepEqual(checkSender({ ...place.config, smtp: null }), [])
})

test('warns when recipients have addresses at the domain of the sender, and names a subdomain', async () => {
  await using place = await configured(mailAt(25))
  const from = (address: string) => ({ ...place.config, mailFrom: { name: 'Forms', address } })
  assert.deepEqual(await checkRecipientDomain(from('forms@lovelace.org')), [], 'there is no database yet')
  await using service = await startService({ dataDir: place.config.dataDir })
  await service.createEndpoint('ada@Lovelace.org')
  const [same] = await checkRecipientDomain(from('forms@LOVELACE.org'))
  assert.equal(same?.status, 'warn')
  assert.match(same?.fix ?? '', /emails@forms\.lovelace\.org/)
  for (const other of ['forms@forms.lovelace.org', 'forms@ace.org', 'forms@formslot.dev']) {
    assert.equal((await checkRecipientDomain(from(other)))[0]?.status, 'ok', other)
  }
  assert.deepEqual(await checkRecipientDomain({ ...from('forms@lovelace.org'), smtp: null }), [])
})

test('sends a test email on request', async () => {
  await using sink = await startSmtpSink()
  await using place = await configured(mailAt(sink.port))
  const { statusOf: getStatus } = await examine(place.config, 'ada@lovelace.dev')
  assert.equal(getStatus('test email'), 'ok')
  assert.deepEqual(sink.emails[0]?.to, ['ada@lovelace.dev'])
  assert.doesNotMatch(String(sink.emails[0]?.raw), /^List-Unsubscribe/im)
  assert.equal((await examine(place.config, 'Ada <ada@lovelace.dev>')).statusOf('test email'), 'fail')
})

test('introduces itself to the mail server by the host name of the base address', async () => {
  const names: string[] = []
  await using sink = await startSmtpSink({
    onMailFrom(_address, session, done) {
      names.push(session.hostNameAppearsAs)
      done()
    },
  })
  await using place = await configured({
    ...mailAt(sink.port),
    FORMSLOT_BASE_URL: 'https://forms.acme.org',
  })
  assert.equal((await examine(place.config, 'ada@lovelace.dev')).statusOf('test email'), 'ok')
  assert.deepEqual(names, ['forms.acme.org'])
  await using address = await configured({ ...mailAt(sink.port), FORMSLOT_BASE_URL: 'http://192.0.2.1:8080' })
  assert.equal(address.config.smtp?.heloName, undefined)
})

test('says how to fix a certificate that is refused', async () => {
  // The certificate that the smtp-server package brings expired years ago.
  await using server = await startSmtpSink({ secure: true })
  await using place = await configured({
    ...mailAt(server.port),
    FORMSLOT_SMTP_URL: `smtps://ada:pw@127.0.0.1:${server.port}`,
  })
  const { findings } = await examine(place.config)
  const found = findings.find(({ name }) => name === 'mail conversation')
  assert.deepEqual([found?.status, found?.fix], ['fail', 'renew the certificate'])
})

test('names NODE_EXTRA_CA_CERTS for a certificate of a private authority', () => {
  const because = (code: string) => Object.assign(new Error('refused'), { code })
  const mail = Object.assign(because('ESOCKET'), { originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  const page = new TypeError('fetch failed', { cause: because('UNABLE_TO_VERIFY_LEAF_SIGNATURE') })
  for (const error of [mail, page]) assert.match(findCertificateFix(error) ?? '', /NODE_EXTRA_CA_CERTS/)
  assert.match(findCertificateFix(because('ERR_TLS_CERT_ALTNAME_INVALID')) ?? '', /one of the names/)
  assert.equal(findCertificateFix(because('ECONNREFUSED')), null)
  assert.equal(findCertificateFix('SELF_SIGNED_CERT_IN_CHAIN'), null)
})

test('only warns when the proxy in front runs and the service behind it does not', async () => {
  let status = 502
  await using proxy = createServer((_request, response) => response.writeHead(status).end('Bad Gateway'))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  await using place = await configured({})
  const { port } = proxy.address() as AddressInfo
  const getStatus = async () =>
    (await examine({ ...place.config, baseUrl: `http://127.0.0.1:${port}` })).statusOf('base address')
  assert.equal(await getStatus(), 'warn')
  status = 404
  assert.equal(await getStatus(), 'fail')
})

test('fails for a readable secret and a full disk, and warns about a missing mail server', async () => {
  await using place = await configured({})
  await using service = await startService({ dataDir: place.config.dataDir, mail: 'embedded' })
  await service.close()
  await chmod(path.join(place.config.dataDir, 'secret'), 0o644)
  const { statusOf: getStatus } = await examine({ ...place.config, minFreeBytes: Number.MAX_SAFE_INTEGER })
  assert.equal(getStatus('secret'), 'fail')
  assert.equal(getStatus('disk'), 'fail')
  assert.equal(getStatus('mail server'), 'warn')
  assert.equal(getStatus('base address'), 'warn')
})

test('warns about a full disk next to a PostgreSQL database, which still accepts submissions', async () => {
  await using place = await configured({ FORMSLOT_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' })
  const { statusOf: getStatus } = await examine({ ...place.config, minFreeBytes: Number.MAX_SAFE_INTEGER })
  assert.equal(getStatus('disk'), 'warn')
  assert.equal(getStatus('PostgreSQL'), 'fail')
})

test('fails for a PostgreSQL that does not keep what it commits, and names the command that changes it', async () => {
  await using postgres = await anyPostgres()
  const url = await postgres.createDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  // The server of the tests says that its data may be lost; this database does not.
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set formslot.data_may_be_lost = off`)
  await client.end()
  await using place = await configured({ FORMSLOT_DATABASE_URL: url })
  const { healthy, findings } = await examine(place.config)
  assert.equal(healthy, false)
  const found = findings.find(({ name }) => name === 'PostgreSQL')
  assert.equal(found?.status, 'fail')
  assert.match(found?.message ?? '', /fsync and full_page_writes are off/)
  assert.match(found?.fix ?? '', /alter system set fsync = on/)
})

test('warns when the clocks of this machine and of PostgreSQL differ by more than two seconds', async () => {
  await using postgres = await anyPostgres()
  await using place = await configured({ FORMSLOT_DATABASE_URL: await postgres.createMigrated() })
  const clockOf = async (aheadMs: number) => {
    const { findings } = await examine(place.config, null, new Date(Date.now() + aheadMs))
    return findings.find(({ name }) => name === 'database clock')
  }
  assert.equal((await clockOf(0))?.status, 'ok')
  assert.match((await clockOf(180_000))?.message ?? '', /is 180 s ahead of/)
  const behind = await clockOf(-180_000)
  assert.equal(behind?.status, 'warn')
  assert.match(behind?.message ?? '', /is 180 s behind/)
})

test('fails for a data directory that is a file, and continues with the other checks', async () => {
  await using place = await configured({})
  const { statusOf: getStatus } = await examine({ ...place.config, dataDir: MAIN })
  assert.equal(getStatus('data directory'), 'fail')
  assert.equal(getStatus('SQLite'), 'fail')
  assert.equal(getStatus('base address'), 'warn')
})

test('prints a line for each check and exits 1 when one fails', async () => {
  await using place = await configured({})
  const run = (env: Record<string, string>, ...words: string[]) =>
    spawnSync(process.execPath, [MAIN, 'doctor', ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, FORMSLOT_DATA_DIR: place.config.dataDir, FORMSLOT_PORT: '1', ...env },
    })
  const well = run({ FORMSLOT_MIN_FREE_MB: '1' })
  assert.equal(well.status, 0, well.stdout + well.stderr)
  assert.match(well.stdout, /^ {2}ok {4}data directory/m)
  assert.match(well.stdout, /^ {2}warn {2}mail server/m)
  const invalid = run(mailAt(9), '--json')
  assert.equal(invalid.status, 1)
  assert.equal(JSON.parse(invalid.stdout).healthy, false)
})

test('prints every configuration error and exits 78; an unknown command exits 64', () => {
  const run = (env: Record<string, string>, ...words: string[]) =>
    spawnSync(process.execPath, [MAIN, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    })
  const wrong = run({ FORMSLOT_PORT: 'eighty', FORMSLOT_BASEURL: 'x', FORMSLOT_SUBMIT_RATE: '-1' })
  assert.equal(wrong.status, 78)
  for (const name of ['FORMSLOT_PORT', 'FORMSLOT_BASEURL', 'FORMSLOT_SUBMIT_RATE'])
    assert.ok(wrong.stderr.includes(name), name)
  const open = run({ FORMSLOT_BASE_URL: 'https://forms.acme.org' })
  assert.equal(open.status, 78)
  assert.match(open.stderr, /FORMSLOT_SMTP_URL/)
  assert.equal(run({}, 'dance').status, 64)
  assert.equal(run({ FORMSLOT_PORT: 'x' }, 'serve', '--json').status, 64)
  assert.match(run({}, '--version').stdout, /^\d+\.\d+\.\d+\n$/)
})
