import { type EndpointFacts, type EndpointState, IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FormattedFields } from './field-formatting.ts'
import { plainLine, truncate } from './plain-text.ts'

/** Created once: creating one takes longer than composing an email. */
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Shown above submitted text until a person has confirmed the endpoint. */
export const WARNING =
  'A visitor sent this through the form. We haven’t verified the sender, and links are disabled.'

/** Says what an endpoint lacks that was claimed by its link alone. */
export const UNCONFIRMED =
  'This form was claimed when its link was opened, which mail programs do as well. Until you confirm it with one click, you get a limited number of emails from it, and links in them are disabled.'

/** Placeholders for a field without a name and for an empty value. */
export const NAMELESS = '(no name)'
export const NOTHING = '(empty)'

/** Maximum number of characters of an endpoint name in a heading. */
const MAX_NAME_LENGTH = 60

/** Returns the endpoint name for use in a line; null without one. */
export function shownName(name: string | null): string | null {
  const shown = truncate(plainLine(name ?? ''), MAX_NAME_LENGTH)
  return shown === '' ? null : shown
}

/**
 * Returns the heading, opening and preview of an email.
 *
 * @param email `introduce` for the first email, which explains what this is about
 * @param form name of the form, or "your form"
 */
export function beginning(
  email: 'introduce' | 'report',
  form: string,
): {
  heading: string
  opening: string | null
  preview: string
} {
  if (email === 'report') {
    return {
      heading: `New message from ${form}`,
      opening: null,
      preview: 'Someone sent a message through a form that uses this address.',
    }
  }
  return {
    heading: 'Your form received its first message',
    opening:
      'Someone set up a form that sends messages to this address, and the first one is below. If it’s yours, claim it with one click. No password needed.',
    preview: 'Claim the form with one click, or tell us that it wasn’t you.',
  }
}

/** Describes the limits of an endpoint before the claim. */
export function limits(endpoint: EndpointFacts, state: 'unclaimed' | 'frozen'): string {
  if (state === 'frozen') {
    return `The form has reached the limit of ${UNCLAIMED_CAP} submissions. It accepts no more until you claim it, and it expires ${IDLE_DAYS} days after the last one.`
  }
  return `Until you claim it, the form accepts ${UNCLAIMED_CAP} submissions (${endpoint.acceptedCount} so far) and expires after ${IDLE_DAYS} days without one.`
}

/**
 * Returns the sentence below the fields; null if there is none.
 *
 * @param reply.replyTo address that replies go to
 * @param reply.isWaiting true: the sender left an address, and replies go to it after the claim or the confirmation
 */
export function closing(
  state: EndpointState,
  { replyTo, isWaiting }: { replyTo: string | null; isWaiting: boolean },
): string | null {
  switch (state) {
    case 'claimed':
      if (replyTo !== null) return `Reply to this email to write to ${replyTo}.`
      return isWaiting ? 'Confirm to reply: until then, replies to this email don’t reach the sender.' : null
    case 'expired':
      return `The form has expired: it wasn’t claimed and received nothing for ${IDLE_DAYS} days. It accepts no more submissions and can no longer be claimed.`
    case 'retired':
      return 'The form has been shut down. It accepts no more submissions.'
    case 'unclaimed':
    case 'frozen':
      return isWaiting ? 'Claim to reply: until then, replies to this email don’t reach the sender.' : null
  }
}

/** Reason for emails to a destination that is not the recipient, and how to stop them. */
export const ADDED =
  'You get these emails because the owner of the form added your address and you confirmed it. To stop these emails, unsubscribe in your mail program, or use the link in the email in which you confirmed your address.'

/** Says how much of a submission is not in the email and where to read it; null if nothing is left out. */
export function omission(
  printed: FormattedFields,
  state: EndpointState,
  reader: 'recipient' | 'destination',
): string | null {
  if (printed.fields.length === 0 && printed.fieldsLeftOut === 0) {
    return 'This message has only fields whose names start with _, and emails leave such fields out.'
  }
  const missing = [
    counted(printed.charactersLeftOut, 'character'),
    counted(printed.fieldsLeftOut, 'field'),
  ].filter((part) => part !== null)
  if (missing.length === 0) return null
  const shortened = `This email was shortened: ${missing.join(' and ')} left out.`
  switch (state) {
    case 'claimed':
      return reader === 'recipient'
        ? `${shortened} The full message is in the dashboard.`
        : `${shortened} The owner of the form can read the full message.`
    case 'unclaimed':
    case 'frozen':
      return `${shortened} Claim the form to read the full message in the dashboard.`
    case 'expired':
    case 'retired':
      return shortened
  }
}

/** Note under a shortened value. */
export function shortenedBy(characters: number): string {
  return `[… ${counted(characters, 'more character')} left out]`
}

/** Formats an instant as `20 November 2026, 10:00 UTC`. */
export function dateText(instant: Date): string {
  return `${LONG_DAY.format(instant)}, ${instant.toISOString().slice(11, 16)} UTC`
}

function counted(number: number, noun: string): string | null {
  if (number === 0) return null
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
