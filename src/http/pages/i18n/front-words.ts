import type { Wait } from './visitor-words.ts'

/** A deed or a promise: what it is, and a sentence about it. What stands between backticks is shown as code. */
export type Point = { name: string; text: string }

/** Every sentence of the landing page, and of the page that a new endpoint begins with, in one language. */
export type FrontWords = {
  nav: { reference: string; signIn: string; languages: string; menu: string }
  home: {
    title: string
    lead: string
    recipient: string
    create: string
    /** Beneath the button: what need not be done. */
    noSignUp: string
    otherWays: { title: string; shell: string; agent: string }
    steps: { title: string; list: readonly [Point, Point, Point] }
    promises: { title: string; list: readonly [Point, Point, Point, Point] }
    limits: string
    problem: {
      missing: string
      invalid: string
      placeholder: string
      multiple: string
      suppressed: string
      tooMany(wait: Wait): string
      notStored: string
    }
  }
  start: {
    title: string
    /** The hint is a mailbox such as `j***@a***.org`. */
    lead(hint: string): string
    formUrl: string
    snippet: string
    tryIt: Point
    claim: { title: string; list: readonly [string, string, string] }
    keep: string
    another: string
  }
}
