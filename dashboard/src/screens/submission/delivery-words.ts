import type { Delivery } from '../../api/schema.ts'
import type { Attempt } from '../../api/submissions/deliveries.ts'
import type { Tone } from '../../controls/badge.tsx'

type Told = { label: string; tone: Tone; explained: string }

/** What the state of an email means, and what to do about it. */
export const STATES: Record<Delivery['state'], Told> = {
  waiting: {
    label: 'Waiting',
    tone: 'plain',
    explained: 'It is on its way. What cannot be delivered now is tried again, for days if need be.',
  },
  held: {
    label: 'Held',
    tone: 'warn',
    explained:
      'Its mailbox has had many emails lately, so this one waits for its turn. It is not lost; nothing has to be done.',
  },
  delivered: {
    label: 'Delivered',
    tone: 'good',
    explained:
      'The mail server of the recipient took it. If it is not in the mailbox, look among the spam there.',
  },
  bounced: {
    label: 'Bounced',
    tone: 'bad',
    explained:
      'The mail server of the recipient refused it for good. Check that the mailbox exists and has room, then send it again.',
  },
  given_up: {
    label: 'Given up',
    tone: 'bad',
    explained:
      'It was tried for days without success. The last answer says why; when that is mended, send it again.',
  },
  suppressed: {
    label: 'Not sent',
    tone: 'warn',
    explained:
      'The recipient asked for no more emails, or an earlier one bounced. The submission is kept here all the same.',
  },
}

/** What came of one attempt. */
export function outcomeOf({ outcome, ended_at }: Attempt): Pick<Told, 'label' | 'tone'> {
  switch (outcome) {
    case 'accepted':
      return { label: 'Accepted', tone: 'good' }
    case 'deferred':
      return { label: 'Put off by the mail server', tone: 'warn' }
    case 'bounced':
      return { label: 'Refused for good', tone: 'bad' }
    case 'unknown':
      return { label: 'Cut off; it may have arrived', tone: 'warn' }
    case 'system':
      return { label: 'The mail server refused this service', tone: 'warn' }
    case null:
      return { label: ended_at === null ? 'Under way' : 'Interrupted', tone: 'plain' }
  }
}
