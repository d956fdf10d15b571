import type { Kysely } from 'kysely'
import type { QueueWrite } from '../accounts/accounts.ts'
import type { LetterStore, MayBegin } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
import { beginAttempt, settleAttempt } from './attempts.ts'
import * as jobs from './outbox.ts'

/** The jobs, on the write queue and the reading connection of the store. */
export function openLetters(parts: {
  reads: Kysely<Schema>
  write: QueueWrite
  /** A fresh unguessable token for each batch of leases. */
  newLease(): string
  mayBegin: MayBegin
}): LetterStore {
  const { reads, write, mayBegin } = parts
  return {
    lease: (request) => write((db) => jobs.leaseJobs(db, { ...request, lease: parts.newLease() })),
    releaseLeasesOf: (holder) => write((db) => jobs.releaseLeasesOf(db, holder)),
    release: (letter) => write((db) => jobs.release(db, letter)),
    renew: (letter, until) => write((db) => jobs.renewLease(db, letter, until)),
    begin: (letter, now) =>
      write((db, nextKey) => beginAttempt(db, nextKey, { letter, now, mayBegin }), { keysAt: now }),
    settle: (settlement) => write((db) => settleAttempt(db, settlement)),
    nextDueAt: () => jobs.nextDueAt(reads),
    backlog: (now) => jobs.backlog(reads, now),
    readPause: () => jobs.readPause(reads),
    setPause: (pause) => write((db) => jobs.writePause(db, pause)),
  }
}
