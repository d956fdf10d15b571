import { newDelivery } from '../outbox/new-delivery.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const delivery: ConsequenceHandler<'delivery'> = {
  collect(delivery, { stored, now, batch }) {
    const { delivery: kind } = delivery
    const row = newDelivery({ ...delivery, kind, endpointKey: stored.key, createdAt: now })
    batch.rows.outbox.push(row)
    if (kind === 'claim') batch.rows.claim_emails.push({ endpoint_key: stored.key, delivery_key: row.key })
  },
}
