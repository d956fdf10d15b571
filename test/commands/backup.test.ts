import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtempDisposable, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type BackupRequest, backup } from '../../src/commands/backup/backup.ts'
import { restore } from '../../src/commands/backup/restore.ts'
import { later, MINUTE } from '../../src/domain/time.ts'
import { createHeader } from '../../src/runtime/tar-header.ts'
import { SCHEMA_VERSION } from '../../src/store/engine/migrate.ts'
import { keyAt } from '../../src/store/engine/sequence.ts'
import { VERSION } from '../../src/version.ts'
import { createApiKey, JANE } from '../support/docs/guide.ts'
import { toBackupRequest } from '../support/fixtures/backup-request.ts'
import { packTar, type TarContent } from '../support/fixtures/hostile-tar.ts'
import { parseConfig } from '../support/service/configuration.ts'
import { startService } from '../support/service/service.ts'

const run = promisify(execFile)
const NOW = new Date('2026-11-10T09:00:00.000Z')
const SECRET = 'a secret of at least thirty-two bytes, made for this test'
const LINK_SECRET = 'another secret of at least thirty-two bytes, for links'

/** A folder for a test: a data directory, and beside it the backups and what is restored. */
async function openPlace() {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-backup-'))
  const at = (...names: string[]) => path.join(folder.path, ...names)
  return {
    at,
    dataDir: at('data'),
    config: (env: Record<string, string> = {}) => parseConfig({ FORMSLOT_DATA_DIR: at('data'), ...env }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

const toRequest = (file: string, more: Partial<BackupRequest> = {}) =>
  toBackupRequest(file, { now: NOW, ...more })

/** Starts and stops a service with one submission. */
async function fillDirectory(dataDir: string, env: Record<string, string> = {}) {
  await using service = await startService({ database: 'file', dataDir, env, now: NOW })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'hello' })
  await service.deliver()
  return endpoint
}

test('a backup of a running service is restored elsewhere with every endpoint, link, key and email', async () => {
  await using place = await openPlace()
  await using service = await startService({
    dataDir: place.dataDir,
    database: 'file',
    mail: 'embedded',
    now: NOW,
  })
  const endpoint = await service.createEndpoint(JANE)
  await service.submit(endpoint, { message: 'before the backup' })
  await service.deliver()
  const [email = ''] = readdirSync(path.join(place.dataDir, 'mailbox'))
  const claim = /claim\/[0-9a-z]+/.exec(
    readFileSync(path.join(place.dataDir, 'mailbox', email), 'utf8').replaceAll('=\r\n', ''),
  )
  await writeFile(path.join(place.dataDir, 'mailbox', '.half.eml.draft'), 'half')

  const file = place.at('night.tar')
  const made = await backup(place.config(), toRequest(file, { withMailbox: true }))
  assert.match(made.output, /formslot\.db: accounts 0, endpoints 1, submissions 1, /)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(place.at()).sort(), ['data', 'night.tar'])
  // Any tar reads it.
  const listed = (await run('tar', ['-tf', file])).stdout.trimEnd().split('\n')
  assert.deepEqual(listed, [
    'manifest.json',
    'formslot.db',
    'secret',
    `mailbox/${email}`,
    'files.sha256',
    'files.json',
  ])
  const manifest = JSON.parse((await run('tar', ['-xOf', file, 'manifest.json'])).stdout)
  assert.equal(manifest.version, VERSION)
  assert.equal(manifest.schema, SCHEMA_VERSION)
  assert.equal(manifest.made_at, NOW.toISOString())
  assert.equal(manifest.counts.submissions, 1)
  const [instance] = await service.sql('select backed_up_at from instance')
  assert.equal(Object(instance).backed_up_at, NOW.getTime(), 'for the desk of the operator')

  await service.submit(endpoint, { message: 'after the backup' })
  await service.close()
  const checked = await restore(place.config(), { file, to: null, check: true, now: NOW })
  assert.match(checked.output, /is complete: 4 files/)
  const restored = place.at('restored')
  const { output } = await restore(place.config(), { file, to: restored, check: false, now: NOW })
  assert.ok(output.includes(`FORMSLOT_DATA_DIR=${restored}`))
  assert.deepEqual(readdirSync(restored).sort(), ['formslot.db', 'lock', 'mailbox', 'secret'])
  for (const name of ['formslot.db', 'mailbox', 'secret', path.join('mailbox', email)]) {
    assert.equal(statSync(path.join(restored, name)).mode & 0o077, 0, name)
  }

  await using again = await startService({ dataDir: restored, database: 'file', mail: 'embedded', now: NOW })
  const rows = await again.sql('select fields from submissions')
  assert.deepEqual(
    rows.map(({ fields }) => String(fields).includes('before the backup')),
    [true],
  )
  assert.equal((await again.get(`/${claim?.[0]}`, { accept: 'application/json' })).json.claimed, true)
  const more = await again.post(`/f/${endpoint.form_id}`, { form: { message: 'once more' } })
  assert.equal(more.status, 200)
  const mailbox = await again.get('/mailbox')
  assert.match(mailbox.text, new RegExp(email.replace('.eml', '')))
})

test('sessions and keys of owners work after a restore, and no row key is used twice', async () => {
  await using place = await openPlace()
  const file = place.at('night.tar')
  let used = 0
  let key = ''
  {
    await using service = await startService({ dataDir: place.dataDir, database: 'file', now: NOW })
    await service.submit(await service.createEndpoint(JANE), { message: 'hello' })
    await service.get(await service.linkIn('claim'), { accept: 'text/html' })
    key = await createApiKey(service)
    await backup(place.config(), toRequest(file))
    service.pass({ seconds: 30 })
    await service.submit(await service.createEndpoint(), { message: 'lost' })
    const [row] = await service.sql('select max(key) as key from submissions')
    used = Number(row?.key)
  }
  const to = place.at('restored')
  const now = later(NOW, MINUTE)
  await restore(place.config(), { file, to, check: false, now })
  {
    using database = new DatabaseSync(path.join(to, 'formslot.db'), { readOnly: true })
    const next = Number(database.prepare('select next from key_reservation').get()?.next)
    assert.ok(next > used)
    assert.equal(next, keyAt(later(now, MINUTE)))
  }
  await using again = await startService({
    dataDir: to,
    database: 'file',
    env: { FORMSLOT_CREATE_SPACING_MS: '0' },
    now: later(NOW, -MINUTE),
  })
  const me = await again.get('/api/v1/me', { authorization: `Bearer ${key}` })
  assert.equal(me.status, 200)
  await again.submit(await again.createEndpoint(), { message: 'the next' })
  const [row] = await again.sql('select max(key) as key from submissions')
  assert.ok(Number(row?.key) > used, 'even when the clock goes back')
})

test('emails that waited at the time of the backup are sent again, with the same Message-ID', async () => {
  await using place = await openPlace()
  const file = place.at('night.tar')
  const messageIds = async (service: Awaited<ReturnType<typeof startService>>) =>
    (await service.emails()).map(({ messageId }) => messageId)
  let sent: (string | undefined)[] = []
  {
    await using service = await startService({ dataDir: place.dataDir, database: 'file', now: NOW })
    await service.submit(await service.createEndpoint(), { message: 'hello' })
    await backup(place.config(), toRequest(file))
    await service.deliver()
    sent = await messageIds(service)
    assert.equal(sent.length, 1)
  }
  const to = place.at('restored')
  await restore(place.config(), { file, to, check: false, now: NOW })
  await using again = await startService({ dataDir: to, database: 'file', now: later(NOW, MINUTE) })
  await again.deliver()
  assert.deepEqual(await messageIds(again), sent)
})

test('a clock before the backup is refused, and the first purge waits', async () => {
  await using place = await openPlace()
  await fillDirectory(place.dataDir)
  const file = place.at('night.tar')
  await backup(place.config(), toRequest(file))
  const request = { file, to: place.at('restored'), check: false }
  await assert.rejects(
    restore(place.config(), { ...request, now: later(NOW, -2 * MINUTE) }),
    /Correct the clock/,
  )
  await restore(place.config(), { ...request, now: later(NOW, -MINUTE) })
  await using service = await startService({ dataDir: request.to, database: 'file', now: NOW })
  await service.service.maintenance()
  assert.match(await service.service.metrics.render(), /^formslot_purge_paused 1$/m)
})

test('packs the secrets only when asked, and restores only with the right one', async () => {
  await using place = await openPlace()
  const env = { FORMSLOT_SECRET: SECRET, FORMSLOT_LINK_SECRET: LINK_SECRET }
  await fillDirectory(place.dataDir, env)
  const open = place.at('open.tar')
  const closed = place.at('closed.tar')
  await backup(place.config(env), toRequest(open))
  const made = await backup(place.config(env), toRequest(closed, { withSecret: false }))
  assert.match(made.output, /doesn't contain the secret.* or use --with-secret/)
  const packed = readFileSync(closed)
  for (const secret of [SECRET, LINK_SECRET]) assert.ok(!packed.includes(secret))

  const refuse = (file: string, more: Record<string, string>) =>
    restore(place.config(more), { file, to: place.at('refused'), check: false, now: NOW })
  const other = { FORMSLOT_SECRET: `${SECRET}, another` }
  await assert.rejects(refuse(open, other), /of an instance with another secret than FORMSLOT_SECRET/)
  await assert.rejects(refuse(closed, other), /of an instance with another secret/)
  await assert.rejects(refuse(closed, {}), /does not contain the secret.*FORMSLOT_SECRET_FILE/)
  assert.ok(!existsSync(place.at('refused')))

  const to = place.at('restored')
  const { output } = await restore(place.config(), { file: open, to, check: false, now: NOW })
  assert.ok(output.includes(`FORMSLOT_LINK_SECRET_FILE=${path.join(to, 'link-secret')}`))
  assert.equal(readFileSync(path.join(to, 'secret'), 'utf8'), `${SECRET}\n`)
  assert.equal(readFileSync(path.join(to, 'link-secret'), 'utf8'), `${LINK_SECRET}\n`)
  const alone = place.at('alone')
  await restore(place.config(env), { file: closed, to: alone, check: false, now: NOW })
  assert.ok(!existsSync(path.join(alone, 'secret')))

  // The settings of a shell are often not those of the service.
  await assert.rejects(
    backup(place.config({ FORMSLOT_SECRET: SECRET }), toRequest(open)),
    /FORMSLOT_LINK_SECRET is missing/,
  )
  await assert.rejects(backup(place.config(other), toRequest(open)), /written with another secret/)
  await assert.rejects(backup(place.config(), toRequest(open)), /there is no secret at/)
  assert.deepEqual(readdirSync(place.at()).sort(), ['alone', 'closed.tar', 'data', 'open.tar', 'restored'])
})

test('packs the plans file, and says where to name it', async () => {
  await using place = await openPlace()
  const plans = place.at('our-plans.json')
  await writeFile(plans, JSON.stringify({ free: { submissionsPerMonth: 200 } }))
  const env = { FORMSLOT_PLANS_FILE: plans }
  await fillDirectory(place.dataDir, env)
  const file = place.at('night.tar')
  await backup(place.config(env), toRequest(file))
  const to = place.at('restored')
  const { output } = await restore(place.config(), { file, to, check: false, now: NOW })
  assert.ok(output.includes(`FORMSLOT_PLANS_FILE=${path.join(to, 'plans.json')}`))
  assert.deepEqual(readFileSync(path.join(to, 'plans.json')), readFileSync(plans))
})

test('two backups to one file at a time both succeed, and leave no drafts', async () => {
  await using place = await openPlace()
  await fillDirectory(place.dataDir)
  const file = place.at('night.tar')
  await Promise.all([backup(place.config(), toRequest(file)), backup(place.config(), toRequest(file))])
  await restore(place.config(), { file, to: null, check: true, now: NOW })
  assert.deepEqual(readdirSync(place.at()).sort(), ['data', 'night.tar'])
})

test('a backup that fails leaves the last one as it was', async () => {
  await using place = await openPlace()
  await fillDirectory(place.dataDir)
  const file = place.at('night.tar')
  await backup(place.config(), toRequest(file))
  const last = readFileSync(file)
  {
    using database = new DatabaseSync(path.join(place.dataDir, 'formslot.db'))
    database.exec('update schema_version set version = version + 1000')
  }
  await assert.rejects(backup(place.config(), toRequest(file)), /written by a newer Formslot/)
  await rm(path.join(place.dataDir, 'formslot.db'))
  await assert.rejects(backup(place.config(), toRequest(file)), /there is no database at/)
  assert.deepEqual(readFileSync(file), last)
  await assert.rejects(backup(place.config(), toRequest(place.at('none/night.tar'))), /none does not exist/)
  await assert.rejects(backup(place.config(), toRequest(place.dataDir)), /data is not a file/)
  const full = place.config({ FORMSLOT_MIN_FREE_MB: '1000000' })
  await fillDirectory(place.at('second'))
  const second = { ...full, dataDir: place.at('second'), database: sqlite(place.at('second/formslot.db')) }
  await assert.rejects(backup(second, toRequest(file)), /FORMSLOT_MIN_FREE_MB for the service/)
  assert.deepEqual(readdirSync(place.at()).sort(), ['data', 'night.tar', 'second'])
})

const sqlite = (file: string) => ({ kind: 'sqlite', file }) as const

test('restores only into an empty directory without a running service', async () => {
  await using place = await openPlace()
  await using _service = await startService({ dataDir: place.dataDir, database: 'file', now: NOW })
  const file = place.at('night.tar')
  await backup(place.config(), toRequest(file))
  const into = (to: string | null, config = place.config()) =>
    restore(config, { file, to, check: false, now: NOW })
  await assert.rejects(into(null), /another Formslot is running on/)
  const taken = place.at('taken')
  await mkdir(taken)
  await writeFile(path.join(taken, 'thesis.odt'), 'mine')
  await assert.rejects(into(taken), /taken is not empty: it contains thesis\.odt/)
  assert.deepEqual(readdirSync(taken), ['thesis.odt'])
  const elsewhere = place.config({ FORMSLOT_DATABASE_URL: `file:${place.at('elsewhere.db')}` })
  await assert.rejects(into(null, elsewhere), /outside the data directory.*--to/)
  await mkdir(place.at('volume/lost+found'), { recursive: true })
  await into(place.at('volume'))
  await assert.rejects(into(place.at('volume')), /is not empty/)
  await assert.rejects(
    restore(place.config(), { file: place.at('absent.tar'), to: null, check: true, now: NOW }),
    /there is no file/,
  )
})

test('on PostgreSQL names the command that backs up the database, and packs the secret', async () => {
  await using place = await openPlace()
  const env = {
    FORMSLOT_SECRET: SECRET,
    FORMSLOT_DATABASE_URL: 'postgres://formslot:pa%3Ass@db.internal:5433/forms?sslmode=require&password=more',
  }
  const file = place.at('night.tar')
  const refused = await backup(place.config(env), toRequest(file, { withSecret: false, withFiles: false }))
  assert.equal(refused.done, false)
  assert.ok(!existsSync(file))
  const line =
    "  pg_dump --format=custom --no-owner --file=formslot.dump 'postgres://formslot@db.internal:5433/forms?sslmode=require'\n"
  assert.ok(refused.output.includes(line), refused.output)
  const made = await backup(place.config(env), toRequest(file, { withFiles: false }))
  assert.equal(made.done, true)
  assert.ok(made.output.includes(line))
  const { output } = await restore(place.config(env), { file, to: null, check: false, now: NOW })
  assert.match(output, /no database; restore the dump with pg_restore/)
  assert.equal(readFileSync(path.join(place.dataDir, 'secret'), 'utf8'), `${SECRET}\n`)
})

test('refuses a hostile or damaged backup and leaves the directory empty', async () => {
  await using place = await openPlace()
  await fillDirectory(place.dataDir)
  const good = place.at('good.tar')
  await backup(place.config(), toRequest(good, { withFiles: false }))
  const extract = async (name: string) =>
    (await run('tar', ['-xOf', good, name], { encoding: 'buffer', maxBuffer: 1 << 26 })).stdout
  const database = await extract('formslot.db')
  const secret = await extract('secret')
  const facts = JSON.parse(String(await extract('manifest.json')))
  const files: TarContent[] = [
    { name: 'formslot.db', content: database },
    { name: 'secret', content: secret },
  ]
  const toManifest = (entries: readonly TarContent[], more: object = {}): TarContent => ({
    name: 'manifest.json',
    content: JSON.stringify({
      ...facts,
      stored_files: null,
      files: entries.map(({ name, content, bytes }) => ({
        name,
        bytes: bytes ?? Buffer.from(content).length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
      ...more,
    }),
  })
  const whole = (entries: readonly TarContent[], more?: object) =>
    packTar([toManifest(entries, more), ...entries])
  const withType = (type: string, link = ''): TarContent[] => [
    ...files,
    {
      name: 'plans.json',
      content: '',
      change(header) {
        header.write(type, 156)
        header.write(link, 157)
      },
    },
  ]
  const named = (name: string): TarContent[] => [...files, { name, content: 'x' }]
  const flipped = Buffer.from(database)
  flipped[flipped.length - 100] = (flipped[flipped.length - 100] ?? 0) ^ 1
  const tar = whole(files)
  const newer = place.at('newer.db')
  writeFileSync(newer, database)
  {
    using changed = new DatabaseSync(newer)
    changed.exec('update schema_version set version = version + 1000')
  }
  const foreign = place.at('foreign.db')
  writeFileSync(foreign, database)
  {
    using changed = new DatabaseSync(foreign)
    changed.exec("update instance set secret_fingerprint = 'of another instance'")
  }
  const onlySecret = files.slice(1)
  const cases: [title: string, tar: Buffer, problem: RegExp][] = [
    ['an empty file', Buffer.alloc(0), /truncated/],
    ['a file of zeros', Buffer.alloc(4096), /does not begin with manifest\.json/],
    ['another kind of file', Buffer.from('PK\u0003\u0004'.padEnd(2048, 'x')), /not a tar file/],
    ['no manifest', packTar(files), /does not begin with manifest\.json/],
    [
      'a manifest of another program',
      packTar([{ name: 'manifest.json', content: '[]' }]),
      /not that of a backup/,
    ],
    ['a manifest that is not JSON', packTar([{ name: 'manifest.json', content: '{' }]), /not JSON/],
    ['a manifest of another format', whole(files, { format: 'formslot-backup-2' }), /\(format\)/],
    ['an unknown field', whole(files, { run: 'rm' }), /not that of a backup/],
    ['a version that clears the screen', whole(files, { version: '1\u001b[2J' }), /\(version\)/],
    [
      'a table that clears the screen',
      whole(files, { counts: { 'a\u001b[2J': 1 } }),
      /^[ -~]+ is not that of a backup \(counts[ -~]*\)$/,
    ],
    [
      'a name that clears the screen',
      packTar([toManifest(files), ...files, { name: '\u009b2J', content: '' }]),
      /^[ -~\u00c2]+$/,
    ],
    ['a path above the directory', whole(named('../secret')), /\(files\.2\.name\)/],
    ['a path above the mailbox', whole(named('mailbox/../../secret')), /\(files\.2\.name\)/],
    ['an absolute path', whole(named('/etc/passwd')), /\(files\.2\.name\)/],
    ['a file of the service that no backup has', whole(named('formslot.db-wal')), /\(files\.2\.name\)/],
    ['an email that hides elsewhere', whole(named('mailbox/.bashrc')), /\(files\.2\.name\)/],
    ['a name twice in the manifest', whole([...files, ...onlySecret]), /names a file twice/],
    ['an entry twice', packTar([toManifest(files), ...files, ...onlySecret]), /is not in manifest\.json/],
    [
      'an entry that the manifest does not name',
      packTar([toManifest(files), ...named('plans.json')]),
      /not in manifest/,
    ],
    [
      'entries in another order',
      packTar([toManifest(files), ...files.toReversed()]),
      /missing or has another size/,
    ],
    ['a symbolic link', whole(withType('2', '/etc/passwd')), /is not a plain file/],
    ['a hard link', whole(withType('1', 'secret')), /is not a plain file/],
    ['a directory', whole(withType('5')), /is not a plain file/],
    ['a device', whole(withType('3')), /is not a plain file/],
    ['a fifo', whole(withType('6')), /is not a plain file/],
    ['an extended header', whole(withType('x')), /is not a plain file/],
    ['a long name of GNU tar', whole(withType('L')), /is not a plain file/],
    [
      'a prefix of the name',
      whole([{ ...files[0], change: (header) => header.write('..', 345) } as TarContent]),
      /plain file/,
    ],
    [
      'a size beyond the disk',
      whole([{ name: 'formslot.db', content: database, bytes: 2 ** 50 }]),
      /the backup needs 1073741824 MiB/,
    ],
    [
      'a size beyond the file',
      packTar([
        toManifest(files),
        {
          name: 'formslot.db',
          content: database,
          change: (header) => header.write('77777777777', 124),
        },
      ]),
      /truncated/,
    ],
    [
      'a negative size',
      whole([{ name: 'formslot.db', content: database, change: (header) => header.fill(255, 124, 136) }]),
      /invalid size/,
    ],
    [
      'a size that is not a number',
      whole([{ name: 'formslot.db', content: database, change: (header) => header.write('zz', 124) }]),
      /invalid size/,
    ],
    [
      'a huge manifest',
      packTar([{ name: 'manifest.json', content: Buffer.alloc(64 * 1024 * 1024 + 1) }]),
      /too large/,
    ],
    ['a damaged header', Buffer.concat([tar.subarray(0, 3), Buffer.from('!'), tar.subarray(4)]), /checksum/],
    [
      'a flipped bit',
      packTar([toManifest(files), { name: 'formslot.db', content: flipped }, ...onlySecret]),
      /formslot\.db is damaged: its SHA-256/,
    ],
    ['a missing end', tar.subarray(0, -1024), /truncated/],
    ['half of its end', tar.subarray(0, -512), /truncated/],
    ['a cut in the database', tar.subarray(0, 8192), /truncated/],
    [
      'a missing file',
      packTar([toManifest(files), ...onlySecret]),
      /formslot\.db of manifest\.json is missing/,
    ],
    ['something behind its end', packTar([toManifest(files), ...files], 2048), /something follows its end/],
    ['no secret although it says so', whole(files.slice(0, 1)), /does not contain the secrets that it names/],
    [
      'another secret than it says',
      whole([...files.slice(0, 1), { name: 'secret', content: SECRET }]),
      /another secret than it names/,
    ],
    ['no database although it says so', whole(onlySecret), /does not contain the database that it names/],
    [
      'a database of another secret',
      whole([{ name: 'formslot.db', content: readFileSync(foreign) }, ...onlySecret]),
      /written with another secret/,
    ],
    [
      'a database of a newer program',
      whole([{ name: 'formslot.db', content: readFileSync(newer) }, ...onlySecret]),
      /newer Formslot/,
    ],
    [
      'a database that is none',
      whole([{ name: 'formslot.db', content: SECRET.repeat(100) }, ...onlySecret]),
      /is damaged|not a database/,
    ],
  ]
  const to = place.at('restored')
  await mkdir(to)
  for (const [title, content, problem] of cases) {
    const file = place.at('hostile.tar')
    writeFileSync(file, content)
    await assert.rejects(restore(place.config(), { file, to, check: false, now: NOW }), problem, title)
    assert.deepEqual(
      readdirSync(to).filter((name) => name !== 'lock'),
      [],
      title,
    )
  }
  writeFileSync(place.at('again.tar'), tar)
  await restore(place.config(), { file: place.at('again.tar'), to, check: false, now: NOW })
})

test('a size beyond 8 GiB is written as GNU tar writes it', async () => {
  await using place = await openPlace()
  const bytes = 9 * 2 ** 30
  const file = place.at('large.tar')
  await writeFile(file, createHeader({ name: 'formslot.db', bytes, mode: 0o600, modifiedAt: NOW }))
  const { stdout } = await run('sh', ['-c', 'tar -tvf "$0" 2>/dev/null; :', file])
  assert.match(stdout, new RegExp(` ${bytes} .* formslot\\.db`))
})
