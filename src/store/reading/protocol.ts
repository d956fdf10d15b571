import { DurabilityLost, StoreBroken, StoreUnavailable } from '../contract/errors.ts'
import type { ReadName } from './named-reads.ts'

/** Data that the thread is started with. */
export type ThreadData = {
  /** The database. */
  file: string
  /** Folder of the compile cache, if there is one. */
  compileCache: string | undefined
}

/** A read to run. */
export type Question = { id: number; name: ReadName; request: unknown }

/** The result of a read, packed (`packing.ts`), or why it failed. */
export type Outcome = { kind: 'result'; packed: unknown } | { kind: 'failed'; fault: Fault }

export type Answer = { id: number } & Outcome

/** An error in a form that keeps its class: a structured clone of an error is a plain Error. */
type Fault =
  | { kind: 'unavailable'; reason: StoreUnavailable['reason']; cause: unknown }
  | { kind: 'broken'; message: string; cause: unknown }
  | { kind: 'lost'; message: string; cause: unknown }
  | { kind: 'other'; error: unknown }

/** Converts an error of a read to a form that can be sent. */
export function toFault(error: unknown): Fault {
  if (error instanceof StoreUnavailable)
    return { kind: 'unavailable', reason: error.reason, cause: error.cause }
  if (error instanceof DurabilityLost) return { kind: 'lost', message: error.message, cause: error.cause }
  if (error instanceof StoreBroken) return { kind: 'broken', message: error.message, cause: error.cause }
  return { kind: 'other', error }
}

/** Returns the error that was sent. */
export function fromFault(fault: Fault): unknown {
  switch (fault.kind) {
    case 'unavailable':
      return new StoreUnavailable(fault.reason, fault.cause)
    case 'broken':
      return new StoreBroken(fault.cause, fault.message)
    case 'lost':
      return new DurabilityLost(fault.message, fault.cause)
    case 'other':
      return fault.error
  }
}
