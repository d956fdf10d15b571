import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { DATABASE_NAME } from '../../src/config/database.ts'
import { latestSlot } from '../../src/domain/outbox/spam-digest.ts'
import { HOUR, later, MINUTE } from '../../src/domain/time.ts'
import { connect } from '../../src/store/dialects/connect.ts'
import { keyAt } from '../../src/store/engine/sequence.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { anyPostgres } from '../support/postgres/postgres.ts'
import { startService } from '../support/service/service.ts'
import { NOW, STORES_OF_RUN } from '../support/stores/stores.ts'
import { createOldDatabase, migrationsBefore } from '../support/stores/upgraded.ts'

const ACCOUNT = 1
const RECEIVED = later(NOW, -MINUTE)
const AT = RECEIVED.getTime()
const [WAITING = 0, SENT = 0, CAUGHT = 0, STRANGER = 0] = [0, 16, 32, 48].map(
  (place) => keyAt(RECEIVED) + place,
)
const CLAIMED = 'f_0000000000000001'
const UNCLAIMED = 'f_0000000000000002'
const SECRET = 'the secret of the old instance, long enough'
const SPAM =
  '<a href="https://a.example/">A</a> https://b.example/ https://c.example/ https://d.example/ https://e.example/'

/** Data of Ada and of a stranger, stored before spam was filtered by its content. */
const OLD_DATA = [
  `insert into accounts (key, mailbox, plan, created_at) values (${ACCOUNT}, 'ada@lovelace.dev', 'free', 0)`,
  `insert into endpoints (key, id, recipient, mailbox_key, created_at, last_accepted_at, accepted_count, month_count, claim_email_at, claimed_at, confirmed_at, account_key, settings, newest_key)
   values (2, '${CLAIMED}', 'ada@lovelace.dev', 'ada', 0, ${AT}, 2, 0, 0, 0, 0, ${ACCOUNT}, '{"name":"Shop"}', ${CAUGHT}),
          (3, '${UNCLAIMED}', 'bo@builds.dev', 'bo', ${AT}, ${AT}, 1, 0, ${AT}, null, null, null, null, ${STRANGER})`,
  `insert into submissions (key, endpoint_key, received_at, fields, spam_reasons)
   values (${WAITING}, 2, ${AT}, '[["message","is waiting"]]', null), (${SENT}, 2, ${AT}, '[["message","was sent"]]', null),
          (${CAUGHT}, 2, ${AT}, '[["message","a bot"]]', '["honeypot"]'), (${STRANGER}, 3, ${AT}, '[["message","to Bo"]]', null)`,
  `insert into outbox (key, kind, endpoint_key, submission_key, channel, target, created_at, due_at, started_at, attempts, settled_at, outcome)
   values (${WAITING + 1}, 'submission', 2, ${WAITING}, 'email', 'ada', ${AT}, ${AT}, null, 0, null, null),
          (${SENT + 1}, 'submission', 2, ${SENT}, 'email', 'ada', ${AT}, null, ${AT}, 1, ${AT}, 'sent'),
          (${STRANGER + 1}, 'claim', 3, ${STRANGER}, 'email', 'bo', ${AT}, ${AT}, null, 0, null, null)`,
  `insert into claim_emails (endpoint_key, delivery_key) values (3, ${STRANGER + 1})`,
]

for (const store of STORES_OF_RUN) {
  test(`an instance from before the spam filter by content goes on after its upgrade, on ${store}`, async () => {
    await using opening = new AsyncDisposableStack()
    const folder = opening.use(await mkdtempDisposable(path.join(tmpdir(), 'formslot-')))
    const url =
      store === 'SQLite'
        ? `file:${path.join(folder.path, DATABASE_NAME)}`
        : await opening.use(await anyPostgres()).createDatabase()
    await createOld(url)
    const env = { FORMSLOT_DATABASE_URL: url, FORMSLOT_SECRET: SECRET }
    const service = opening.use(await startService({ dataDir: folder.path, now: NOW, env }))

    await service.deliver()
    const texts = (await service.emails()).map(({ to, text }) => [to?.[0]?.address, text] as const).toSorted()
    assert.deepEqual(
      texts.map(([to]) => to),
      ['ada@lovelace.dev', 'bo@builds.dev'],
      'what waited was sent, and nothing else',
    )
    assert.match(texts[0]?.[1] ?? '', /is waiting/)
    assert.match(texts[1]?.[1] ?? '', /\/claim\/\w+/)

    const ada = await signIn(service)
    const load = async (id: string) => Object((await ada.get(`/endpoints/${id}`)).json)
    const { settings } = await load(CLAIMED)
    assert.deepEqual(settings.spam, { level: 'off', block: [], allow: [] })
    assert.deepEqual([settings.challenge, settings.expect], ['off', []])
    assert.equal((await load(ada.endpoint.form_id)).settings.spam.level, 'normal', 'of a new claim')
    assert.equal((await ada.get('/account')).json.spam_digest, true)
    const list = async (folderName: string) => {
      const { data } = Object((await ada.get(`/submissions?endpoint=${CLAIMED}&folder=${folderName}`)).json)
      return (data as Listed[]).map(({ fields, unjudged, withdrawn_at }) => {
        assert.deepEqual([unjudged, withdrawn_at], [false, null])
        return fields.find(([name]) => name === 'message')?.[1]
      })
    }
    assert.deepEqual(await list('inbox'), ['was sent', 'is waiting'])
    assert.deepEqual(await list('spam'), ['a bot'])

    const old = { ...ada.endpoint, endpoint_url: `${service.base}/f/${CLAIMED}` }
    await service.submit(old, { message: SPAM })
    assert.deepEqual((await list('inbox'))[0], SPAM, 'nothing is filtered before its owner asks for it')
    await ada.patch(`/endpoints/${CLAIMED}`, { spam: { level: 'strict' } })
    await service.submit(old, { message: `Once more: ${SPAM}` })
    service.pass({ minutes: 2 })
    assert.deepEqual(await list('spam'), [`Once more: ${SPAM}`, 'a bot'])
    await ada.patch(`/endpoints/${CLAIMED}`, { challenge: 'required' })
    assert.equal((await service.submit(old, { message: 'without a proof' })).json.code, 'challenge_required')
    const health = await ada.get(`/endpoints/${CLAIMED}/health`)
    assert.deepEqual([health.status, health.json.accepted, health.json.spam], [200, 1, 1])

    const { data } = Object((await ada.get(`/submissions?endpoint=${CLAIMED}&folder=inbox`)).json)
    const ids = (data as Listed[]).map(({ id }) => id)
    assert.equal((await ada.post('/submissions/bulk', { ids, action: 'spam' })).status, 200)
    await service.deliver()
    const [learned] = await service.sql('select ham_lessons, spam_lessons from accounts')
    assert.deepEqual({ ...learned }, { ham_lessons: 0, spam_lessons: 3 })

    service.pass({ minutes: 2 })
    await ada.patch(`/endpoints/${CLAIMED}`, { challenge: 'off' })
    await service.submit(old, { message: `Unseen: ${SPAM}` })
    const slot = latestSlot(ACCOUNT, later(service.now(), 7 * 24 * HOUR))
    service.pass({ milliseconds: slot.getTime() - service.now().getTime() })
    const before = service.receivedEmails.length
    await service.service.purge()
    await service.deliver()
    const subjects = (await service.emails()).slice(before).map(({ subject }) => subject)
    assert.deepEqual(subjects, ['1 message in your spam folder'], 'about what the filter found')
  })
}

type Listed = {
  id: string
  fields: [name: string, value: string][]
  unjudged: boolean
  withdrawn_at: string | null
}

async function createOld(url: string): Promise<void> {
  const connection = await connect(
    url.startsWith('file:') ? { kind: 'sqlite', file: url.slice('file:'.length) } : { kind: 'postgres', url },
  )
  await createOldDatabase(connection, {
    migrations: migrationsBefore(18),
    async fill(db) {
      for (const statement of OLD_DATA) await sql.raw(statement).execute(db)
    },
  })
  await connection.close()
}
