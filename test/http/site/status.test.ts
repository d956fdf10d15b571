import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { MAX_DELIVERY_DELAY_MS } from '../../../src/domain/maintenance/status.ts'
import { MINUTE } from '../../../src/domain/time.ts'
import { LANGUAGES } from '../../../src/http/pages/i18n/languages.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const STATUS = { FORMSLOT_STATUS_PAGE: '1' }

type Shown = {
  working: boolean
  since: string | null
  share: number | null
  days: { share: number | null }[]
}

async function readStatus(service: TestService): Promise<Record<'accepting' | 'emails' | 'webhooks', Shown>> {
  const answer = await service.get('/status.json')
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=30')
  return answer.json as Record<'accepting' | 'emails' | 'webhooks', Shown>
}

async function recordMinutes(service: TestService, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await service.service.recordStatus()
    service.pass({ minutes: 1 })
  }
}

test('has no status page unless the operator wants one', async () => {
  await using service = await startService()
  for (const path of ['/status', '/status.json']) {
    assert.equal((await service.get(path, BROWSER)).status, 404)
  }
})

test('shows what works, since when, and the minutes of 90 days', async () => {
  await using service = await startService({ env: STATUS })
  const begin = service.now().toISOString()
  await recordMinutes(service, 10)
  service.pass({ minutes: 10 })
  await recordMinutes(service, 20)
  const { accepting, emails, webhooks } = await readStatus(service)
  for (const one of [accepting, emails, webhooks]) {
    assert.equal(one.working, true)
    assert.equal(one.days.length, 90)
    assert.deepEqual(
      one.days.slice(0, -1).filter(({ share }) => share !== null),
      [],
    )
    assert.equal(one.days.at(-1)?.share, 0.75)
    assert.equal(one.share, 0.75)
    assert.equal(one.since, new Date(Date.parse(begin) + 20 * MINUTE).toISOString())
  }
  const page = await service.get('/status', { ...BROWSER, 'accept-language': 'en' })
  assert.equal(page.status, 200)
  assert.match(page.text, /Everything is working/)
  assert.match(page.text, /Working 75% of the time/)
  assert.match(page.text, /1 day with interruptions/)
  assert.equal(page.text.match(/<i class="none"/g)?.length, 3 * 89)
  assert.equal(page.headers.get('cache-control'), 'public, max-age=30')
  assert.match(page.headers.get('vary') ?? '', /Accept-Language/)
})

test('says nothing of owners, forms and their numbers', async () => {
  await using service = await startService({ env: STATUS })
  const endpoint = await service.claimedEndpoint()
  await recordMinutes(service, 2)
  for (const path of ['/status', '/status.json']) {
    const { text } = await service.get(path, BROWSER)
    assert.ok(!text.includes(endpoint.form_id) && !text.includes(ADA))
  }
  const answer = await service.get('/status.json')
  assert.deepEqual(Object.keys(answer.json), ['checked_at', 'accepting', 'emails', 'webhooks'])
})

test('emails are not delivered once one has been due for more than ten minutes', async () => {
  await using service = await startService({ env: STATUS })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'hello' })
  service.pass({ milliseconds: MAX_DELIVERY_DELAY_MS })
  await service.service.recordStatus()
  assert.equal((await readStatus(service)).emails.working, true)
  service.pass({ seconds: 31 })
  const late = await readStatus(service)
  assert.equal(late.emails.working, false)
  assert.equal(late.accepting.working, true)
  await service.deliver()
  service.pass({ seconds: 31 })
  assert.equal((await readStatus(service)).emails.working, true)
})

test('leaves emails out where no mail server is set, and says that a full disk accepts nothing', async () => {
  await using service = await startService({
    env: { ...STATUS, FORMSLOT_MIN_FREE_MB: '1000000' },
    mail: 'embedded',
    database: 'file',
  })
  await recordMinutes(service, 1)
  const { accepting, emails, webhooks } = await readStatus(service)
  assert.equal(emails, null)
  assert.equal(accepting.working, false)
  assert.equal(webhooks.working, true)
})

test('answers while the database takes no writes, with the history that it knows', async () => {
  await using service = await startService({ env: STATUS, database: 'file', maxLockWaitMs: 20 })
  await recordMinutes(service, 3)
  using stranger = new DatabaseSync(service.databaseFile())
  stranger.exec('begin immediate')
  const page = await service.get('/status', { ...BROWSER, 'accept-language': 'en' })
  assert.equal(page.status, 200)
  assert.match(page.text, /Something isn’t working/)
  const { accepting } = await readStatus(service)
  assert.equal(accepting.working, false)
  assert.equal(accepting.share, 1)
  stranger.exec('rollback')
  service.pass({ seconds: 31 })
  assert.equal((await readStatus(service)).accepting.working, true)
})

test('purges records of days that the page no longer shows', async () => {
  await using service = await startService({ env: STATUS })
  await recordMinutes(service, 1)
  service.pass({ days: 89 })
  await service.service.purge()
  assert.equal((await service.sql('select * from status_days')).length, 3)
  service.pass({ days: 1 })
  await service.service.purge()
  assert.equal((await service.sql('select * from status_days')).length, 0)
})

test('has the status page in every language', async () => {
  await using service = await startService({ env: STATUS })
  await recordMinutes(service, 1)
  const titles = new Set<string>()
  for (const language of LANGUAGES) {
    const page = await service.get('/status', { ...BROWSER, 'accept-language': language })
    assert.match(page.text, new RegExp(`<html lang="${language}"`))
    titles.add(/<p class="lead[^>]*>([^<]+)</.exec(page.text)?.[1] ?? '')
  }
  assert.equal(titles.size, LANGUAGES.length)
})
