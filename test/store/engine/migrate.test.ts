import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { DAY, later } from '../../../src/domain/time.ts'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import { migrate, SCHEMA_VERSION, SchemaTooNew } from '../../../src/store/engine/migrate.ts'
import { sqlite as forms } from '../../../src/store/engine/migrations/0001-forms.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { filterOf } from '../../support/stores/owned-inbox.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const AT = NOW.getTime()

/** A database as the first version of the schema left it, with what an instance may hold. */
function databaseOfVersion1() {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-migrate-'))
  const file = path.join(folder, 'formslot.db')
  const database = new DatabaseSync(file)
  for (const statement of forms) database.exec(statement)
  database.exec(`
    create table schema_version (version integer primary key, migrated_at integer not null);
    insert into schema_version values (1, ${AT});
    insert into accounts values (1, 'ada@lovelace.dev', 'free', ${AT});
    insert into endpoints values
      (1, 'f_aaaaaaaaaaaaaaaa', 'ada@lovelace.dev', 'ada', ${AT}, ${AT}, 2, null, 0, ${AT}, ${AT}, 1, null, null),
      (2, 'f_bbbbbbbbbbbbbbbb', 'bo@builds.dev', 'bo', ${AT}, ${AT}, 1, null, 0, ${AT}, null, null, null, null);
    insert into submissions values
      (1, 1, ${AT}, '[["message","one"]]', null), (2, 1, ${AT}, '[["message","two"]]', null),
      (3, 2, ${AT}, '[["message","three"]]', null), (4, 2, ${AT}, '[["message","spam"]]', '["honeypot"]'),
      (6, 2, ${AT}, '[["message","four"]]', null);
    insert into jobs (key, kind, endpoint_key, submission_key, mailbox_key, created_at, due_at, started_at, attempts,
                      settled_at, outcome) values
      (7, 'claim', 1, 1, 'ada', ${AT}, null, ${AT}, 1, ${AT}, 'delivered'),
      (8, 'submission', 1, 2, 'ada', ${AT}, ${AT}, null, 0, null, null),
      (9, 'claim', 2, 3, 'bo', ${AT}, ${AT}, null, 0, null, null),
      (10, 'submission', 2, 6, 'bo', ${AT}, null, ${AT}, 1, ${AT}, 'delivered');
    insert into attempts values (5, 7, ${AT}, ${AT}, 'accepted', '250 ok');
    insert into creations values (1, 'address', ${AT});
    insert into consents values ('ada', ${AT});
    insert into suppressions values ('carol', ${AT}, 'operator');
    insert into remembered_answers values ('k', 'f', '"answer"', ${AT});
    update sequences set next = 11`)
  database.close()
  return { folder, file }
}

test('an instance of the first version keeps all it holds', async () => {
  const { folder, file } = databaseOfVersion1()
  const store = await openStore({
    connection: connectSqlite(file),
    now: NOW,
    hmacSecret: 'mark',
    minFreeBytes: 0,
    newLease: () => 'lease',
    mayBegin: () => ({ kind: 'send' }),
    onBroken: (error) => assert.fail(error),
    onFault: (error) => {
      throw error
    },
    onEmailsDue: () => {},
    failpoint: () => {},
  })
  const found = await store.findEndpoint('f_aaaaaaaaaaaaaaaa')
  assert.equal(found?.plan, 'free')
  assert.equal(found?.consented, true)
  assert.equal(found?.endpoint.acceptedCount, 2)
  const owned = filterOf(found?.accountKey ?? 0, { endpointId: 'f_aaaaaaaaaaaaaaaa' })
  const listed = await store.inbox.listSubmissions({ ...owned, limit: 9, olderThan: null })
  assert.deepEqual(
    listed.submissions.map((one) => one.fields[0]?.value),
    ['two', 'one'],
  )
  const creations = { addressKey: 'address', newest: 9, now: NOW }
  assert.equal((await store.findCreations({ ...creations, mailboxKey: 'carol' })).suppressed, true)
  assert.equal((await store.findCreations({ ...creations, mailboxKey: 'ada' })).earlier.length, 1)

  const emails = await store.emails.lease({ now: NOW, until: later(NOW, DAY), limit: 9, holder: 'node' })
  const seen: unknown[] = []
  for (const email of emails) {
    const begun = await store.emails.begin(email, NOW)
    assert.ok(begun?.found.kind === 'claim' || begun?.found.kind === 'submission')
    const { kind, endpoint, submission, mailbox, claimEmailDueAt } = begun.found
    const facts = { consented: mailbox.consented, started: mailbox.started.length, claimEmailDueAt }
    seen.push([kind, endpoint.id, submission.fields[0]?.value, facts])
  }
  assert.deepEqual(seen.sort(), [
    ['claim', 'f_bbbbbbbbbbbbbbbb', 'three', { consented: false, started: 1, claimEmailDueAt: NOW }],
    ['submission', 'f_aaaaaaaaaaaaaaaa', 'two', { consented: true, started: 0, claimEmailDueAt: null }],
  ])
  {
    using database = new DatabaseSync(file, { readOnly: true })
    const spam = database.prepare('select spam_reasons from submissions where spam_reasons is not null').all()
    assert.deepEqual(
      spam.map((row) => row.spam_reasons),
      ['["honeypot"]'],
    )
  }
  const free = { submissions: 30, telemetry: 7 }
  const retention = { unclaimed: free, plans: { free } }
  const purged = await store.maintenance.purgeSubmissions({
    now: later(NOW, 30 * DAY),
    after: 0,
    limit: 9,
    retention,
  })
  assert.equal(purged.deleted, 5)
  assert.equal((await store.emails.backlog(NOW)).waiting, 0)
  await store.close()

  const database = new DatabaseSync(file)
  const counts = database
    .prepare('select (select count(*) from jobs) + (select count(*) from attempts) as left')
    .get()
  assert.equal(counts?.left, 0, 'jobs and attempts went with their submissions')
  database.close()
  rmSync(folder, { recursive: true })
})

test('a migration that fails half-way leaves the old schema, and takes place once its cause is gone', async () => {
  const { folder, file } = databaseOfVersion1()
  const look = () => {
    using database = new DatabaseSync(file, { readOnly: true })
    const count = (what: string) => database.prepare(`select count(*) as count from ${what}`).get()?.count
    const version = database.prepare('select max(version) as version from schema_version').get()?.version
    return { version, jobs: count('jobs'), consents: count("sqlite_master where name = 'consents'") }
  }
  {
    using database = new DatabaseSync(file)
    database.exec('create table kept_submissions (in_the_way)')
  }
  const connection = connectSqlite(file)
  const options = { now: NOW, hmacSecret: 'mark' }
  await assert.rejects(migrate(connection, options), /kept_submissions/)
  assert.deepEqual(look(), { version: 1, jobs: 4, consents: 1 })
  {
    using database = new DatabaseSync(file)
    database.exec('drop table kept_submissions')
  }
  await migrate(connection, options)
  assert.deepEqual(look(), { version: SCHEMA_VERSION, jobs: 4, consents: 0 })
  await migrate(connection, options)
  await connection.close()
  rmSync(folder, { recursive: true })
})

test('an older program refuses a newer schema', async () => {
  const { folder, file } = databaseOfVersion1()
  const database = new DatabaseSync(file)
  database.exec(`insert into schema_version values (${SCHEMA_VERSION + 1}, ${AT})`)
  database.close()
  const connection = connectSqlite(file)
  await assert.rejects(migrate(connection, { now: NOW, hmacSecret: 'mark' }), SchemaTooNew)
  await connection.close()
  rmSync(folder, { recursive: true })
})

test('pages freed by deletes are given back to the file system', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-pages-'))
  const file = path.join(folder, 'formslot.db')
  const connection = connectSqlite(file)
  await migrate(connection, { now: NOW, hmacSecret: 'mark' })
  await connection.transaction(async ({ save }) => {
    const fields = JSON.stringify([['message', 'x'.repeat(1000)]])
    const submissions = Array.from({ length: 9000 }, (_, n) => ({
      key: 1000 + n,
      endpoint_key: 1,
      received_at: AT,
      fields,
    }))
    save({ insert: { submissions } })
  })
  await connection.transaction(({ db }) => db.deleteFrom('submissions').execute())
  const free = async () => {
    const probe = new DatabaseSync(file, { readOnly: true })
    const pages = Number(Object.values(probe.prepare('pragma freelist_count').get() ?? {})[0])
    probe.close()
    return pages
  }
  const before = await free()
  assert.ok(before > 2000 && before < 4000, `${before} pages are free`)
  const maintain = () => connection.transaction(({ db }) => connection.maintain(db, { now: NOW }))
  await maintain()
  assert.equal(await free(), before - 2000, 'not all at once, so that nobody waits long')
  await maintain()
  assert.equal(await free(), 0)
  await connection.close()
  rmSync(folder, { recursive: true })
})
