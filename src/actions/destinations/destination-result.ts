import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { disableDestination, hasFailedTooLong } from '../../domain/destinations/web-destination.ts'
import { DAY, later } from '../../domain/time.ts'
import type { Context } from '../context.ts'

/** The email about a disabled destination is never sent later than this. */
const EMAIL_DAYS = 7

/** A destination that was attempted. `addressedAt`: when the address was set that the attempt went to. */
type Place = { endpointId: string; destinationId: string; addressedAt: Date }

/** The last attempt, since when all have failed, and the answer to it. */
type Attempted = Place & { since: Date; answer: string }

/**
 * Records what an attempt says about its destination, where it changes something: since when all attempts have failed, or that
 * the destination is disabled, because it is gone or has failed for days.
 *
 * @param result.failingSince since when all attempts before this one have failed; null when the last one succeeded
 * @param result.answer one line about the attempt, for the owner
 * @returns true when this has disabled the destination
 */
export async function recordDestinationResult(
  context: Context,
  result: Place & {
    effect: 'proven' | 'gone' | 'failing'
    failingSince: Date | null
    answer: string
    now: Date
  },
): Promise<boolean> {
  const { effect, failingSince, answer, now, ...place } = result
  const about = { ...place, since: failingSince ?? now, answer }
  switch (effect) {
    case 'proven':
      if (failingSince) await context.store.recordFailing({ ...place, since: null })
      return false
    case 'gone':
      return disable(context, about, { at: now, because: 'gone' })
    case 'failing':
      if (failingSince && hasFailedTooLong(failingSince, now))
        return disable(context, about, { at: now, because: 'failing' })
      if (!failingSince) await context.store.recordFailing({ ...place, since: now })
      return false
  }
}

/** Disables a destination and tells its owner, once: the first result that finds it enabled does both, and returns true. */
async function disable(
  context: Context,
  { endpointId, destinationId, addressedAt, since, answer }: Attempted,
  { at, because }: { at: Date; because: 'gone' | 'failing' },
): Promise<boolean> {
  const outcome = await context.store.change<boolean>({
    endpointId,
    now: at,
    idempotencyKey: null,
    decide({ found }) {
      const destination = { id: destinationId, addressedAt }
      const settings = found && disableDestination(found.endpoint, destination, { at, because })
      if (!settings) return { answer: false, remember: false, consequences: [] }
      const action = 'destination_disabled' as const
      const entry = { kind: 'audit', by: null, action, detail: destinationId } as const
      const dates = { at: at.toISOString(), since: since.toISOString() }
      const notice = { kind: action, endpointId, destinationId, ...dates, because, answer }
      const email = {
        kind: 'notice',
        notice,
        // The recipient of a claimed endpoint is the mailbox of its owner, also while the emails about submissions are off.
        mailbox: mailboxIdentity(found.endpoint.recipient),
        mailboxKey: found.mailboxKey,
        expiresAt: later(at, EMAIL_DAYS * DAY),
      } as const
      return { answer: true, remember: false, consequences: [{ kind: 'settings', settings }, email, entry] }
    },
  })
  return outcome.kind === 'fresh' && outcome.answer
}
