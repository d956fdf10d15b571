import type { Submission } from '../../api/submissions/submissions.ts'
import { momentText } from '../../controls/time-words.ts'
import { t } from '../../language/texts.ts'
import { replyAddress } from '../inbox/list/reply-address.ts'
import { findMessage, oneLine, toPreview } from '../inbox/list/summary.ts'

/** Some mail apps accept at most 2000 characters in a URL. */
const MAX_QUOTED = 1200
/** A text above it takes the room of the quoted message up to this. */
const MIN_QUOTED = 200

/** Returns a mailto link with subject, this text and the quoted message; null without a reply address. */
export function replyLink({ fields, received_at, endpoint_name }: Submission, text = ''): string | null {
  const to = replyAddress(fields)
  if (to === null) return null
  const subject =
    fields.find(([name]) => /^_?subject$/i.test(name))?.[1] ?? endpoint_name ?? t('submission.reply.subject')
  const room = Math.max(MIN_QUOTED, MAX_QUOTED - text.length)
  const quoted = cut(findMessage(fields) ?? toPreview(fields), room)
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\r\n')
  const above = t('submission.reply.quoted', { time: momentText(new Date(received_at)), address: to })
  const body = `${text.replaceAll('\n', '\r\n')}\r\n\r\n${above}\r\n${quoted}\r\n`
  const [local = '', domain = ''] = to.split('@')
  return `mailto:${escaped(local)}@${escaped(domain)}?subject=${escaped(`Re: ${oneLine(subject)}`)}&body=${escaped(body)}`
}

function cut(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, room)} […]`
}

/** Replaces lone surrogates, which JSON can contain. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
