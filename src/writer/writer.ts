import type { Terms } from '../actions/context.ts'
import type { Deeds } from '../actions/deeds.ts'
import type { Database } from '../config/database.ts'
import type { StoreBroken } from '../store/connection.ts'
import type { LetterStore } from '../store/store.ts'

/** The store and the actions on it, wherever they run: here, or in a thread of their own. */
export type Writer = {
  deeds: Deeds
  letters: LetterStore
  /** Finishes what is under way and closes the database. */
  close(): Promise<void>
}

export type WriterOptions = {
  database: Database
  secret: Uint8Array
  terms: Terms
  minFreeBytes: number
  now: Date
}

export type WriterEvents = {
  /** Told once when the disk failed, or whatever wrote to it: the process must end. */
  onBroken(error: StoreBroken): void
  /** Told after a commit that may have made letters due. */
  onLettersDue(): void
}
