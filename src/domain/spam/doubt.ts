import { NOT_ASKED } from '../challenges/proof.ts'
import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { Field } from '../submissions/fields.ts'
import { DAY } from '../time.ts'
import { compileOwnerLists } from './owner-lists.ts'
import { isSpamScore, scoreSubmission } from './score.ts'
import { NO_SIGHTINGS } from './sightings.ts'
import { getSpamClass } from './spam-class.ts'

/** Age up to which a submission is reviewed. */
export const MAX_REVIEW_AGE_MS = 14 * DAY
/** A real submission is doubtful from half of the points on that would make it spam. */
const DOUBT_FACTOR = 2
/** Classes of spam that leave no doubt: what only bots do, the owner's own lists, and malware. */
const CERTAIN_CLASSES = ['honeypot', 'blocked_address', 'blocked_domain', 'blocked_word', 'malware']

/** A submission that its owner has not moved yet. */
type UnmovedSubmission = {
  fields: readonly Field[]
  /** Reasons of the verdict; null for a real submission. */
  spamReasons: readonly string[] | null
}

/**
 * Returns the reasons that speak for spam where the owner should say whether it is, the strongest first; null where there is
 * little doubt. Facts that the first tier knew only on arrival do not count: copies, the time on the page, and the proof of
 * work.
 */
export function findDoubts(
  { settings, recentScripts }: Pick<EndpointFacts, 'settings' | 'recentScripts'>,
  { fields, spamReasons }: UnmovedSubmission,
): readonly string[] | null {
  if (spamReasons !== null) return CERTAIN_CLASSES.includes(getSpamClass(spamReasons)) ? null : spamReasons
  const { score, reasons } = scoreSubmission({
    fields,
    elapsedMs: null,
    proof: NOT_ASKED,
    lists: compileOwnerLists(settings.spam),
    rememberedScripts: recentScripts,
    sightings: NO_SIGHTINGS,
  })
  return isSpamScore(score * DOUBT_FACTOR, settings.spam.level) ? reasons : null
}
