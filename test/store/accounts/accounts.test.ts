import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EMAILS_TO_MAILBOX } from '../../../src/domain/accounts/sign-in.ts'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { secondsUntilFree } from '../../../src/domain/sliding-window.ts'
import type { Store } from '../../../src/store/store.ts'
import { beginEmail, beginEmails } from '../../support/stores/email-attempts.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()
const ENDPOINT = 'f_0000000000000001'
const ADA = 'ada@lovelace.dev'
const ASKED = {
  mailbox: ADA,
  mailboxKey: 'ada',
  device: '',
  next: null,
  counts: 'mailbox',
  now: NOW,
} as const

/** An endpoint that Ada owns. */
async function claimed(store: Store): Promise<void> {
  await store.create({
    addressKey: 'address',
    newest: 1,
    mailboxKey: 'ada',
    now: NOW,
    idempotencyKey: null,
    decide: () => ({ answer: null, endpoint: newEndpoint({ id: ENDPOINT, recipient: ADA, now: NOW }) }),
  })
  await store.change({
    endpointId: ENDPOINT,
    now: NOW,
    idempotencyKey: null,
    decide: ({ found }) => ({
      answer: null,
      remember: false,
      consequences: found
        ? [
            { kind: 'endpoint', facts: { ...found.endpoint, claimedAt: NOW } },
            { kind: 'owner', mailbox: ADA, plan: 'free' },
          ]
        : [],
    }),
  })
}

function newSession(hash: string) {
  return { hash, device: 'Firefox · Linux', replaces: null, way: 'email_link' as const }
}

/** Asks for a sign-in, and finds the key that its email is made with. */
async function askAs(store: Store, browserHash: string): Promise<number> {
  await store.accounts.requestSignIn({ ...ASKED, browserHash, decide: () => true })
  const begun = await beginEmail(store, { now: NOW, holder: browserHash })
  const notice = begun?.found.kind === 'notice' ? begun.found.notice.notice : assert.fail()
  assert.ok(notice.kind === 'sign_in')
  return notice.signInKey
}

for (const place of names) {
  describe(`accounts, ${place}`, () => {
    test('lets one of many concurrent uses of a sign-in link sign in, on two nodes', async () => {
      await withStores(place, 2, async (one, other = one) => {
        await claimed(one)
        const key = await askAs(one, 'browser')
        const tries = Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? one : other).accounts.useSignIn({
            key,
            session: newSession(`hash ${index}`),
            now: NOW,
          }),
        )
        const used = (await Promise.all(tries)).filter((outcome) => outcome !== null)
        assert.equal(used.length, 1)
        const found = await one.accounts.findSignIn(key)
        assert.deepEqual(found?.usedAt, NOW)
        assert.equal((await one.accounts.listSessions(found?.account.key ?? 0)).length, 1)
      })
    })

    test('checks five of a hundred concurrent codes, on two nodes', async () => {
      await withStores(place, 2, async (one, other = one) => {
        await claimed(one)
        const key = await askAs(one, 'browser')
        let reads = 0
        const guess = (store: Store, right: boolean) =>
          store.accounts.tryCode({
            owner: { kind: 'browser', hash: 'browser' },
            matchesCode() {
              reads += 1
              return right
            },
            session: newSession('guessed'),
            now: NOW,
          })
        const guesses = Array.from({ length: 100 }, (_, index) => guess(index % 2 === 0 ? one : other, false))
        assert.deepEqual(new Set(await Promise.all(guesses)), new Set([null]))
        assert.equal((await one.accounts.findSignIn(key))?.tries, 5)
        assert.ok(reads >= 5)
        assert.equal(await guess(one, true), null)
        assert.equal(await one.accounts.useSignIn({ key, session: newSession('link'), now: NOW }), null)
      })
    })

    test('counts sign-in emails to a mailbox exactly, on two nodes', async () => {
      await withStores(place, 2, async (one, other = one) => {
        await claimed(one)
        let sent = 0
        const ask = (store: Store) =>
          store.accounts.requestSignIn({
            ...ASKED,
            browserHash: 'browser',
            decide(found) {
              return secondsUntilFree(found.sent, NOW, EMAILS_TO_MAILBOX) === 0
            },
          })
        await Promise.all(Array.from({ length: 12 }, (_, index) => ask(index % 2 === 0 ? one : other)))
        for (;;) {
          const begun = await beginEmails(one, { now: NOW })
          if (begun.length === 0) break
          sent += begun.length
        }
        assert.equal(sent, 3)
      })
    })

    test('counts for a browser only the emails that it requested, and all of them for the mailbox', async () => {
      await withStores(place, 1, async (one) => {
        await claimed(one)
        const seen: number[] = []
        const ask = (browserHash: string, counts: 'mailbox' | 'browser') =>
          one.accounts.requestSignIn({
            ...ASKED,
            browserHash,
            counts,
            decide({ sent }) {
              seen.push(sent.length)
              return true
            },
          })
        for (const stranger of ['one', 'two', 'three']) await ask(stranger, 'mailbox')
        await ask('known', 'browser')
        await ask('known', 'browser')
        await ask('four', 'mailbox')
        assert.deepEqual(seen, [0, 1, 2, 0, 1, 5])
      })
    })

    test('opens one session from the claim page under concurrent requests', async () => {
      await withStores(place, 2, async (one, other = one) => {
        await claimed(one)
        const opening = Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? one : other).accounts.openByClaim({
            endpointId: ENDPOINT,
            session: newSession(`hash ${index}`),
            now: NOW,
          }),
        )
        const opened = (await Promise.all(opening)).filter((session) => session !== null)
        assert.equal(opened.length, 1)
        assert.equal((await other.accounts.listSessions(opened[0]?.accountKey ?? 0)).length, 1)
        assert.equal(
          await one.accounts.openByClaim({ endpointId: 'f_0', session: newSession('x'), now: NOW }),
          null,
        )
      })
    })

    test('enforces the key limit of an account, on two nodes', async () => {
      await withStores(place, 2, async (one, other = one) => {
        await claimed(one)
        const opened = await one.accounts.openByClaim({
          endpointId: ENDPOINT,
          session: newSession('x'),
          now: NOW,
        })
        const accountKey = opened?.accountKey ?? 0
        const adding = Array.from({ length: 12 }, (_, index) =>
          (index % 2 === 0 ? one : other).accounts.addKey({
            accountKey,
            id: `id ${index}`,
            hash: `hash ${index}`,
            name: 'k',
            scopes: ['read'],
            expiresAt: null,
            maxKeys: 5,
            by: null,
            now: NOW,
          }),
        )
        assert.equal((await Promise.all(adding)).filter((key) => key !== null).length, 5)
        assert.equal((await other.accounts.listKeys(accountKey)).length, 5)
      })
    })

    test('concurrent writes do not reopen a closed account', async () => {
      await withStores(place, 2, async (one, other = one) => {
        await claimed(one)
        const key = await askAs(one, 'browser')
        const found = await one.accounts.findSignIn(key)
        const accountKey = found?.account.key ?? 0
        const close = { accountKey, mailboxKey: 'ada', now: NOW }
        await Promise.all([one.accounts.closeAccount(close), other.accounts.closeAccount(close)])
        assert.equal(await other.accounts.useSignIn({ key, session: newSession('late'), now: NOW }), null)
        assert.equal(await other.accounts.findAccount(accountKey), null)
        let batches = 0
        while (await other.accounts.emptyClosedAccounts()) batches += 1
        assert.equal(batches, 2)
        const { endpoint } = (await one.findEndpoint(ENDPOINT)) ?? {}
        assert.deepEqual([endpoint?.recipient, endpoint?.retiredAt], ['', NOW])
      })
    })

    test('creates nothing for a closed account, and empties it', async () => {
      await withStores(place, 2, async (one, other = one) => {
        await claimed(one)
        const key = await askAs(one, 'browser')
        const accountKey = (await one.accounts.findSignIn(key))?.account.key ?? 0
        await one.accounts.closeAccount({ accountKey, now: NOW })
        const session = newSession('late')
        const made = await Promise.all([
          other.accounts.addKey({
            accountKey,
            id: 'late',
            hash: 'late',
            name: 'k',
            scopes: ['read'],
            expiresAt: null,
            maxKeys: 5,
            by: null,
            now: NOW,
          }),
          other.accounts.openByClaim({ endpointId: ENDPOINT, session, now: NOW }),
          other.create<'made' | 'closed'>({
            addressKey: 'address',
            newest: 1,
            mailboxKey: 'ada',
            accountKey,
            now: NOW,
            idempotencyKey: null,
            decide: ({ closed }) =>
              closed
                ? { answer: 'closed', endpoint: null }
                : {
                    answer: 'made',
                    endpoint: newEndpoint({ id: 'f_0000000000000002', recipient: ADA, now: NOW }),
                  },
          }),
        ])
        assert.deepEqual(made, [null, null, { kind: 'fresh', answer: 'closed' }])
        while (await other.accounts.emptyClosedAccounts());
        assert.equal(await other.accounts.findSession('late'), null)
        assert.equal(await other.accounts.findKey('late'), null)
      })
    })
  })
}
