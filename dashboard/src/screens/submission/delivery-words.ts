import type { Delivery } from '../../api/schema.ts'
import type { Attempt } from '../../api/submissions/deliveries.ts'

type StateText = { label: string; tone: 'plain' | 'good' | 'warn' | 'bad'; explained: string }

/** Meaning of each delivery state, and what to do about it. */
export const STATES: Record<Delivery['state'], StateText> = {
  queued: {
    label: 'Queued',
    tone: 'plain',
    explained: 'Waiting for its first attempt.',
  },
  delayed: {
    label: 'Delayed',
    tone: 'warn',
    explained: 'The last attempt failed. It is tried again, for up to five days.',
  },
  held: {
    label: 'Rate-limited',
    tone: 'warn',
    explained:
      'This address has reached its limit of emails, so this one is sent later. You don’t need to do anything.',
  },
  sent: {
    label: 'Sent',
    tone: 'good',
    explained: 'Your mail server accepted it. If it isn’t in the inbox, look in the spam folder.',
  },
  kept: {
    label: 'Kept',
    tone: 'plain',
    explained: 'No mail server is set up, so it was kept on this server and not sent.',
  },
  failed: {
    label: 'Failed',
    tone: 'bad',
    explained:
      'It could not be delivered: the last answer says why. Check that the address exists and can receive email, then send it again.',
  },
  suppressed: {
    label: 'Not sent',
    tone: 'warn',
    explained:
      'The recipient doesn’t want any more emails, or it was found to be spam. The submission is still here.',
  },
}

/** Returns the words for the outcome of one attempt of a delivery in this state. */
export function describeOutcome(
  { outcome, ended_at }: Attempt,
  state: Delivery['state'],
): Pick<StateText, 'label' | 'tone'> {
  switch (outcome) {
    case 'accepted':
      return state === 'kept' ? STATES.kept : { label: 'Accepted', tone: 'good' }
    case 'deferred':
      return { label: 'Delayed, will retry', tone: 'warn' }
    case 'bounced':
      return { label: 'Rejected', tone: 'bad' }
    case 'unknown':
      return { label: 'No answer; it may have arrived', tone: 'warn' }
    case 'system':
      return { label: 'The mail server rejected this service', tone: 'warn' }
    case null:
      return { label: ended_at === null ? 'In progress' : 'Interrupted', tone: 'plain' }
  }
}
