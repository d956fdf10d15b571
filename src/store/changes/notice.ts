import { STOP_NOTICE_INTERVAL_HOURS } from '../../domain/outbox/stop-notice.ts'
import { HOUR, later } from '../../domain/time.ts'
import {
  recordConfirmationAnswered,
  recordConfirmationsRefused,
} from '../destinations/address-confirmations.ts'
import { newClaimDelivery } from '../outbox/new-delivery.ts'
import { hasNoticeSince, newNotice, saveNotice } from '../outbox/notices.ts'
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

export const stopNotice: ConsequenceHandler<'stop_notice'> = {
  async effect(notice, { now, batch }, { db }) {
    const since = later(now, -STOP_NOTICE_INTERVAL_HOURS * HOUR)
    if (await hasNoticeSince(db, notice, since)) return
    await saveNotice(db, batch.nextKey, { ...notice, now })
  },
}

export const confirmationAnswered: ConsequenceHandler<'confirmation_answered'> = {
  effect: (confirmation, _target, { db }) => recordConfirmationAnswered(db, confirmation),
}

export const confirmationsRefused: ConsequenceHandler<'confirmations_refused'> = {
  effect: ({ mailboxKey }, { now }, { db }) => recordConfirmationsRefused(db, mailboxKey, now),
}
