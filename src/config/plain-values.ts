import type { Parsed } from './reading.ts'

/** Creates a parser of whole numbers, both bounds included. */
export function wholeNumber(bounds: { from: number; to: number }): (text: string) => Parsed<number> {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= bounds.from && number <= bounds.to) return { kind: 'ok', value: number }
    return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
  }
}

/** Creates a parser of a closed list of words. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Parsed<Word> {
  return (text) => {
    const word = words.find((known) => known === text)
    return word ? { kind: 'ok', value: word } : { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
  }
}
