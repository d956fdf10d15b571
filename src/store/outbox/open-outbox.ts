import type { Kysely } from 'kysely'
import type { EmailStore, MayBegin } from '../contract/outbox-store.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { beginAttempt, settleAttempt } from './attempts.ts'
import * as jobs from './outbox.ts'

/** The jobs, on the write queue and the reading connection of the store. */
export function openEmails(parts: {
  reads: Kysely<Schema>
  write: QueueWrite
  /** A fresh unguessable token for each batch of leases. */
  newLease(): string
  mayBegin: MayBegin
}): EmailStore {
  const { reads, write, mayBegin } = parts
  return {
    lease: (request) => write(({ db }) => jobs.leaseJobs(db, { ...request, lease: parts.newLease() })),
    releaseLeases: (holder) => write(({ db }) => jobs.releaseLeases(db, holder)),
    release: (email) => write(({ db }) => jobs.release(db, email)),
    renew: (email, until) => write(({ db }) => jobs.renewLease(db, email, until)),
    begin: (email, now) =>
      write(({ db, nextKey }) => beginAttempt(db, nextKey, { email, now, mayBegin }), { keysAt: now }),
    settle: (settlement) => write(({ db }) => settleAttempt(db, settlement)),
    nextDueAt: () => jobs.nextDueAt(reads),
    backlog: (now) => jobs.backlog(reads, now),
    readPause: () => jobs.readPause(reads),
    setPause: (pause) => write(({ db }) => jobs.writePause(db, pause)),
  }
}
