import { type EndpointFacts, type EndpointState, IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../../../domain/endpoints/kinds/form.ts'
import type { FormattedFields } from './field-formatting.ts'
import { beginningOf, plainLine } from './plain-text.ts'

/** Made once: making one takes longer than all else in an email. */
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Stands above submitted text until the endpoint is claimed. */
export const WARNING =
  'A stranger sent this through the form. Nobody has checked who it is or whether it is true, and web addresses in it are switched off.'

/** Printed for a field without a name, and for a value without a character. */
export const NAMELESS = '(no name)'
export const NOTHING = '(empty)'

/** Characters of the name of an endpoint in a heading. */
const NAME_LENGTH = 60

/** The name that the owner has given to the endpoint, as it may stand in a line; null without one. */
export function shownName(name: string | null): string | null {
  const shown = beginningOf(plainLine(name ?? ''), NAME_LENGTH)
  return shown === '' ? null : shown
}

/**
 * How an email begins.
 *
 * @param email `introduce`: it is the first one and tells what this is about
 * @param form how the form is called: by its name, or by whose it is
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
      preview: 'Somebody filled in the form that sends its messages to this mailbox.',
    }
  }
  return {
    heading: 'A web form sends its messages to this mailbox',
    opening:
      'Somebody created a form endpoint with this mailbox as its recipient. The first message has arrived; you find it below. If the form is yours, claim its endpoint with one click: there is no password to choose and nothing to fill in.',
    preview: 'Claim the endpoint with one click, or say that you did not ask for this.',
  }
}

/** What holds of an endpoint that waits for its claim. */
export function limits(endpoint: EndpointFacts, state: 'unclaimed' | 'frozen'): string {
  if (state === 'frozen') {
    return `The endpoint has taken the ${UNCLAIMED_CAP} submissions it may take unclaimed. It accepts no more until it is claimed, and it expires ${IDLE_DAYS} days after the last of them.`
  }
  return `Until it is claimed, the endpoint takes ${UNCLAIMED_CAP} submissions in all (${endpoint.acceptedCount} so far) and expires after ${IDLE_DAYS} days without one.`
}

/** What follows below the fields; null when there is nothing to say. */
export function closing(state: EndpointState, replyTo: string | null): string | null {
  switch (state) {
    case 'claimed':
      return replyTo === null ? null : `Reply to this email to answer ${replyTo}.`
    case 'expired':
      return `The endpoint has expired: nobody claimed it and no submission came for ${IDLE_DAYS} days. It takes no more and can no longer be claimed.`
    case 'retired':
      return 'The endpoint has been retired. It takes no more submissions.'
    case 'unclaimed':
    case 'frozen':
      return null
  }
}

/** Why a mailbox that is not the recipient gets the email. */
export const ADDED =
  'This mailbox gets these emails because the owner of the form added it, and somebody who reads it confirmed that.'

/** How much of a submission is not in the email, and where it is; null when nothing is left out. */
export function omission(
  printed: FormattedFields,
  state: EndpointState,
  reader: 'recipient' | 'destination',
): string | null {
  if (printed.fields.length === 0 && printed.fieldsLeftOut === 0) {
    return 'All names in this submission begin with _, and emails leave such fields out.'
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
        ? `${shortened} The whole submission is stored and can be read in the dashboard.`
        : `${shortened} The whole submission is stored; the owner of the form can read it.`
    case 'unclaimed':
    case 'frozen':
      return `${shortened} The whole submission is stored and can be read in the dashboard once the endpoint is claimed.`
    case 'expired':
    case 'retired':
      return shortened
  }
}

/** Stands under a value of which only the beginning is shown. */
export function shortenedBy(characters: number): string {
  return `[… ${counted(characters, 'more character')} left out]`
}

/** `20 November 2026, 10:00 UTC` */
export function dateText(instant: Date): string {
  return `${LONG_DAY.format(instant)}, ${instant.toISOString().slice(11, 16)} UTC`
}

function counted(number: number, noun: string): string | null {
  if (number === 0) return null
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
