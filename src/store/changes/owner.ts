import type { Kysely } from 'kysely'
import { toExpectedRule } from '../../domain/telemetry/expected-events.ts'
import { type Span, startWatch } from '../../domain/telemetry/watch.ts'
import { recordAudit } from '../accounts/audit.ts'
import { openAccount } from '../accounts/open-account.ts'
import type { Schema } from '../engine/schema.ts'
import type { NextKey } from '../engine/sequence.ts'
import { saveWatches } from '../telemetry/watches.ts'
import type { ChangeTarget, ConsequenceHandler } from './change-batch.ts'

export const owner: ConsequenceHandler<'owner'> = {
  async effect(owner, { stored, now, batch }, tx) {
    const opened = await openOwner(tx.db, batch.nextKey, {
      ...owner,
      mailboxKey: stored.mailboxKey,
      now,
    })
    Object.assign(stored, opened)
    tx.save({ update: { endpoints: [{ key: stored.key, account_key: opened.accountKey }] } })
    const { expectEvery } = stored.endpoint.settings
    if (expectEvery !== null) await watchExpected(tx.db, expectEvery, { stored, now, batch })
  },
}

/** Turns the promise of the creator into a watch. */
async function watchExpected(
  db: Kysely<Schema>,
  every: Span,
  { stored, now, batch }: ChangeTarget,
): Promise<void> {
  const rule = toExpectedRule(every)
  stored.watches = [startWatch({ ...rule, key: batch.nextKey(), createdAt: now }, now)]
  await saveWatches(db, stored)
  stored.savedWatches = stored.watches
}

/** Returns the account of this mailbox, created with `plan` if there is none yet. */
async function openOwner(
  db: Kysely<Schema>,
  nextKey: NextKey,
  request: { mailbox: string; mailboxKey: string; plan: string; now: Date },
): Promise<{ accountKey: number; plan: string }> {
  const account = await db
    .selectFrom('accounts')
    .select(['key', 'plan'])
    .where('mailbox', '=', request.mailbox)
    .executeTakeFirst()
  if (account) return { accountKey: account.key, plan: account.plan }
  const accountKey = await openAccount({ db, nextKey }, request)
  return { accountKey, plan: request.plan }
}

export const usage: ConsequenceHandler<'usage'> = {
  collect({ usage }, { stored, batch }) {
    if (!batch.counts) throw new Error(`no counts were loaded for ${stored.endpoint.id}`)
    batch.counts.set(stored, usage)
  },
}

export const audit: ConsequenceHandler<'audit'> = {
  async effect({ by, action, detail }, { stored, now, batch: { nextKey } }, { db }) {
    const { accountKey, endpoint } = stored
    if (accountKey === null) return
    await recordAudit({ db, nextKey }, { accountKey, by, now, action, subject: endpoint.id, detail })
  },
}
