import type { Submission } from '../../api/submissions/submissions.ts'
import { momentText } from '../../controls/time-words.ts'
import { findMessage, oneLine, toPreview } from '../inbox/list/summary.ts'

/** Matches one plain address, so that submitted text cannot add a header. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63}$/u
/** Some mail apps accept at most 2000 characters in a URL. */
const MAX_QUOTED = 1200

/** Names of the reply address, ours and other vendors'. */
const REPLY_NAMES = ['_replyto', '_reply_to', '_email.replyto', '_replyTo']

/** Separators and names as the server reads them for Reply-To (`domain/submissions/reply-address.ts`). */
const SEPARATORS = /[\s_.:[\]-]+/g
const OWN_ADDRESS =
  /^(?:your|my|the|user|contact|customer|client|visitor|guest|sender|author|applicant|member|subscriber|person|company|business|work|private|primary|main|billing|account|form|fields?|data|values?|entry|lead|message|order|from|reply){0,3}e?mail(?:address|addr|id)?$/

/** Returns the reply address: `_replyto`, else the field named email, else the first whose name means the same; null without one. */
export function replyAddress(fields: Submission['fields']): string | null {
  const candidates = [
    ...fields.filter(([name]) => REPLY_NAMES.includes(name)).slice(0, 1),
    ...fields.filter(([name]) => name.toLowerCase() === 'email').slice(0, 1),
    ...fields.filter(([name]) => isOwnAddress(name)),
  ]
  return candidates.map(([, value]) => addressIn(value)).find((address) => address !== null) ?? null
}

function isOwnAddress(name: string): boolean {
  return !name.startsWith('_') && OWN_ADDRESS.test(name.toLowerCase().replace(SEPARATORS, ''))
}

/** Returns a mailto link with subject and quoted message; null without a reply address. */
export function replyLink({ fields, received_at, endpoint_name }: Submission): string | null {
  const to = replyAddress(fields)
  if (to === null) return null
  const subject = fields.find(([name]) => /^_?subject$/i.test(name))?.[1] ?? endpoint_name ?? 'your message'
  const quoted = cut(findMessage(fields) ?? toPreview(fields))
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\r\n')
  const body = `\r\n\r\nOn ${momentText(new Date(received_at))}, ${to} wrote:\r\n${quoted}\r\n`
  const [local = '', domain = ''] = to.split('@')
  return `mailto:${escaped(local)}@${escaped(domain)}?subject=${escaped(`Re: ${oneLine(subject)}`)}&body=${escaped(body)}`
}

function addressIn(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  return ADDRESS.test(text) ? text : null
}

function cut(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)} […]`
}

/** Replaces lone surrogates, which JSON can contain. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
