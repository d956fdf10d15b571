import { type PlainKey, t } from '../../../language/texts.ts'

/** Words for every reason that the service gives, by its code: a word or two. */
const LABELS: Readonly<Record<string, PlainKey>> = {
  honeypot: 'inbox.spam.honeypot',
  blocked_word: 'inbox.spam.blockedWord',
  blocked_domain: 'inbox.spam.blockedDomain',
  blocked_address: 'inbox.spam.blockedAddress',
  repeat: 'inbox.spam.repeat',
  burst: 'inbox.spam.burst',
  elsewhere: 'inbox.spam.elsewhere',
  links: 'inbox.spam.links',
  markup: 'inbox.spam.markup',
  pills: 'inbox.spam.pills',
  gambling: 'inbox.spam.gambling',
  promotion: 'inbox.spam.promotion',
  money: 'inbox.spam.money',
  scam: 'inbox.spam.scam',
  dating: 'inbox.spam.dating',
  fakes: 'inbox.spam.fakes',
  dense: 'inbox.spam.dense',
  pitch: 'inbox.spam.pitch',
  odd_link: 'inbox.spam.oddLink',
  way_out: 'inbox.spam.wayOut',
  script: 'inbox.spam.script',
  wrong_field: 'inbox.spam.wrongField',
  gibberish: 'inbox.spam.gibberish',
  hurry: 'inbox.spam.hurry',
  sameness: 'inbox.spam.sameness',
  challenge_missing: 'inbox.spam.challengeMissing',
  learned: 'inbox.spam.learned',
  unjudged: 'inbox.spam.unjudged',
}

/** Names of engines by the beginning of their reasons: `rspamd:SYMBOL`. */
export const ENGINES: Readonly<Record<string, string>> = { rspamd: 'rspamd', spamassassin: 'SpamAssassin' }

/** Returns a word or two for a reason; one that is unknown is shown as the service names it. */
export function labelSpamReason(code: string): string {
  const key = Object.hasOwn(LABELS, code) ? LABELS[code] : undefined
  if (key) return t(key)
  const [engine = '', rule] = code.split(':', 2)
  if (rule === undefined) return code.replaceAll('_', ' ')
  if (engine === 'malware') return t('inbox.spam.malware')
  const name = Object.hasOwn(ENGINES, engine) ? ENGINES[engine] : undefined
  return name ?? code.replaceAll('_', ' ')
}
