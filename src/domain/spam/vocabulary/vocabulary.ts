import type { ReadText } from '../read-texts.ts'
import { compilePhrases } from './phrases.ts'
import { PITCH_PHRASES, REQUEST_PHRASES } from './pitches.ts'
import { TOPIC_PHRASES, TOPICS, type Topic } from './topics.ts'

/** Points of what a submission says: 0 for nothing. */
type Vocabulary = Record<Topic | 'dense' | 'pitch' | 'odd_link' | 'way_out' | 'request', number>

const KINDS = [...TOPICS, 'pitch', 'request'] as const
/** Compiled for the first text: an instance without a filtered form never pays for it. */
let compiled: ReturnType<typeof compilePhrases> | null = null
/** Points of the words of one topic from which on a submission is about little else, and the points for that. */
const DENSE_POINTS = 7
const DENSE_BONUS = 2
/** Points of one topic that make an offer without a pitch: one strong phrase is not enough, others report or ask about it. */
const MIN_OFFER_POINTS = 3.5
/** Points of an offer that leads away from the form: by a link, or an address or a messenger to write to. */
const WAY_OUT_POINTS = 2
/** Points below which a pitch, or a topic, is not mentioned; more for a topic without a pitch: people write about a casino, too. */
const MIN_PITCH_POINTS = 2
const MIN_POINTS = 1.5
const MIN_POINTS_ALONE = 2.5

/**
 * Endings of domains that cost next to nothing for a year, and that spam uses more than anybody else does, by their points.
 * Companies and people use the later ones, too.
 */
const LINK_ENDINGS: ReadonlyMap<string, number> = new Map([
  ...toEntries(
    2.5,
    'top xyz click icu buzz bet casino loan cam cfd sbs cyou bond monster quest rest tk ml ga cf gq bid win party stream ' +
      'download review trade racing date cricket science work vip fun lol hair makeup skin beauty autos mom boats yachts',
  ),
  ...toEntries(2, 'site online shop store biz club space website link pw best ws su uno'),
  ...toEntries(1, 'info pro live life world cc'),
])

/** Longest ending in `LINK_ENDINGS`, and the longest host that is looked back over. */
const MAX_ENDING_LENGTH = Math.max(...Array.from(LINK_ENDINGS.keys(), (ending) => ending.length))
const MAX_HOST_LENGTH = 253
const WAY_OUT =
  /https?:\/\/|\bwww\.|[a-z0-9]@[a-z0-9-]+\.|(?:^|\s)@[a-z]\w{3}|\bt\.me\/|telegram|whats ?app|телеграм|ватсап|微信|واتساب/i
const DOT = 46
const SLASH = 47

/** Finds the words of ordinary spam in the texts of a submission, and links to domains that spam uses. */
export function findVocabulary(texts: readonly ReadText[]): Vocabulary {
  const found: Vocabulary = {
    pills: 0,
    gambling: 0,
    promotion: 0,
    money: 0,
    scam: 0,
    dating: 0,
    fakes: 0,
    dense: 0,
    pitch: 0,
    request: 0,
    odd_link: 0,
    way_out: 0,
  }
  compiled ??= compilePhrases([
    ...TOPICS.map((topic) => TOPIC_PHRASES[topic]),
    PITCH_PHRASES,
    REQUEST_PHRASES,
  ])
  for (const { kind, points } of compiled(texts.map(({ text }) => text))) {
    const name = KINDS[kind]
    if (name !== undefined) found[name] += points
  }
  // A weak pitch is no sign by itself, but one beside a link is an offer.
  const isOffer = found.pitch > 0 || TOPICS.some((topic) => found[topic] >= MIN_OFFER_POINTS)
  for (const { text } of texts) found.odd_link = Math.max(found.odd_link, findOddLink(text))
  found.dense = TOPICS.some((topic) => found[topic] >= DENSE_POINTS) ? DENSE_BONUS : 0
  if (found.pitch < MIN_PITCH_POINTS) found.pitch = 0
  // Customers send links, too: to their work, and to what they ask about or report.
  const hasWayOut = isOffer && found.request === 0 && texts.some(({ text }) => leadsAway(text))
  const min = found.pitch > 0 || found.odd_link > 0 || hasWayOut ? MIN_POINTS : MIN_POINTS_ALONE
  for (const topic of TOPICS) if (found[topic] < min) found[topic] = 0
  if (hasWayOut && TOPICS.some((topic) => found[topic] > 0)) found.way_out = WAY_OUT_POINTS
  return found
}

/** Returns true for a text with more than one word that contains a link, an address or the name of a messenger. */
function leadsAway(text: string): boolean {
  return text.trim().includes(' ') && WAY_OUT.test(text)
}

/** Returns the points of the oddest ending of a link or an email address in a text. */
function findOddLink(text: string): number {
  let points = 0
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
    const end = findLettersEnd(text, dot + 1)
    const known = LINK_ENDINGS.get(text.slice(dot + 1, end).toLowerCase()) ?? 0
    if (known > points && isHostEnd(text, end) && isLinked(text, dot, end)) points = known
  }
  return points
}

function findLettersEnd(text: string, from: number): number {
  let at = from
  while (at - from <= MAX_ENDING_LENGTH && isLetter(text.charCodeAt(at))) at += 1
  return at
}

/** Returns true where no further label follows. Text without spaces may stand behind a host. */
function isHostEnd(text: string, end: number): boolean {
  const unit = text.charCodeAt(end)
  if (unit === DOT) return !isHost(text.charCodeAt(end + 1))
  return unit >= 128 || !isHost(unit)
}

/** Returns true for the ending of a host after `://`, `www.` or `@`, or before a slash: other dots end sentences. */
function isLinked(text: string, dot: number, end: number): boolean {
  let at = dot - 1
  while (at >= 0 && dot - at < MAX_HOST_LENGTH && isHostOrDot(text.charCodeAt(at))) at -= 1
  if (dot - at < 2) return false
  const before = text[at]
  const host = text.slice(at + 1, at + 5).toLowerCase()
  return before === '@' || before === '/' || host === 'www.' || text.charCodeAt(end) === SLASH
}

function isLetter(unit: number): boolean {
  return (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)
}

function isHost(unit: number): boolean {
  return isLetter(unit) || (unit >= 48 && unit <= 57) || unit === 45 || unit >= 128
}

function isHostOrDot(unit: number): boolean {
  return unit === DOT || isHost(unit)
}

function toEntries(points: number, endings: string): [ending: string, points: number][] {
  return endings.split(' ').map((ending) => [ending, points])
}
