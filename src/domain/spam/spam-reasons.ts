/** Words for people about one reason. */
type ReasonWords = {
  /** A word or two, for lists. */
  label: string
  /** A sentence about the submission. */
  sentence: string
}

/** Words for every reason that this service gives, by its code. Engines add reasons of their own, see `ENGINES`. */
export const SPAM_REASONS: Readonly<Record<string, ReasonWords>> = {
  honeypot: { label: 'Honeypot', sentence: 'A hidden field was filled in. Only bots do that.' },
  blocked_word: { label: 'Blocked word', sentence: 'It contains a word or phrase from your block list.' },
  blocked_domain: { label: 'Blocked domain', sentence: 'It contains a domain from your block list.' },
  blocked_address: {
    label: 'Blocked address',
    sentence: 'It contains an email address from your block list.',
  },
  repeat: {
    label: 'Repeated',
    sentence: 'The same sender sent this form the same submission several times today.',
  },
  burst: {
    label: 'Many at once',
    sentence: 'Its sender sent this form the same submission six times or more within an hour.',
  },
  // No rule gives it any more; stored submissions have it.
  elsewhere: {
    label: 'Sent to many',
    sentence: 'Many forms of different owners got the same text within a day.',
  },
  links: { label: 'Links', sentence: 'It contains several links.' },
  markup: { label: 'Link code', sentence: 'It contains links as HTML or BBCode, which people rarely type.' },
  pills: { label: 'Pills', sentence: 'Its words are those of offers of pills and diets.' },
  gambling: { label: 'Gambling', sentence: 'Its words are those of offers of casinos and bets.' },
  promotion: {
    label: 'Website promotion',
    sentence: 'Its words are those of offers of search ranking, visitors, reviews or websites.',
  },
  money: { label: 'Easy money', sentence: 'Its words are those of offers of loans, crypto or quick income.' },
  scam: {
    label: 'Scam',
    sentence: 'Its words are those of stories about prizes, inheritances or threats.',
  },
  dating: { label: 'Dating', sentence: 'Its words are those of offers of dates and sex.' },
  fakes: { label: 'Fakes', sentence: 'Its words are those of offers of replicas and forged papers.' },
  dense: { label: 'Nothing else', sentence: 'It says little that is not about such an offer.' },
  pitch: { label: 'Sales pitch', sentence: 'It has phrases with which strangers offer something.' },
  odd_link: {
    label: 'Odd link',
    sentence: 'It contains a web or email address with an ending that spam uses more than others do.',
  },
  way_out: {
    label: 'Leads elsewhere',
    sentence: 'It makes an offer and contains a link, an email address or the name of a messenger.',
  },
  script: {
    label: 'Other script',
    sentence: "It is written in a script, such as Cyrillic, that this form's recent submissions didn't use.",
  },
  wrong_field: {
    label: 'Wrong field',
    sentence: 'A field for something short, such as a name or phone number, contains a web or email address.',
  },
  gibberish: { label: 'Gibberish', sentence: 'It contains random characters.' },
  hurry: { label: 'Too fast', sentence: 'It was sent less than two seconds after the page had opened.' },
  sameness: { label: 'Same text twice', sentence: 'Two fields contain the same text.' },
  challenge_missing: {
    label: 'No proof of work',
    sentence: 'It came without the proof of work that your form asks for.',
  },
  learned: {
    label: 'Learned words',
    sentence: 'Its words resemble submissions that you marked as spam.',
  },
  unjudged: {
    label: 'Not checked',
    sentence: "The spam filters didn't answer in time, so it was let through.",
  },
}

/** Names of engines by the beginning of their reasons: `rspamd:SYMBOL`. */
const ENGINES: Readonly<Record<string, string>> = { rspamd: 'rspamd', spamassassin: 'SpamAssassin' }

/** Beginning of the reason for malware in a file, before its name. */
const MALWARE = 'malware:'

/** Returns the words for a reason; one that is unknown is shown as the service names it. */
export function describeSpamReason(code: string): ReasonWords {
  const known = Object.hasOwn(SPAM_REASONS, code) ? SPAM_REASONS[code] : undefined
  if (known) return known
  if (code.startsWith(MALWARE)) {
    return { label: 'Malware', sentence: `A file contains malware: ${code.slice(MALWARE.length)}.` }
  }
  const [engine = '', rule] = code.split(':', 2)
  const name = Object.hasOwn(ENGINES, engine) ? ENGINES[engine] : undefined
  if (name === undefined || rule === undefined) {
    return { label: code.replaceAll('_', ' '), sentence: `Reason: “${code}”.` }
  }
  return { label: name, sentence: `${name} found ${rule}.` }
}
