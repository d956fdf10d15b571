import { newClaimDelivery } from '../outbox/new-delivery.ts'
import { newNotice } from '../outbox/notices.ts'
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
