import type { Field } from '../../src/domain/submissions/fields.ts'
import { seededRandom } from '../../test/support/fixtures/seeded-random.ts'

/** Number of different words; the second most frequent is half as frequent as the first, and so on. */
const VOCABULARY = 50_000
const WORDS_IN_A_MESSAGE = 30
const SYLLABLES = [
  'ba',
  'de',
  'ki',
  'lo',
  'mu',
  'ra',
  'se',
  'ti',
  'vo',
  'na',
  'pe',
  'shi',
  'ter',
  'lan',
  'gor',
  'mel',
]

/** Creates a function that fills in contact forms with words distributed as in a natural language. */
export function createTextFields(seed: number): (n: number) => Field[] {
  const random = seededRandom(seed)
  const harmonic: number[] = []
  for (let rank = 1; rank <= VOCABULARY; rank++) harmonic.push((harmonic.at(-1) ?? 0) + 1 / (rank + 1))
  const all = harmonic.at(-1) ?? 1
  const next = () => toWord(findRank(harmonic, random() * all))
  return (n) => [
    { name: 'name', value: `${next()} ${next()} the ${n}th` },
    { name: 'email', value: `sender${n}@${next()}.org` },
    { name: 'company', value: 'Analytical Engines' },
    { name: 'message', value: `Hello, ${Array.from({ length: WORDS_IN_A_MESSAGE }, next).join(' ')}.` },
  ]
}

/** Returns the word of a rank (0: most frequent): the rank written in syllables. */
export function toWord(rank: number): string {
  let word = ''
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length]
  }
  return word
}

function findRank(harmonic: readonly number[], at: number): number {
  let [low, high] = [0, harmonic.length - 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((harmonic[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}
