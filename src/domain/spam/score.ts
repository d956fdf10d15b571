import { type Proof, scoreProof } from '../challenges/proof.ts'
import { type FieldRole, getFieldRole } from '../submissions/field-roles.ts'
import type { Field } from '../submissions/fields.ts'
import type { OwnerLists } from './owner-lists.ts'
import { type ReadText, readTexts } from './read-texts.ts'
import { type Scan, scan } from './scan.ts'
import { getMainScript, isUnusualScript } from './scripts.ts'
import type { Sightings } from './sightings.ts'
import type { SpamLevel } from './spam-settings.ts'
import { TOPICS, type Topic } from './vocabulary/topics.ts'
import { findVocabulary } from './vocabulary/vocabulary.ts'

/** Roles of fields for a name, a company or a phone number. */
const SHORT_ROLES: readonly (FieldRole | null)[] = ['name', 'first_name', 'last_name', 'company', 'phone']
/** Score from which on a submission is spam, by level. */
const SPAM_SCORES: Readonly<Record<SpamLevel, number>> = { off: Infinity, lenient: 8, normal: 5, strict: 3.5 }

/** Points of an entry of the owner's lists: more than all other rules together. */
const LISTED_POINTS = 100
/** Maximum points of every other rule. It is below the score of spam at each level, so that no single sign is enough. */
export const MAX_RULE_POINTS = 3
const REPEAT_POINTS = 3
/** Number of copies by one sender within a day, this one included, that makes a repeat. */
const REPEAT_AT = 3
const BURST_POINTS = 2
/** Number of copies by one sender within an hour, this one included, that makes a burst. */
const BURST_AT = 6
const MARKUP_POINTS = 3
/** Links that nothing is said against. */
const FREE_LINKS = 1
const SCRIPT_POINTS = 2
const WRONG_FIELD_POINTS = 2
const HURRY_POINTS = 2
/** Milliseconds that a person needs at least between the opening of a page and the sending of its form. */
const HURRY_MS = 2000
const GIBBERISH_POINTS = 1.5
const SAMENESS_POINTS = 2
/** Characters from which on a value is a text that nobody types twice. */
const MIN_SAME_LENGTH = 20

/** Points that the words of a request take away from those of spam. */
const MAX_REQUEST_POINTS = 3
const VOCABULARY_RULES = [...TOPICS, 'dense', 'pitch', 'odd_link', 'way_out'] as const

const MARKUP = /<a\s[^<>]{0,200}href|\[(?:url|link)[=\]]/i

/** Reason of the first tier: a rule that gave points. `honeypot` is decided before it. */
export type SpamReason =
  | 'blocked_address'
  | 'blocked_domain'
  | 'blocked_word'
  | 'repeat'
  | 'burst'
  | 'links'
  | 'markup'
  | 'challenge_missing'
  | Topic
  | 'dense'
  | 'pitch'
  | 'odd_link'
  | 'way_out'
  | 'script'
  | 'wrong_field'
  | 'hurry'
  | 'gibberish'
  | 'sameness'

/** Rules that take points away, and are no reasons. */
type Merit = 'allowed' | 'challenge_solved' | 'request'

/** A rule that applies to a submission, and its points. */
export type Finding = { rule: SpamReason | Merit; points: number }

/** Facts of a submission that the rules look at. */
export type ScoredSubmission = {
  fields: readonly Field[]
  /** Its texts, as `readTexts` returns them; read again when left out. */
  texts?: readonly ReadText[]
  /** Milliseconds that the visitor spent on the page, as the page says; null where it does not. */
  elapsedMs: number | null
  proof: Proof
  /** Lists of the owner; null where they are empty. */
  lists: OwnerLists | null
  /** Scripts of the newest real submissions of the form. */
  rememberedScripts: string
  sightings: Sightings
}

/** The result of the first tier. */
export type SpamScore = {
  /** Sum of the points of all rules. */
  score: number
  /** Reasons for it, the strongest first. */
  reasons: SpamReason[]
  /** Points that it got for earlier submissions by its sender, a part of `score`. */
  repeatPoints: number
  /** Letter of the script of the submission, see `getMainScript`. */
  script: string
}

/** Returns true for the score of spam at this level. */
export function isSpamScore(score: number, level: SpamLevel): boolean {
  return score >= SPAM_SCORES[level]
}

/** Scores a submission by the rules of the first tier. */
export function scoreSubmission(submission: ScoredSubmission): SpamScore {
  const { findings, script } = applyRules(submission)
  if (findings.length === 0) return { score: 0, reasons: [], repeatPoints: 0, script }
  const reasons = findings.flatMap(({ rule, points }) =>
    isReason(rule) && points > 0 ? [{ rule, points }] : [],
  )
  reasons.sort((one, other) => other.points - one.points)
  return {
    score: addPoints(findings),
    reasons: reasons.map(({ rule }) => rule),
    repeatPoints: addPoints(findings.filter(({ rule }) => rule === 'repeat' || rule === 'burst')),
    script,
  }
}

function addPoints(findings: readonly Finding[]): number {
  return findings.reduce((sum, { points }) => sum + points, 0)
}

function isReason(rule: Finding['rule']): rule is SpamReason {
  return rule !== 'allowed' && rule !== 'challenge_solved' && rule !== 'request'
}

/** Lists the rules that apply to a submission. A submission that the owner allows has no other finding. */
export function applyRules(submission: ScoredSubmission): { findings: Finding[]; script: string } {
  const { fields, texts = readTexts(fields), lists, sightings } = submission
  const found = scan(texts)
  const script = getMainScript(found.scripts)
  const listed = lists?.({ fields, texts })
  if (listed?.kind === 'allowed') {
    return { findings: [{ rule: 'allowed', points: -LISTED_POINTS }], script }
  }
  const findings: Finding[] = []
  const add = (rule: Finding['rule'], points: number) => {
    if (points !== 0) findings.push({ rule, points: Math.min(points, MAX_RULE_POINTS) })
  }
  if (listed?.kind === 'blocked')
    findings.push(...listed.reasons.map((rule) => ({ rule, points: LISTED_POINTS })))
  add('repeat', sightings.copies + 1 >= REPEAT_AT ? REPEAT_POINTS : 0)
  add('burst', sightings.recent + 1 >= BURST_AT ? BURST_POINTS : 0)
  add('links', Math.max(0, found.links - FREE_LINKS))
  add('markup', texts.some(({ text }) => hasMarkup(text)) ? MARKUP_POINTS : 0)
  const proofPoints = scoreProof(submission.proof)
  add(proofPoints < 0 ? 'challenge_solved' : 'challenge_missing', proofPoints)
  add('script', isUnusualScript(script, submission.rememberedScripts) ? SCRIPT_POINTS : 0)
  add('wrong_field', hasWrongField(found) ? WRONG_FIELD_POINTS : 0)
  const vocabulary = findVocabulary(texts)
  const before = findings.length
  for (const rule of VOCABULARY_RULES) add(rule, vocabulary[rule])
  if (findings.length > before) add('request', -Math.min(vocabulary.request, MAX_REQUEST_POINTS))
  add('hurry', isHurried(submission.elapsedMs) ? HURRY_POINTS : 0)
  add('gibberish', found.hasGibberish ? GIBBERISH_POINTS : 0)
  add('sameness', hasSameText(texts) ? SAMENESS_POINTS : 0)
  return { findings, script }
}

function hasMarkup(text: string): boolean {
  return (text.includes('<') || text.includes('[')) && MARKUP.test(text)
}

function isHurried(elapsedMs: number | null): boolean {
  return elapsedMs !== null && elapsedMs < HURRY_MS
}

/** Returns true for the name of a field that holds something short, and never a web address. */
function isShortField(field: string): boolean {
  return SHORT_ROLES.includes(getFieldRole(field))
}

/** Returns true for a link in a name, a company or a phone number, and for an address in a phone number. */
function hasWrongField({ linkedFields, addressFields }: Scan): boolean {
  return linkedFields.some(isShortField) || addressFields.some((field) => getFieldRole(field) === 'phone')
}

/** Returns true when two fields hold the same text. Addresses are typed twice on purpose. */
function hasSameText(texts: readonly ReadText[]): boolean {
  const long = texts.filter(({ text }) => text.length >= MIN_SAME_LENGTH)
  if (long.length < 2) return false
  const seen = new Map<string, string>()
  for (const { field, text } of long) {
    const trimmed = text.trim()
    const other = seen.get(trimmed)
    if (other !== undefined && other !== field && trimmed.length >= MIN_SAME_LENGTH && !trimmed.includes('@'))
      return true
    seen.set(trimmed, field)
  }
  return false
}
