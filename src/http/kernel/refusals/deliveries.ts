import {
  CONFIRMATIONS_PER_ACCOUNT,
  CONFIRMATIONS_PER_DAY,
} from '../../../domain/destinations/email-destination.ts'
import type { DeliveryRefusalCode } from '../../../domain/refusal.ts'
import { type Entry, FORBIDDEN, INVALID, RATE } from './entry.ts'

/** Refusals of requests about destinations and about sending submissions again. */
export const DELIVERY_REFUSALS: Readonly<Record<DeliveryRefusalCode, Entry>> = {
  destination_not_found: {
    status: 404,
    error: 'destination not found',
    message: 'This endpoint has no destination with this ID.',
    hint: 'Read the endpoint again: its settings list its destinations.',
  },
  destination_known: {
    status: 409,
    error: 'destination known',
    message:
      'This email address is already a destination of this endpoint, or has already been asked to confirm.',
    hint: 'Use another address, or resend the confirmation email.',
  },
  destination_confirmed: {
    status: 409,
    error: 'destination confirmed',
    message: 'This destination is already confirmed.',
    hint: 'Nothing more needs to be done.',
  },
  destination_unconfirmed: {
    status: 409,
    error: 'destination unconfirmed',
    message: 'This destination is not confirmed yet, so no emails are sent to it.',
    hint: 'Its owner has to follow the link in the confirmation email.',
  },
  destination_stopped: {
    status: 409,
    error: 'destination stopped',
    message: 'The owner of this address has stopped the emails to this destination.',
    hint: 'Only they can start them again, by the link in the email that they got about it.',
  },
  destination_untested: {
    status: 409,
    error: 'destination untested',
    message: 'No test has reached this destination yet, so nothing is sent to it.',
    hint: 'Send a test. Once its address answers with a status from 200 to 299, the destination gets its events.',
  },
  destination_disabled: {
    status: 409,
    error: 'destination disabled',
    message: 'This destination is disabled.',
    hint: 'Enable it, or send a test: an answer with a status from 200 to 299 enables it.',
  },
  address_invalid: {
    ...INVALID,
    message: 'Nothing can be sent to this address.',
    hint: 'Send the complete address that the other service shows, beginning with https://.',
  },
  test_rate: {
    ...RATE,
    message: 'Too many tests were sent.',
    hint: 'Wait for the time given in Retry-After, then send the test again.',
  },
  emails_stopped: {
    status: 409,
    error: 'emails stopped',
    message: 'Emails to the recipient of this endpoint are turned off.',
    hint: 'Turn them on again in the settings of the endpoint, then resend this one.',
  },
  mailbox_suppressed: {
    ...FORBIDDEN,
    message: 'This email address has opted out.',
    hint: 'Use another address. The operator of this instance can lift the block if the owner of the address asks.',
  },
  confirmation_rate: {
    ...RATE,
    message: `An email address can be sent at most ${CONFIRMATIONS_PER_DAY} confirmation emails in 24 hours, from all accounts together.`,
    hint: 'Look for the email in the mailbox of that address, including its spam folder, or wait for the time given in Retry-After.',
  },
  asking_rate: {
    ...RATE,
    message: `An account can send at most ${CONFIRMATIONS_PER_ACCOUNT.times} confirmation emails in 24 hours.`,
    hint: 'Wait for the time given in Retry-After, then send the request again.',
  },
  email_waiting: {
    status: 409,
    error: 'email waiting',
    message: 'A delivery of this submission to the same recipient or destination is still waiting.',
    hint: 'See its attempts in the deliveries of the submission. You can send it again once that delivery has succeeded or failed.',
  },
  resend_rate: {
    ...RATE,
    message: 'Too many submissions were sent again.',
    hint: 'Wait for the time given in Retry-After, then send the request again.',
  },
}
