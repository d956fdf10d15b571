import type { EndpointKind } from '../../../../domain/endpoints/kind.ts'
import type { QuotaWarning } from '../../../../domain/plans/quota-warning.ts'
import { dateText, shownName } from './copy.ts'
import type { NoticeContents } from './notice-email.ts'

/** What is counted, in words: as a title, many of it, what takes it, many of those, and what becomes of what is too much. */
const WORDS: Record<EndpointKind, { title: string; many: string; takers: string; refused: string }> = {
  form: {
    title: 'Submissions',
    many: 'submissions',
    takers: 'forms',
    refused:
      'Further ones are refused: whoever fills in the form is told that it takes no more this month. Nothing of them is stored.',
  },
  telemetry: {
    title: 'Telemetry events',
    many: 'telemetry events',
    takers: 'telemetry endpoints',
    refused: 'Further ones are refused and not stored; programs that send them are told so.',
  },
  queue: {
    title: 'Queue messages',
    many: 'queue messages',
    takers: 'queues',
    refused: 'Further ones are refused and not stored. What is in the queues can be pulled as before.',
  },
}

/** What the email says that warns an owner of a quota that is nearly, or wholly, used up. */
export function quotaContents(
  input: QuotaWarning & {
    endpointId: string | null
    /** What the owner calls the endpoint. */
    name: string | null
    service: { name: string; base: string }
  },
): NoticeContents {
  const { what, percent, endpointId, service } = input
  const words = WORDS[what]
  const quota = input.quota.toLocaleString('en')
  const where = endpointId === null ? '' : ` of ${shownName(input.name) ?? endpointId}`
  const resets = dateText(new Date(input.resetsAt))
  const counted =
    endpointId === null
      ? `all ${words.takers} of your account at ${service.base} together`
      : `the endpoint ${endpointId} at ${service.base}`
  const full = percent === 100
  const heading = full
    ? `${words.title}${where}: this month's ${quota} are used up`
    : `${words.title}${where}: ${percent} % of this month's ${quota} are used`
  return {
    subject: heading,
    preview: full ? `No more are taken until ${resets}.` : `The count begins anew on ${resets}.`,
    heading,
    paragraphs: [
      full
        ? `Your plan takes ${quota} ${words.many} a month for ${counted}, and this month's are used up. ${words.refused}`
        : `Your plan takes ${quota} ${words.many} a month for ${counted}. ${percent} % of this month's have come in. Once all have, further ones are refused.`,
      `The count begins anew on ${resets}. The operator of ${service.base} can put your account on a larger plan, which holds at once.`,
    ],
    button: { label: 'Look at your usage', url: `${service.base}/app/usage` },
    code: null,
    notes: [
      `This email is sent once a month for each ${endpointId === null ? 'quota' : 'endpoint'}, at 80 % and at 100 %.`,
    ],
    stop: null,
  }
}
