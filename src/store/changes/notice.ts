import { STOP_NOTICE_INTERVAL_HOURS } from '../../domain/outbox/stop-notice.ts'
import { MAX_ACCOUNT_EMAILS_PER_DAY } from '../../domain/telemetry/watch.ts'
import { DAY, HOUR, later } from '../../domain/time.ts'
import { lockOpenAccount } from '../accounts/lock-account.ts'
import {
  recordConfirmationAnswered,
  recordConfirmationsRefused,
} from '../destinations/address-confirmations.ts'
import { newClaimDelivery } from '../outbox/new-delivery.ts'
import { countNoticesSince, hasNoticeSince, newNotice, saveNotice } from '../outbox/notices.ts'
import { saveWebEvent } from '../outbox/web-events.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const claimEmail: ConsequenceHandler<'claim_email'> = {
  collect(email, { stored, now, batch }) {
    const { mailboxKey } = email
    const key = batch.nextKey()
    batch.rows.notices.push(newNotice(key, { ...email, now }))
    batch.rows.outbox.push(newClaimDelivery({ key, endpointKey: stored.key, mailboxKey, createdAt: now }))
    batch.rows.claim_emails.push({ endpoint_key: stored.key, delivery_key: key })
  },
}

export const notice: ConsequenceHandler<'notice'> = {
  effect: (notice, { now, batch }, { db }) => saveNotice(db, batch.nextKey, { ...notice, now }),
}

export const webEvent: ConsequenceHandler<'web_event'> = {
  effect: (event, { stored, now, batch }, { db }) =>
    saveWebEvent(db, batch.nextKey, { ...event, endpointKey: stored.key, now }),
}

export const stopNotice: ConsequenceHandler<'stop_notice'> = {
  async effect(notice, { now, batch }, { db }) {
    const since = later(now, -STOP_NOTICE_INTERVAL_HOURS * HOUR)
    if (await hasNoticeSince(db, notice, since)) return
    await saveNotice(db, batch.nextKey, { ...notice, now })
  },
}

export const watchNotice: ConsequenceHandler<'watch_notice'> = {
  async effect(notice, { stored, now, batch }, { db }) {
    // Locked, so that nodes count the emails of an account one after the other.
    if (stored.accountKey === null || !(await lockOpenAccount(db, stored.accountKey))) return
    const count = await countNoticesSince(db, notice, later(now, -DAY))
    if (count < MAX_ACCOUNT_EMAILS_PER_DAY) await saveNotice(db, batch.nextKey, { ...notice, now })
  },
}

export const confirmationAnswered: ConsequenceHandler<'confirmation_answered'> = {
  effect: (confirmation, _target, { db }) => recordConfirmationAnswered(db, confirmation),
}

export const confirmationsRefused: ConsequenceHandler<'confirmations_refused'> = {
  effect: ({ mailboxKey }, { now }, { db }) => recordConfirmationsRefused(db, mailboxKey, now),
}
