import { newJob } from '../outbox/outbox.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const email: ConsequenceHandler<'email'> = {
  collect(email, { stored, now, batch }) {
    const job = newJob({ ...email, endpointKey: stored.key, createdAt: now })
    batch.rows.outbox.push(job)
    if (email.email === 'claim') {
      batch.rows.claim_emails.push({ endpoint_key: stored.key, delivery_key: job.key })
    }
  },
}
