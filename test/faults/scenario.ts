import type { Fixture } from './support/fixture.ts'

/** `short`: seconds, in `npm test`. `long`: as long as it takes, in `npm run test:faults`. */
export type Length = 'short' | 'long'

export type DatabaseKind = 'sqlite' | 'postgres'

/** A story of something that fails while visitors come and emails go. One file each in `scenarios/`. */
export type Scenario = {
  /** As it is called on the command line. */
  name: string
  /** The fault and what must hold, as a sentence. */
  title: string
  databases: readonly DatabaseKind[]
  /** The databases of the short form; none where a story cannot be made short. */
  short: readonly DatabaseKind[]
  /** The reason why it cannot run on this machine; null when it can. */
  missing?(): string | null
  /**
   * Runs it. Afterwards all work is finished and the final checker compares the ledgers with the database.
   *
   * @returns what was done, in a few words for the table of figures: "50 kills"
   */
  play(fixture: Fixture): Promise<string>
}
