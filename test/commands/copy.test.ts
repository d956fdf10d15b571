import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, mkdtempDisposable, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Client } from 'pg'
import { copy } from '../../src/commands/copy.ts'
import { migrate } from '../../src/commands/migrate.ts'
import { BATCH } from '../../src/store/dialects/copy-rows.ts'
import { LAST_UNRELEASED_VERSION } from '../../src/store/engine/migrate.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { anyPostgres } from '../support/postgres/postgres.ts'
import { aboutPostgres } from '../support/postgres/test-database.ts'
import { startService } from '../support/service/service.ts'
import { startReceiver } from '../support/web/receiver.ts'

/** Tables that SQLite alone has, or that every database writes for itself. */
const OF_THE_DATABASE =
  /^(?:schema_version|submission_index|submission_index_recent|submission_index_progress|search_progress|search_words.*)$/

test('moves an instance from SQLite to PostgreSQL with its endpoints, emails and links', async () => {
  await using postgres = await anyPostgres()
  const url = await postgres.createDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-copy-'))
  await using old = await startService({ dataDir, database: 'file' })
  const endpoint = await old.createEndpoint()
  for (const message of ['one', 'two']) await old.submit(endpoint, { message })
  await old.submit(endpoint, { message: 'three' }, { 'idempotency-key': 'once-and-for-all' })
  const from = `file:${old.databaseFile()}`
  const { config } = old
  const lines: string[] = []
  const request = { from, to: url, now: old.now(), show: (line: string) => lines.push(line) }
  const secret = { ...config, secret: null }
  await assert.rejects(copy(secret, request), /is running on .*\. Stop it first/)
  await old.close()
  const moved = await copy(secret, request)
  assert.equal(moved.done, true, moved.output)
  assert.match(moved.output, /^ *3 {2}submissions {2}\([0-9a-f]{16}\)$/m)
  assert.ok(!moved.output.includes(`:${new URL(url).password}@`), 'the password is not shown')
  assert.ok(lines.some((line) => line.includes('100 %')))
  await assert.rejects(copy(secret, request), /not empty/)

  await using service = await startService({
    dataDir,
    env: { FORMSLOT_DATABASE_URL: url },
    now: old.now(),
  })
  await service.deliver()
  assert.equal((await service.emails()).length, 3)
  const claimed = await service.get(await service.linkIn('claim'), { accept: 'application/json' })
  assert.equal(claimed.json.claimed, true)
  const status = await service.get(`/f/${endpoint.form_id}/status`)
  assert.equal(status.json.state, 'claimed')
  await service.close()
  await rm(dataDir, { recursive: true })
})

test('moves webhooks with their secrets and what waits for them', async () => {
  await using receiver = await startReceiver()
  await using postgres = await anyPostgres()
  const url = await postgres.createDatabase()
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-copy-'))
  const common = { dataDir: folder.path, egressPorts: [receiver.port] }
  const env = { FORMSLOT_DEFAULT_PLAN: 'pro' }
  await using old = await startService({ ...common, env, database: 'file' })
  const ada = await signIn(old)
  const place = `/endpoints/${ada.endpoint.form_id}/destinations`
  const { id, secret } = (await ada.post(place, { kind: 'webhook', url: receiver.url })).json
  assert.equal((await ada.post(`${place}/${id}/test`)).json.reached, true)
  await old.submit(ada.endpoint, { message: 'moved' })
  const request = { from: `file:${old.databaseFile()}`, to: url, now: old.now(), show: () => {} }
  await old.close()
  assert.equal((await copy({ ...old.config, secret: null }, request)).done, true)
  await using service = await startService({
    ...common,
    env: { ...env, FORMSLOT_DATABASE_URL: url },
    now: old.now(),
  })
  await service.deliver()
  const { body = '', headers = {} } = receiver.received[1] ?? {}
  assert.equal(JSON.parse(body).data.fields.message, 'moved')
  const message = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64')
  assert.equal(
    headers['webhook-signature'],
    `v1,${createHmac('sha256', key).update(message).digest('base64')}`,
  )
})

test('copies every row of every table, and never issues an ID twice', async () => {
  await using postgres = await anyPostgres()
  await using old = await instanceOnFile()
  const url = await postgres.createDatabase()
  const rows = 2 * BATCH + 1
  {
    using database = new DatabaseSync(old.file)
    database.exec(`
      insert into channel_pauses values ('email', 1, 2, 'refused');
      insert into email_days values (1, 'acme.org', 1, 2, 3, 4, 0, 1, 2, 3, 'rcpt_to: 450 later', 1);
      insert into status_days values (1, 'accepting', 5, 1440, 1444, 1440);
      insert into operator_entries values (1, 1, 'command', 'account_suspended', 'bo@builds.dev', null);
      insert into storage_days values (1, 4096, 7);
      insert into nodes values ('forms-1:8080', '1.0.0', 1, 2);
      insert into unproven_email_hours values (1, 'network', 1, 2, 3);
      insert into accounts (key, mailbox, plan, created_at) values (1, 'bo@builds.dev', 'free', 1);
      insert into email_keys values (1, 1, 'armored', 'FINGERPRINT', 'RSA 4096', 1, 1, 1, null, null);
      insert into clock_checks values (1, 1, null);
      insert into account_counts values ('1 queue', 1, 'queue', '2026-11', 7);
      insert into endpoint_keys values (1, 1, 'id', 'hash', 'backup', '["read"]', 1, null, 2, 3, null);
      insert into messages (key, endpoint_key, published_at, type, body) values (1, 1, 1, 'text', '"hello"');
      insert into queue_counts values (1, 1, 0, 6, 2, 1, 3, '503 busy');
      insert into event_batches values (1, 1, 1, '[]');
      insert into event_ids values (1, 'a1', 1);
      insert into spent_challenges values ('nonce', 1);
      insert into visitor_counts values (1, 20767, 2, 'AAAA'), (1, 20766, 3, null);
      insert into visitor_salts values (20767, 'salt');
      insert into observations values (1, 498408, '{}');
      insert into announced_findings values (1, 'sent_by_get', 1);
      insert into event_counts
        with recursive count (n) as (select 1 union all select n + 1 from count where n < ${rows})
        select n % 3, n / 9, 'name ' || n, n from count;
      insert into spam_lists values (1, '["casino"]', '[]');
      insert into destination_secrets values (1, 'dst_1', 's1.address', null, null);
      insert into watches values (1, 1, 1, '{}', '{}', null);
      insert into annotations values (1, 1, 1, 'deployed 1.4', 1);
      insert into judgements values (1, 1, 1, 0.5, '[]', 1, null, null, null);
      insert into files values (1, 1, 1, 1, 'cv', 'cv.pdf', 'application/pdf', 1, 'hash', 'place', 'clean', 1, null, 1);
      insert into file_deletions values ('gone', 1);
      insert into spam_tokens values (1, 'hash', 1, 2);
      insert into spam_lessons values (1, 1, 'spam', null, 1);
      insert into labels values (1, 1, 'Lead', 'lead', 'teal', 1);
      insert into submission_labels values (1, 1);
      insert into submission_work values (1, 1, 1, 'Call back', 0);
      insert into inbox_views values (1, 1, 'To answer', 'to answer', '{}', 1);
      insert into routings values (1, 'q_1', 'monthly_quota');
      insert into email_rhythms values (1, 1, null);
      insert into queue_rates values ('1 1', 1, 1, 1, 0, null, 2);
      insert into sign_ins (key, mailbox_key, device, created_at) values (1, 'bo', 'Firefox on Linux', 1);
      insert into hand_overs values (1, 1, 1, 'bo@builds.dev', 'x', 'en', 1, null);
      insert into members values (1, 1, 'bo@builds.dev', 1, 'viewer', 1, null);
      insert into sessions values (1, 'hash', 1, 'Firefox on Linux', 1, 1, 1, null);
      insert into devices values (1, 1, 1, 'Firefox', 'en', 'hash', 's1.sub', 'key', '["f_1"]', null, 1, 1, 1, null, null, null, null, 0, null, null, null);
      insert into api_keys values (1, 'id', 'hash', 1, 'backup', '["read"]', 1, null, 2, 3, null);
      insert into audit_entries values (1, 1, 1, 'key_expired', null, null, null, null, 'backup');
      insert into attempts values (1, 1, 1, null, null, null);
      insert into idempotent_results values ('key', 'fingerprint', '"answer"', 1);
      insert into notices values (1, 'sign_in', 'bo@builds.dev', '{}', 1, 2);
      insert into suppressions values ('mailbox 1', 'operator', 1);
      insert into suspended_mailboxes values ('mailbox 1', 1, 'Spam');
      insert into mailboxes (mailbox_key, confirmations_refused_at)
        with recursive count (n) as (select 1 union all select n + 1 from count where n < ${rows})
        select 'mailbox ' || n, n from count;
      update key_reservation set next = 123456789012345;
      update instance set files_id = 'f1'`)
  }
  await copy(old.config, { ...old.request, to: url })
  using source = new DatabaseSync(old.file, { readOnly: true })
  await using target = await open(url)
  const all = source.prepare("select name from sqlite_master where type in ('table', 'view')").all()
  // Not what is worked out from the rest, which each database keeps in its own way.
  const tables = all.map((row) => String(row.name)).filter((name) => !OF_THE_DATABASE.test(name))
  for (const name of tables) {
    const expected = Number(source.prepare(`select count(*) as count from ${name}`).get()?.count)
    assert.ok(expected > 0, `there is something to copy in ${name}`)
    assert.equal(await target.number(`select count(*) from ${name}`), expected, name)
  }
  assert.ok((await target.number('select next from key_reservation')) >= 123456789012345)
  const kept = await target.number("select count(*) from instance where files_id = 'f1'")
  assert.equal(kept, 1, 'its files stay those of this instance')
  for (const table of ['submissions', 'outbox', 'attempts', 'event_batches']) {
    const outside = await target.number(`select count(*) from ${table}_rest`)
    assert.equal(outside, 0, `all ${table} stand in their weeks`)
  }
})

test('reports a copy that differs, by a missing or a changed row', { skip: aboutPostgres }, async () => {
  await using postgres = await anyPostgres()
  await using old = await instanceOnFile()
  for (const fault of ["new.recipient = 'mallory@evil.dev'; return new", 'return null']) {
    const url = await postgres.createDatabase()
    await migrate({ ...old.config, database: { kind: 'postgres', url } }, old.request.now)
    {
      await using target = await open(url)
      await target.run(
        `create function fault() returns trigger language plpgsql as 'begin ${fault.replaceAll("'", "''")}; end'`,
      )
      await target.run(
        'create trigger fault before insert on endpoints for each row execute function fault()',
      )
    }
    await assert.rejects(copy(old.config, { ...old.request, to: url }), /the copy of endpoints differs/)
  }
})

test('requires a migration before copying a database of an earlier version', {
  skip: aboutPostgres,
}, async () => {
  await using postgres = await anyPostgres()
  await using old = await instanceOnFile()
  {
    using database = new DatabaseSync(old.file)
    database.exec('delete from schema_version where version = (select max(version) from schema_version)')
  }
  const copying = copy(old.config, { ...old.request, to: await postgres.createDatabase() })
  await assert.rejects(copying, /formslot-server migrate/)
})

/** Columns that the last version before 1.0.0 did not have. */
const NEW_COLUMNS = [
  ['endpoints', 'has_watches'],
  ['endpoints', 'suspended_at'],
  ['endpoints', 'suspended_reason'],
  ['accounts', 'suspended_at'],
  ['accounts', 'suspended_reason'],
  ['accounts', 'stored_bytes'],
  ['accounts', 'email_key'],
  ['accounts', 'encrypted_only_at'],
  ['accounts', 'canned_answers'],
  ['accounts', 'language'],
  ['submissions', 'file_count'],
  ['submissions', 'ciphertext'],
  ['judgements', 'has_files'],
  ['instance', 'files_id'],
  ['instance', 'backed_up_at'],
  ['mailboxes', 'undeliverable_at'],
  ['mailboxes', 'undeliverable_until'],
  ['mailboxes', 'undeliverable_because'],
  ['mailboxes', 'recent_emails'],
  ['queue_rates', 'redelivered'],
  ['queue_rates', 'died'],
  ['outbox', 'bounced_at'],
  ['outbox', 'complained_at'],
  ['outbox', 'reports'],
  ['outbox', 'digest_key'],
  ['sessions', 'member_key'],
  ['api_keys', 'member_key'],
  ['endpoint_keys', 'member_key'],
] as const

const hasColumn = (database: DatabaseSync, [table, name]: readonly [string, string]) =>
  database.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, name) !== undefined

test('carries over the last version before 1.0.0, to both databases, and no earlier one', async () => {
  await using postgres = await anyPostgres()
  await using old = await instanceOnFile()
  const setVersion = (version: number) => {
    using database = new DatabaseSync(old.file)
    database.exec(`
      drop table if exists suspended_mailboxes;
      drop table if exists destination_secrets;
      drop table if exists watches;
      drop table if exists annotations;
      drop table if exists email_keys;
      drop table if exists files;
      drop table if exists file_deletions;
      drop index if exists outbox_failed;
      drop index if exists mailboxes_paused;
      drop table if exists email_days;
      drop table if exists unproven_email_hours;
      drop table if exists email_rhythms;
      drop table if exists labels;
      drop table if exists submission_labels;
      drop table if exists submission_work;
      drop table if exists inbox_views;
      drop table if exists status_days;
      drop table if exists operator_entries;
      drop table if exists storage_days;
      drop table if exists nodes;
      drop table if exists devices;
      drop index if exists outbox_of_digest;
      drop table if exists hand_overs;
      drop table if exists members;
      drop index if exists sessions_of_member;
      ${NEW_COLUMNS.filter((column) => hasColumn(database, column))
        .map(([table, name]) => `alter table ${table} drop column ${name};`)
        .join('\n')}
      insert or ignore into accounts (key, mailbox, plan, created_at) values (9, 'bo@builds.dev', 'free', 1);
      delete from schema_version where version > (select min(version) from schema_version);
      update schema_version set version = ${version}`)
  }
  const targets = [`file:${path.join(path.dirname(old.file), 'new.db')}`, await postgres.createDatabase()]
  for (const to of targets) {
    setVersion(LAST_UNRELEASED_VERSION - 1)
    await assert.rejects(copy(old.config, { ...old.request, to }), /before 1\.0\.0/)
    setVersion(LAST_UNRELEASED_VERSION)
    const { output, done } = await copy(old.config, { ...old.request, to })
    assert.ok(done)
    assert.match(output, /^ *1 {2}submissions {2}/m)
    await using service = await startService({
      dataDir: path.dirname(old.file),
      env: { FORMSLOT_DATABASE_URL: to },
      now: old.request.now,
    })
    await service.deliver()
    const claimed = await service.get(await service.linkIn('claim'), { accept: 'application/json' })
    assert.equal(claimed.json.claimed, true)
  }
})

/** Creates a stopped instance with one submission, and the options to copy it. */
async function instanceOnFile() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-copy-'))
  await using service = await startService({ dataDir, database: 'file' })
  const file = service.databaseFile()
  await service.submit(await service.createEndpoint(), { message: 'hello' })
  await service.close()
  return {
    file,
    config: { ...service.config, secret: null },
    request: { from: `file:${file}`, now: service.now(), show: () => {} },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}

async function open(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    run: (text: string) => client.query(text),
    number: async (text: string) => Number(Object.values((await client.query(text)).rows[0] ?? {})[0]),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

test('refuses to copy under another secret, from a missing file, or from a running service', async () => {
  await using postgres = await anyPostgres()
  await using old = await instanceOnFile()
  const url = await postgres.createDatabase()
  const other = { ...old.config, secret: 'another secret that is long enough, too' }
  await assert.rejects(copy(other, { ...old.request, to: url }), /another secret/)
  const nowhere = await copy(old.config, { ...old.request, from: 'file:/nowhere/formslot.db', to: url })
  assert.deepEqual(nowhere, { output: 'There is no database at /nowhere/formslot.db.', done: false })
  const moving = await copy(old.config, { ...old.request, from: url, to: url })
  assert.equal(moving.done, false)
  assert.match(moving.output, /--from must be a SQLite file/)
})
