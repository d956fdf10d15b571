import type { Fixture } from './support/fixture.ts'

/** `short`: seconds, in `npm test` and `npm run test:full`. `long`: minutes, in `npm run test:faults`. */
export type Length = 'short' | 'long'

export type DatabaseKind = 'sqlite' | 'postgres'

/** A fault while visitors and the mail server are active; one file each in `scenarios/`. */
export type Scenario = {
  /** Name on the command line. */
  name: string
  /** The fault and the promise that must hold, as a sentence. */
  title: string
  databases: readonly DatabaseKind[]
  /** Databases of the short form; none when the scenario cannot be short. */
  short: readonly DatabaseKind[]
  /** Reason why it cannot run on this machine; null when it can. */
  missing?(): string | null
  /**
   * Runs it. Afterwards all work is finished and the final checker compares the ledgers with the database.
   *
   * @returns what was done, in a few words for the table of figures: "50 kills"
   */
  play(fixture: Fixture): Promise<string>
  /** Goes on after the final check, with what deletes. Throws when a promise was broken. */
  end?(fixture: Fixture): Promise<void>
}
