import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asHolder, type Caller } from '../../src/actions/accounts/caller.ts'
import { removeEmailKey } from '../../src/actions/accounts/email-keys.ts'
import type { Context } from '../../src/actions/context.ts'
import { changeEndpoint } from '../../src/actions/endpoints/change-endpoint.ts'
import { declineEndpoint, undoDecline } from '../../src/actions/endpoints/decline-endpoint.ts'
import { purgeDeclined } from '../../src/actions/maintenance/purge-old.ts'
import { importSubmissions } from '../../src/actions/submissions/import-submissions.ts'
import { DAY, later, MINUTE } from '../../src/domain/time.ts'
import type { Store } from '../../src/store/store.ts'
import { createActionContext, keys } from '../support/stores/action-context.ts'
import { claimedBy } from '../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../support/stores/stores.ts'

const { names, withStores } = storePlaces()
const ADA = 'ada@lovelace.dev'
const ROUNDS = 20

function callerOf(accountKey: number, mailbox = ADA): Caller {
  const by = { kind: 'session', sessionKey: 1, freshUntil: later(NOW, MINUTE) } as const
  return { ...asHolder({ key: accountKey, mailbox, plan: 'free', suspension: null }), by }
}

/** Adds a key to the account and puts it in use. Nothing is encrypted to it here. */
async function useKey({ emailKeys }: Store, { accountKey, mailbox }: Caller): Promise<void> {
  const mailboxKey = keys.mailboxKey(mailbox)
  const emailKey = { armored: 'a key', fingerprint: 'AB', algorithm: 'curve25519', expiresAt: null }
  const ask = () => ({
    notice: { kind: 'email_key', what: 'removed', fingerprint: 'AB' } as const,
    ...{ mailbox, mailboxKey, expiresAt: later(NOW, MINUTE) },
  })
  const by = { kind: 'session', key: 1 } as const
  assert.ok(await emailKeys.add({ accountKey, emailKey, limit: ROUNDS + 1, by, now: NOW, ask }))
  const { next } = await emailKeys.find(accountKey)
  assert.ok(await emailKeys.confirm({ key: next?.key ?? 0, mailboxKey, now: NOW, tell: () => null }))
}

function setStore(context: Context, caller: Caller, endpointId: string, store: 'plain' | 'encrypted') {
  return changeEndpoint(context, caller, { endpointId, change: { store }, versions: null, now: NOW })
}

for (const place of names) {
  describe(`OpenPGP keys of owners, ${place}`, () => {
    test('a form begins to need a key or the key is removed, never both at the same time', () =>
      withStores(place, 2, async (one, other = one) => {
        const [changing, removing] = [one, other].map(createActionContext)
        assert.ok(changing && removing)
        for (let round = 0; round < ROUNDS; round += 1) {
          const mailbox = `ada${round}@lovelace.dev`
          const { id, accountKey } = await claimedBy(one, mailbox)
          const caller = callerOf(accountKey, mailbox)
          await useKey(one, caller)
          const acts = [
            () => setStore(changing, caller, id, 'encrypted'),
            () => removeEmailKey(removing, caller, NOW),
          ]
          const ordered = round % 2 === 0 ? acts : acts.toReversed()
          await Promise.all(ordered.map((act) => act()))
          const isEncrypted = (await one.findEndpoint(id))?.endpoint.settings.store === 'encrypted'
          const hasKey = (await one.emailKeys.find(accountKey)).current !== null
          assert.equal(isEncrypted, hasKey, `round ${round}: encrypted ${isEncrypted}, key ${hasKey}`)
        }
      }))

    test('an import ends when its form begins to store encrypted', () =>
      withStores(place, 1, async (store) => {
        const context = createActionContext(store)
        const { id: endpointId, accountKey } = await claimedBy(store, ADA)
        const caller = callerOf(accountKey)
        await useKey(store, caller)
        const toRow = (n: number) => ({ text: `[["message","${n}"]]`, sentAt: null, hash: `hash ${n}` })
        async function* rows(turnsOn: boolean) {
          for (let n = 0; n < 1000; n += 1) yield toRow(n)
          if (turnsOn) await setStore(context, caller, endpointId, 'encrypted')
          yield toRow(1000)
        }
        const request = { endpointId, rows: rows(true), count: 1001, clock: { now: () => NOW } }
        const ended = await importSubmissions(context, caller, request)
        assert.ok(ended.kind === 'refused' && ended.refusal.code === 'storage_encrypted')
        await setStore(context, caller, endpointId, 'plain')
        const again = await importSubmissions(context, caller, { ...request, rows: rows(false) })
        assert.deepEqual(again, { kind: 'imported', imported: 1, skipped: 1000 })
      }))

    test('a declined form needs its key until its data is deleted', () =>
      withStores(place, 1, async (store) => {
        const context = createActionContext(store)
        const { id: endpointId, accountKey } = await claimedBy(store, ADA)
        const caller = callerOf(accountKey)
        await useKey(store, caller)
        assert.equal((await setStore(context, caller, endpointId, 'encrypted')).kind, 'done')
        const request = { token: keys.declineToken(endpointId), oneClick: false, now: NOW }
        assert.equal((await declineEndpoint(context, request)).kind, 'declined')
        const refused = await removeEmailKey(context, caller, NOW)
        assert.ok(refused.kind === 'refused' && refused.refusal.code === 'email_key_needed')
        assert.equal((await undoDecline(context, request)).kind, 'restored')
        assert.notEqual((await store.emailKeys.find(accountKey)).current, null)

        assert.equal((await declineEndpoint(context, request)).kind, 'declined')
        const tomorrow = later(NOW, DAY)
        await purgeDeclined(context, tomorrow)
        assert.equal((await removeEmailKey(context, caller, tomorrow)).kind, 'removed')
      }))
  })
}
