import { ASKED_BY_ACCOUNT, CONFIRMATIONS_PER_DAY } from '../../../domain/destinations/destination.ts'
import type { DeliveryRefusalCode } from '../../../domain/refusal.ts'
import { type Entry, FORBIDDEN, RATE } from './entry.ts'

/** What owners are refused for about mailboxes that emails go to, and about emails that are to go again. */
export const DELIVERY_REFUSALS: Readonly<Record<DeliveryRefusalCode, Entry>> = {
  destination_not_found: {
    status: 404,
    error: 'destination not found',
    message: 'This endpoint has no destination with this id.',
    hint: 'Read the endpoint again: its settings list the destinations there are.',
  },
  destination_known: {
    status: 409,
    error: 'destination known',
    message: 'This mailbox gets the emails of this endpoint already, or has been asked.',
    hint: 'Send another mailbox, or let the email that asks it go again.',
  },
  destination_confirmed: {
    status: 409,
    error: 'destination confirmed',
    message: 'This mailbox has been confirmed and gets the emails.',
    hint: 'There is nothing left to do.',
  },
  destination_unconfirmed: {
    status: 409,
    error: 'destination unconfirmed',
    message: 'This mailbox has not been confirmed, so it gets no emails.',
    hint: 'Whoever reads that mailbox confirms it by the link in the email that was sent there.',
  },
  emails_stopped: {
    status: 409,
    error: 'emails stopped',
    message: 'The emails of this endpoint to its recipient are stopped.',
    hint: 'Start them again in the settings of the endpoint, then send this one.',
  },
  mailbox_suppressed: {
    ...FORBIDDEN,
    message: 'The owner of this mailbox does not want to be asked.',
    hint: 'Use another mailbox. The operator of this instance can lift it when the owner of the mailbox asks.',
  },
  confirmation_rate: {
    ...RATE,
    message: `A mailbox is asked at most ${CONFIRMATIONS_PER_DAY} times within 24 hours, whoever asks.`,
    hint: 'Look for the email there, in its spam folder too, or wait as long as Retry-After says.',
  },
  asking_rate: {
    ...RATE,
    message: `An account has mailboxes asked at most ${ASKED_BY_ACCOUNT.times} times within 24 hours.`,
    hint: 'Wait as long as Retry-After says and send the request again.',
  },
  email_waiting: {
    status: 409,
    error: 'email waiting',
    message: 'An email with this submission to the same mailbox waits to be delivered.',
    hint: 'Its attempts stand in the deliveries of the submission. It can be sent again once that email has ended.',
  },
  resend_rate: {
    ...RATE,
    message: 'Emails were sent again too often.',
    hint: 'Wait as long as Retry-After says and send the request again.',
  },
}
