import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createEmailCounts } from '../../../src/delivery/channels/email/email-counts.ts'
import {
  EMAIL_DAYS,
  type EmailDay,
  MAX_DOMAINS_PER_DAY,
  MAX_NETWORKS_PER_HOUR,
  MAX_UNPROVEN_DOMAINS_PER_DAY,
  OTHER_DOMAINS,
  toEmailDay,
  toEmailHour,
  UNKNOWN_NETWORK,
} from '../../../src/domain/outbox/email-counts.ts'
import { DAY, HOUR, later } from '../../../src/domain/time.ts'
import type { Store } from '../../../src/store/store.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()
const TODAY = toEmailDay(NOW)

/** Opens the counts of one node, saved when the test says so. */
function openCounts(store: Store, now = () => NOW) {
  const lost: unknown[] = []
  const counts = createEmailCounts({
    save: store.emailCounts.add,
    clock: { now },
    isTimed: false,
    onLost: (reason) => lost.push(reason),
  })
  return { ...counts, lost }
}

/** Lists the domains of today. */
async function listDomains(store: Store): Promise<Omit<EmailDay, 'day'>[]> {
  const { domains } = await store.emailCounts.sumByDomain({ firstDay: TODAY, domain: null, limit: 10_000 })
  return domains
}

async function listDays(store: Store, firstDay: number): Promise<number[]> {
  const days = await store.emailCounts.sumByDay({ firstDay, domain: null })
  return days.map(({ day }) => day)
}

function toBrief({ domain, all, unproven, error }: Omit<EmailDay, 'day'>): string {
  const numbers = [all, unproven].map(({ sent, delayed, bounced, complaints }) =>
    [sent, delayed, bounced, complaints].join(' '),
  )
  return [domain, ...numbers, error?.text ?? ''].join(' | ').trim()
}

for (const place of names) {
  describe(`counts of emails, ${place}`, () => {
    test('the emails of two nodes to a domain add up, and the newest error stays', () =>
      withStores(place, 2, async (one, two) => {
        const [first, second] = [openCounts(one), openCounts(two, () => later(NOW, 1))]
        first.count({ domain: 'acme.org', what: 'sent', isUnproven: false })
        first.count({ domain: 'acme.org', what: 'delayed', isUnproven: true, error: 'rcpt_to: 450 later' })
        first.count({ domain: 'builds.dev', what: 'complaint', isUnproven: false, error: 'spam' })
        second.count({ domain: 'acme.org', what: 'bounced', isUnproven: true, error: 'x'.repeat(301) })
        await second.flush()
        await first.flush()
        second.count({ domain: 'acme.org', what: 'sent', isUnproven: false })
        first.count({ domain: 'acme.org', what: 'sent', isUnproven: false })
        await Promise.all([first.flush(), second.flush()])
        assert.deepEqual([...first.lost, ...second.lost], [])
        const days = await listDomains(one)
        assert.deepEqual(
          days.map(toBrief).map((text) => text.replace(/x{300}$/, 'cut')),
          ['acme.org | 3 1 1 0 | 0 1 1 0 | cut', 'builds.dev | 0 0 0 1 | 0 0 0 0 | spam'],
        )
      }))

    test('a new day begins at midnight UTC, and is counted separately', () =>
      withStores(place, 1, async (store) => {
        let now = new Date(TODAY + DAY - 1)
        const counts = openCounts(store, () => now)
        counts.count({ domain: 'acme.org', what: 'sent', isUnproven: false })
        now = later(now, 1)
        counts.count({ domain: 'acme.org', what: 'sent', isUnproven: false })
        await counts.flush()
        assert.deepEqual(await listDays(store, TODAY), [TODAY, TODAY + DAY])
        assert.deepEqual(await listDays(store, TODAY + DAY), [TODAY + DAY])
      }))

    test('domains beyond the limits of a day are counted together, first those of unconfirmed endpoints', () =>
      withStores(place, 1, async (store) => {
        const counts = openCounts(store)
        const countMany = async (prefix: string, many: number, isUnproven: boolean) => {
          for (let n = 0; n < many; n += 1) {
            counts.count({ domain: `${prefix}${n}.org`, what: 'sent', isUnproven })
            if (n % 900 === 899) await counts.flush()
          }
          await counts.flush()
        }
        const list = async () => (await listDomains(store)).map(({ domain }) => domain)
        await countMany('made-up', MAX_UNPROVEN_DOMAINS_PER_DAY + 5, true)
        assert.equal((await list()).length, MAX_UNPROVEN_DOMAINS_PER_DAY + 1)
        await countMany('customer', 3, false)
        assert.equal((await list()).filter((domain) => domain.startsWith('customer')).length, 3)
        await countMany('customer', MAX_DOMAINS_PER_DAY, false)
        const days = await listDomains(store)
        assert.ok(days.length <= MAX_DOMAINS_PER_DAY + 1, `${days.length}`)
        const sum = days.reduce((total, { all }) => total + all.sent, 0)
        assert.equal(sum, MAX_UNPROVEN_DOMAINS_PER_DAY + 5 + 3 + MAX_DOMAINS_PER_DAY, 'none is lost')
        assert.ok((days.find(({ domain }) => domain === OTHER_DOMAINS)?.unproven.sent ?? 0) >= 5)
      }))

    test('domains beyond the limit in memory are counted together', () =>
      withStores(place, 1, async (store) => {
        const counts = openCounts(store)
        for (let n = 0; n < 5000; n += 1)
          counts.count({ domain: `c${n}.org`, what: 'sent', isUnproven: false })
        await counts.flush()
        const days = await listDomains(store)
        assert.equal(days.length, 1001)
        assert.equal(days.find(({ domain }) => domain === OTHER_DOMAINS)?.all.sent, 4000)
      }))

    test('unproven emails are counted by network, and proven ones are not', () =>
      withStores(place, 1, async (store) => {
        const counts = openCounts(store)
        const one = { domain: 'acme.org', isUnproven: true, network: 'one' }
        counts.count({ ...one, what: 'sent' })
        counts.count({ ...one, what: 'bounced' })
        counts.count({ ...one, what: 'delayed' })
        counts.count({ ...one, what: 'complaint', network: null })
        counts.count({ ...one, what: 'sent', isUnproven: false })
        await counts.flush()
        counts.count({ ...one, what: 'bounced' })
        await counts.flush()
        const list = async (firstHour: number) =>
          (await store.emailCounts.listUnprovenEmails(firstHour)).sort((a, b) =>
            a.network < b.network ? -1 : 1,
          )
        assert.deepEqual(await list(toEmailHour(NOW)), [
          { network: UNKNOWN_NETWORK, sent: 0, bounced: 0, complaints: 1 },
          { network: 'one', sent: 1, bounced: 2, complaints: 0 },
        ])
        assert.deepEqual(await list(toEmailHour(NOW) + HOUR), [])
        for (let n = 0; n < MAX_NETWORKS_PER_HOUR + 10; n += 1) {
          counts.count({ ...one, network: `n${n}`, what: 'sent' })
          if (n % 900 === 899) await counts.flush()
        }
        await counts.flush()
        assert.ok((await list(0)).length <= MAX_NETWORKS_PER_HOUR)
      }))

    test('the report lists domains with problems first and their last error, and filters them by a part of the name', () =>
      withStores(place, 1, async (store) => {
        let now = later(NOW, -DAY)
        const counts = openCounts(store, () => now)
        counts.count({ domain: 'acme.org', what: 'delayed', isUnproven: false, error: 'first' })
        counts.count({ domain: 'b_c.org', what: 'sent', isUnproven: true })
        await counts.flush()
        now = NOW
        for (let n = 0; n < 3; n += 1) counts.count({ domain: 'builds.dev', what: 'sent', isUnproven: false })
        counts.count({ domain: 'acme.org', what: 'bounced', isUnproven: false, error: 'second' })
        counts.count({ domain: 'acme.org', what: 'sent', isUnproven: false })
        await counts.flush()
        const { sumByDay, sumByDomain } = store.emailCounts
        const about = { firstDay: TODAY - DAY, domain: null }
        const { domains, left } = await sumByDomain({ ...about, limit: 2 })
        assert.deepEqual(domains.map(toBrief), [
          'acme.org | 1 1 1 0 | 0 0 0 0 | second',
          'builds.dev | 3 0 0 0 | 0 0 0 0 |',
        ])
        assert.equal(left, 1)
        const found = await sumByDomain({ ...about, domain: 'cme.o', limit: 9 })
        assert.deepEqual([found.domains.map(({ domain }) => domain), found.left], [['acme.org'], 0])
        assert.deepEqual((await sumByDomain({ ...about, domain: 'b.c', limit: 9 })).domains, [])
        assert.deepEqual(
          (await sumByDay(about)).map(({ day, all }) => [day, all.sent, all.delayed, all.bounced]),
          [
            [TODAY - DAY, 1, 1, 0],
            [TODAY, 4, 0, 1],
          ],
        )
        assert.equal((await sumByDay({ ...about, domain: 'acme' }))[1]?.all.sent, 1)
      }))

    test('counts are deleted after 90 days, and networks after a day', () =>
      withStores(place, 1, async (store) => {
        let now = later(NOW, -EMAIL_DAYS * DAY - DAY)
        const counts = openCounts(store, () => now)
        for (let day = 0; day < 3; day += 1) {
          counts.count({ domain: 'acme.org', what: 'sent', isUnproven: true, network: 'one' })
          now = later(now, DAY)
        }
        await counts.flush()
        const limits = { firstDay: toEmailDay(later(NOW, -EMAIL_DAYS * DAY)), firstHour: toEmailHour(NOW) }
        while ((await store.emailCounts.purge(limits)) > 0);
        assert.deepEqual(await listDays(store, 0), [limits.firstDay, limits.firstDay + DAY])
        assert.deepEqual(await store.emailCounts.listUnprovenEmails(0), [])
      }))
  })
}

test('counts that cannot be saved are lost, and no email fails', async () => {
  const lost: unknown[] = []
  const counts = createEmailCounts({
    save: () => Promise.reject(new Error('disk full')),
    clock: { now: () => NOW },
    isTimed: false,
    onLost: (reason) => lost.push(reason),
  })
  counts.count({ domain: 'acme.org', what: 'sent', isUnproven: false })
  await counts.close()
  assert.equal(lost.length, 1)
})
