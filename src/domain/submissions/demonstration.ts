import { type EndpointFacts, newEndpoint } from '../endpoints/endpoint.ts'
import type { Language } from '../language.ts'
import { type Refused, refused } from '../refusal.ts'
import { isSpamScore, scoreSubmission } from '../spam/score.ts'
import { NO_SIGHTINGS } from '../spam/sightings.ts'
import { DEFAULT_SPAM_LEVEL } from '../spam/spam-settings.ts'
import { isData } from './control-names.ts'
import { findByRole, findSenderName } from './field-roles.ts'
import { type Field, findReplyAddress } from './fields.ts'
import { classifyFields } from './submission.ts'

/** Maximum size of a message of the demonstration on the front page. */
export const MAX_DEMONSTRATION_BYTES = 4 * 1024
/** Characters of a sender and of a message that the list shows. */
const MAX_LISTED_LENGTH = 120
/** Recipient of the email, which is shown and never sent. */
const RECIPIENT = 'you@yourcompany.com'
/** Site of the form in the demonstration, as in the picture on the front page. */
const SITE = 'studio-nord.de'
const ID = 'f_demonstration000'

/** A message as the inbox lists it. */
export type DemonstratedMessage = {
  folder: 'inbox' | 'spam'
  /** Empty where nothing names the sender. */
  sender: string
  /** Beginning of the message on one line. */
  words: string
}

/** Returns the form of the demonstration, which exists nowhere: claimed, confirmed, with all settings at their defaults. */
export function createDemonstrationForm({ language, now }: { language: Language; now: Date }): EndpointFacts {
  return {
    ...newEndpoint({ id: ID, recipient: RECIPIENT, language, now }),
    claimedAt: now,
    confirmedAt: now,
    claimEmailAt: now,
    acceptedCount: 1,
    siteHost: SITE,
  }
}

/** Judges a message as the first tier of the spam filter judges the first submission of a form. */
export function judgeDemonstration(
  fields: readonly Field[],
): { kind: 'judged'; message: DemonstratedMessage } | Refused {
  const { kind } = classifyFields(fields)
  if (kind === 'empty') return refused({ code: 'fields_missing' })
  if (kind === 'blank') return refused({ code: 'fields_blank' })
  const { score } = scoreSubmission({
    fields,
    elapsedMs: null,
    proof: { kind: 'not_asked' },
    lists: null,
    rememberedScripts: '',
    sightings: NO_SIGHTINGS,
  })
  const isSpam = kind === 'spam' || isSpamScore(score, DEFAULT_SPAM_LEVEL)
  const data = fields.filter(isData)
  return {
    kind: 'judged',
    message: {
      folder: isSpam ? 'spam' : 'inbox',
      sender: toLine(findSenderName(data)?.name ?? findReplyAddress(fields) ?? ''),
      words: toLine(findByRole(data, 'message')?.value ?? ''),
    },
  }
}

function toLine(value: unknown): string {
  const characters = Array.from(String(value).replaceAll(/\s+/g, ' ').trim())
  return characters.length > MAX_LISTED_LENGTH
    ? `${characters.slice(0, MAX_LISTED_LENGTH - 1).join('')}…`
    : characters.join('')
}
