import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { listDestinationDeliveries, toRecipientTarget } from '../destinations/delivery-targets.ts'

/**
 * Lists the deliveries of a new submission: to the recipient, and to the destinations that the owner added.
 *
 * @param submission.email the email to the recipient; null for none
 * @param submission.dueAt time at which they are due unless a verdict comes; null: at once
 */
export function listSubmissionDeliveries(
  context: Context,
  found: FoundEndpoint,
  { key, email, dueAt }: { key: number; email: 'claim' | 'submission' | null; dueAt: Date | null },
): Consequence[] {
  const consequences: Consequence[] = []
  const due = dueAt === null ? {} : { dueAt }
  if (email) {
    consequences.push({
      ...toRecipientTarget(found),
      kind: 'delivery',
      delivery: email,
      submissionKey: key,
      destination: null,
      place: 0,
      ...due,
    })
  }
  for (const [index, delivery] of listDestinationDeliveries(context, found).entries()) {
    consequences.push({
      ...delivery,
      kind: 'delivery',
      delivery: 'submission',
      submissionKey: key,
      place: index + 1,
      ...due,
    })
  }
  return consequences
}
