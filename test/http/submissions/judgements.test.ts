import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_STORED_SPAM } from '../../../src/domain/spam/spam-class.ts'
import { PDF } from '../../support/fixtures/files.ts'
import { confirmSession } from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { startQuotaService, withFree } from '../../support/fixtures/quota.ts'
import { findNewest, LIKE_REAL, LIKE_SPAM, signInTaughtOwner } from '../../support/fixtures/taught-owner.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'

describe('the second tier of the spam filter', () => {
  test('learned words move spam to its folder before anything is sent, and give its count back', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    const before = await countMonth(service)
    const sent = service.receivedEmails.length
    assert.equal((await service.submit(ada.endpoint, { message: LIKE_SPAM })).status, 200)
    const waiting = await findNewest(ada)
    assert.deepEqual([waiting.folder, waiting.delivery], ['inbox', 'queued'])
    assert.equal(await countMonth(service), before + 1)
    await service.deliver()
    const judged = await findNewest(ada)
    assert.deepEqual([judged.folder, judged.spam_reasons], ['spam', ['learned']])
    assert.equal(judged.delivery, 'suppressed')
    assert.equal(await countMonth(service), before)
    service.pass({ minutes: 5 })
    await service.deliver()
    assert.equal(service.receivedEmails.length, sent, 'nothing was sent')

    await service.submit(ada.endpoint, { message: LIKE_REAL })
    await service.deliver()
    const real = await findNewest(ada)
    assert.deepEqual([real.folder, real.spam_reasons, real.delivery], ['inbox', null, 'sent'])
    assert.equal(service.receivedEmails.length, sent + 1)
    assert.equal(await countMonth(service), before + 1)
  })

  test('spam that only learned words recognize teaches no script', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    const scripts = async () => (await service.sql('select recent_scripts from endpoints'))[0]?.recent_scripts
    const latin = String(await scripts())
    const russian = 'Здравствуйте, мы продвигаем сайты, звоните нам сегодня'
    await service.submit(ada.endpoint, { message: LIKE_REAL })
    await service.deliver()
    assert.equal(await scripts(), `${latin}L`)
    await service.submit(ada.endpoint, { message: `${LIKE_SPAM}. ${russian}` })
    assert.equal(await scripts(), `${latin}LC`)
    await service.deliver()
    const { id, folder } = await findNewest(ada)
    assert.deepEqual([folder, await scripts()], ['spam', `${latin}L`])
    await ada.patch(`/submissions/${id}`, { folder: 'inbox' })
    await service.deliver()
    assert.equal(await scripts(), `${latin}LC`)
  })

  test('"Not spam" sends the emails that the verdict stopped, once, and teaches', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    await service.submit(ada.endpoint, { message: LIKE_SPAM })
    await service.deliver()
    const { id } = await findNewest(ada)
    const sent = service.receivedEmails.length
    const learned = await countLessons(service)
    await ada.patch(`/submissions/${id}`, { folder: 'inbox' })
    await service.deliver()
    assert.equal(service.receivedEmails.length, sent + 1)
    assert.deepEqual(await countLessons(service), { ham: learned.ham + 1, spam: learned.spam })
    await ada.patch(`/submissions/${id}`, { folder: 'spam' })
    await service.deliver()
    assert.deepEqual(await countLessons(service), learned, 'moved back, it has taught nothing')
    await ada.patch(`/submissions/${id}`, { folder: 'inbox' })
    await service.deliver()
    assert.equal(service.receivedEmails.length, sent + 1)
  })

  test('judged spam that newer spam pushes out of its folder leaves no delivery behind', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    const submit = async () => {
      await service.submit(ada.endpoint, { message: LIKE_SPAM })
      await service.deliver()
    }
    const listJudged = async () =>
      (await service.sql("select key from submissions where spam_class = 'learned' order by key")).map(
        ({ key }) => Number(key),
      )
    const countDeliveries = async (key: number | undefined) =>
      (await service.sql(`select 1 from outbox where submission_key = ${key}`)).length
    await submit()
    const [oldest] = await listJudged()
    assert.equal(await countDeliveries(oldest), 1)
    await service.sql(
      `with recursive copies (n) as (select 1 union all select n + 1 from copies where n < ${MAX_STORED_SPAM - 1})
       insert into submissions (key, endpoint_key, received_at, fields, spam_reasons, spam_class)
       select key + n, endpoint_key, received_at, fields, spam_reasons, spam_class
       from submissions cross join copies where key = ${oldest}`,
    )
    service.pass({ minutes: 1 })
    await submit()
    const kept = await listJudged()
    assert.deepEqual([kept.length, kept[0]], [MAX_STORED_SPAM, Number(oldest) + 1])
    assert.equal(await countDeliveries(oldest), 0)
    assert.equal(await countDeliveries(kept.at(-1)), 1)
  })

  test('a submission that nobody judges within 30 seconds goes out, once', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    await service.submit(ada.endpoint, { message: LIKE_SPAM })
    // As by a node that has leased it and hangs.
    const until = service.now().getTime() + 40_000
    await service.sql(`update judgements set lease = 'x', leased_by = 'another', leased_until = ${until}`)
    const sent = service.receivedEmails.length
    service.pass({ seconds: 31 })
    await service.deliver()
    assert.equal(service.receivedEmails.length, sent, 'nothing leaves while the judgement is open')
    assert.equal((await findNewest(ada)).delivery, 'queued')
    service.pass({ seconds: 10 })
    await service.deliver()
    service.pass({ minutes: 5 })
    await service.deliver()
    assert.equal(service.receivedEmails.length, sent + 1)
    const { folder, spam_reasons, unjudged } = await findNewest(ada)
    assert.deepEqual([folder, spam_reasons, unjudged], ['inbox', null, true])
  })

  test('a form without a filter, and an owner who has taught too little, cost no judgement', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    const judged = async () => (await service.sql('select 1 from judgements')).length
    const set = (level: string) => ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level } })
    await set('off')
    await service.submit(ada.endpoint, { message: LIKE_SPAM })
    assert.equal(await judged(), 0)
    await set('strict')
    await service.sql('update accounts set ham_lessons = 9.5')
    await service.submit(ada.endpoint, { message: LIKE_SPAM })
    assert.equal(await judged(), 0)
    await service.sql('update accounts set ham_lessons = 10')
    await service.submit(ada.endpoint, { message: LIKE_SPAM })
    assert.equal(await judged(), 1)
    await service.submit(await service.createEndpoint(BO), { message: LIKE_SPAM })
    assert.equal(await judged(), 1, 'a form that nobody owns is not filtered')
  })

  test('a queue gets the message of a submission after its verdict, and none of spam', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    const queue = await createClaimedQueue(service)
    await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { queue_id: queue.id })
    const messages = async () =>
      (await service.sql('select body from messages')).map(({ body }) => String(body))
    await service.submit(ada.endpoint, { message: LIKE_SPAM })
    await service.submit(ada.endpoint, { message: LIKE_REAL })
    const acceptedAt = service.now().toISOString()
    assert.deepEqual(await messages(), [])
    service.pass({ seconds: 3 })
    await service.deliver()
    const [message, ...others] = await messages()
    assert.deepEqual(others, [])
    assert.ok(message?.includes(LIKE_REAL) && message.includes(acceptedAt))
  })

  test('a queue message names the files of a submission that waited for its verdict', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    const queue = await createClaimedQueue(service)
    await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { queue_id: queue.id, files: { on: true } })
    const form = new FormData()
    form.append('message', LIKE_REAL)
    for (const name of ['one.pdf', 'two.pdf']) form.append('cv', new File([PDF], name), name)
    await service.post(ada.endpoint.endpoint_url, { body: form })
    assert.deepEqual(await queue.pulled(), [])
    await service.deliver()
    const [message] = await queue.pulled()
    const { files } = (await ada.get(`/submissions/${Object(message?.body).submission_id}`)).json
    const told = Object(message?.body).files as { id: string; name: string }[]
    assert.deepEqual(
      told.map(({ id, name }) => [id, name]),
      (files as typeof told).map(({ id, name }) => [id, name]),
    )
    assert.equal(told.length, 2)
  })

  test('the quota warning counts judged submissions alone, so that it is sent once', async () => {
    await using service = await startQuotaService({
      adjust: (config) => withFree(config, { submissionsPerMonth: 5 }),
    })
    const ada = await signInTaughtOwner(service)
    const warnings = async () => {
      await service.deliver()
      return (await service.emails()).filter(({ subject }) => subject?.includes('80%')).length
    }
    for (let sent = 0; sent < 3; sent += 1) {
      await service.submit(ada.endpoint, { message: `${LIKE_REAL} ${sent}` })
    }
    await service.submit(ada.endpoint, { message: LIKE_SPAM })
    assert.equal(await warnings(), 0, 'three are real')
    await service.submit(ada.endpoint, { message: `${LIKE_REAL} 4` })
    assert.equal(await warnings(), 1)
    await service.submit(ada.endpoint, { message: LIKE_SPAM })
    assert.equal(await warnings(), 1)
    assert.equal(await countMonth(service), 4)
  })

  test('an owner forgets what was learned, and what she has just said, and teaches again', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    const learned = async () => (await ada.get('/account')).json.learned
    const stored = async (table: string) => Number((await service.sql(`select 1 from ${table}`)).length)
    const words = await stored('spam_tokens')
    assert.ok(words > 0)
    assert.deepEqual(await learned(), { spam: 10, real: 10, needed: 10, words })
    await service.submit(ada.endpoint, { message: LIKE_REAL })
    const { id } = await findNewest(ada)
    await ada.patch(`/submissions/${id}`, { folder: 'archive' })
    const forgotten = await ada.delete('/account/learned-words')
    assert.equal(forgotten.status, 204, forgotten.text)
    await service.deliver()
    assert.deepEqual(await learned(), { spam: 0, real: 0, needed: 10, words: 0 })
    assert.deepEqual([await stored('spam_tokens'), await stored('spam_lessons')], [0, 0])
    assert.equal((await ada.delete('/account/learned-words')).status, 204)
    const { data } = (await ada.get('/audit')).json
    const entries = (data as { action: string }[]).filter(({ action }) => action === 'learned_words_deleted')
    assert.equal(entries.length, 1, 'nothing was left the second time')

    await service.submit(ada.endpoint, { message: LIKE_SPAM })
    await service.deliver()
    const missed = await findNewest(ada)
    assert.equal(missed.folder, 'inbox')
    await ada.patch(`/submissions/${missed.id}`, { folder: 'spam' })
    await service.deliver()
    assert.deepEqual(await countLessons(service), { ham: 0, spam: 1 })
  })

  test('a deleted account has taught nothing', async () => {
    await using service = await startService()
    const ada = await signInTaughtOwner(service)
    const stored = async () => (await service.sql('select 1 from spam_tokens')).length
    assert.ok((await stored()) > 0)
    const [word] = await service.sql('select token_hash from spam_tokens')
    assert.match(String(word?.token_hash), /^[\w-]{11}$/, 'the words themselves are not stored')
    await confirmSession(service, ada)
    const deleted = await ada.delete('/account')
    assert.ok(deleted.status < 300, deleted.text)
    assert.equal(await stored(), 0)
    assert.deepEqual(await service.sql('select 1 from spam_lessons'), [])
  })

  test('two nodes judge each submission once', async (context) => {
    const env = { FORMSLOT_SECRET: 'a secret that both nodes know, and nobody else does' }
    await using service = await startQuotaService({ env })
    const { database } = service.config
    if (database.kind === 'sqlite') return context.skip('SQLite has one node')
    await using other = await startQuotaService({
      env,
      now: service.now(),
      adjust: (config) => ({ ...config, database }),
    })
    const ada = await signInTaughtOwner(service)
    const before = await countMonth(service)
    const sent = () => service.receivedEmails.length + other.receivedEmails.length
    const sentBefore = sent()
    const messages = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? LIKE_REAL : LIKE_SPAM))
    await Promise.all(messages.map((message) => service.submit(ada.endpoint, { message })))
    other.pass({ milliseconds: service.now().getTime() - other.now().getTime() })
    await Promise.all([service.deliver(), other.deliver()])
    await Promise.all([service.deliver(), other.deliver()])
    assert.equal(await countMonth(service), before + 10)
    assert.equal(sent() - sentBefore, 10)
    assert.deepEqual(await service.sql('select 1 from judgements'), [])
  })
})

async function countMonth(service: TestService): Promise<number> {
  const [row] = await service.sql('select max(month_count) as count from endpoints')
  return Number(row?.count)
}

async function countLessons(service: TestService): Promise<{ ham: number; spam: number }> {
  const [row] = await service.sql('select sum(ham_lessons) as ham, sum(spam_lessons) as spam from accounts')
  return { ham: Number(row?.ham), spam: Number(row?.spam) }
}
