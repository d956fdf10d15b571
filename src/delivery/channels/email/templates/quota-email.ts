import type { EndpointKind } from '../../../../domain/endpoints/kind.ts'
import type { QuotaWarning } from '../../../../domain/plans/quota-warning.ts'
import { dateText, shownName } from './copy.ts'
import type { NoticeContents } from './notice-contents.ts'

/** Words for each kind of quota: its plural, what it belongs to, and what happens once it is used up. */
const WORDS: Record<EndpointKind, { many: string; owners: string; refused: string }> = {
  form: {
    many: 'submissions',
    owners: 'forms',
    refused:
      'New submissions are being rejected. Visitors see that the form has reached its monthly limit, and their messages aren’t saved.',
  },
  telemetry: {
    many: 'telemetry events',
    owners: 'telemetry endpoints',
    refused: 'New events are being rejected and aren’t saved. Programs that send them get an error.',
  },
  queue: {
    many: 'queue messages',
    owners: 'queues',
    refused:
      'New messages are being rejected and aren’t saved. Messages already in the queues can be pulled as usual.',
  },
}

/** Composes the email that warns an owner of a quota that is nearly or completely used up. */
export function quotaContents(
  input: QuotaWarning & {
    endpointId: string | null
    /** Name of the endpoint. */
    name: string | null
    service: { name: string; base: string }
  },
): NoticeContents {
  const { what, percent, endpointId, service } = input
  const words = WORDS[what]
  const quota = input.quota.toLocaleString('en')
  const name = endpointId === null ? null : (shownName(input.name) ?? endpointId)
  const resets = dateText(new Date(input.resetsAt))
  const full = percent === 100
  const heading = full
    ? `${name === null ? 'You have reached your' : `${name} has reached its`} limit of ${quota} ${words.many} this month`
    : `${name === null ? 'You have used' : `${name} has used`} ${percent}% of ${quota} ${words.many} this month`
  const scope =
    endpointId === null
      ? `all ${words.owners} of your account at ${service.base} together`
      : `the form ${endpointId} at ${service.base}`
  return {
    subject: heading,
    preview: full ? `Nothing more is accepted until ${resets}.` : `The quota resets on ${resets}.`,
    heading,
    paragraphs: [
      `Your plan includes ${quota} ${words.many} a month for ${scope}. ${full ? words.refused : 'Once they are used up, new ones are rejected until the quota resets.'}`,
      `The quota resets on ${resets}. The operator of ${service.base} can move you to a larger plan right away.`,
    ],
    button: { label: 'View usage', url: `${service.base}/app/usage` },
    code: null,
    notes: [
      `This email is sent once a month for each ${endpointId === null ? 'quota' : 'form'}, at 80% and at 100%.`,
    ],
    stop: null,
  }
}
