import { type PlainKey, t } from '../../language/texts.ts'
import { ENGINES } from '../inbox/list/spam-words.ts'

/** Sentences about a submission by the code of the reason why it is spam. */
const REASONS: Readonly<Record<string, PlainKey>> = {
  honeypot: 'submission.reason.honeypot',
  blocked_word: 'submission.reason.blockedWord',
  blocked_domain: 'submission.reason.blockedDomain',
  blocked_address: 'submission.reason.blockedAddress',
  repeat: 'submission.reason.repeat',
  burst: 'submission.reason.burst',
  elsewhere: 'submission.reason.elsewhere',
  links: 'submission.reason.links',
  markup: 'submission.reason.markup',
  pills: 'submission.reason.pills',
  gambling: 'submission.reason.gambling',
  promotion: 'submission.reason.promotion',
  money: 'submission.reason.money',
  scam: 'submission.reason.scam',
  dating: 'submission.reason.dating',
  fakes: 'submission.reason.fakes',
  dense: 'submission.reason.dense',
  pitch: 'submission.reason.pitch',
  odd_link: 'submission.reason.oddLink',
  way_out: 'submission.reason.wayOut',
  script: 'submission.reason.script',
  wrong_field: 'submission.reason.wrongField',
  gibberish: 'submission.reason.gibberish',
  hurry: 'submission.reason.hurry',
  sameness: 'submission.reason.sameness',
  challenge_missing: 'submission.reason.challengeMissing',
  learned: 'submission.reason.learned',
  unjudged: 'submission.reason.unjudged',
}

/** Beginning of the reason for malware in a file, before its name. */
const MALWARE = 'malware:'

/** Returns a sentence for a reason; one that is unknown is shown as the service names it. */
export function describeSpamReason(code: string): string {
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined
  if (known) return t(known)
  if (code.startsWith(MALWARE)) return t('submission.reason.malware', { malware: code.slice(MALWARE.length) })
  const [name = '', rule] = code.split(':', 2)
  const engine = Object.hasOwn(ENGINES, name) ? ENGINES[name] : undefined
  if (engine === undefined || rule === undefined) return t('submission.reason.other', { code })
  return t('submission.reason.engine', { engine, rule })
}
