import type { Kysely } from 'kysely'
import { beginAttempt, settleAttempt } from './attempts.ts'
import { applyChanges } from './changes.ts'
import type { Connection, StoreBroken } from './connection.ts'
import { applyCreation, deleteCreations, findCreations } from './creations.ts'
import { loadEndpoints } from './endpoints.ts'
import { openGroupCommit } from './group-commit.ts'
import * as jobs from './jobs.ts'
import { deleteSuppression, recordSuppression } from './mailboxes.ts'
import { migrate } from './migrate.ts'
import type { Passing } from './points.ts'
import { deleteRememberedAnswers } from './remembered-answers.ts'
import type { Schema } from './schema.ts'
import { openSequences, type Sequences, touchSequences } from './sequences.ts'
import type { ChangeRequest, CreateRequest, Once, OnceKey, Store } from './store.ts'
import { purgeSubmissions } from './submissions.ts'

/** What waits in the queue of the one writer. */
type Work =
  | { kind: 'change'; request: ChangeRequest<unknown> }
  | { kind: 'create'; request: CreateRequest<unknown> }
  | { kind: 'other'; run(db: Kysely<Schema>, sequences: Sequences): Promise<unknown> }

/**
 * Opens the store on a connection: migrates, then stands the one write queue before it.
 *
 * @param options.newLease a fresh unguessable token for each batch of leases
 * @param options.onBroken told once when the disk failed; the process must end
 */
export async function openStore(options: {
  connection: Connection
  now: Date
  minFreeBytes: number
  newLease(): string
  onBroken(error: StoreBroken): void
  /** Told after a commit that may have made letters due. */
  onLettersDue(): void
  passing: Passing
}): Promise<Store> {
  const { connection, passing } = options
  const { reads } = connection
  await migrate(connection, options.now)
  const writer = openGroupCommit<Work>({ commit, onBroken: options.onBroken })
  const onceKeysInFlight = new Set<string>()

  async function commit(batch: readonly Work[]): Promise<unknown[]> {
    passing('before begin')
    const results = await connection.transaction(async (db) => {
      const sequences = await openSequences(db)
      const changes = batch.flatMap((work) => (work.kind === 'change' ? [work.request] : []))
      const changed = (await applyChanges(db, sequences, changes, passing)).values()
      const results: unknown[] = []
      for (const work of batch) {
        switch (work.kind) {
          case 'change':
            results.push(changed.next().value)
            break
          case 'create':
            results.push(await applyCreation(db, sequences, work.request))
            break
          case 'other':
            results.push(await work.run(db, sequences))
            break
        }
      }
      await sequences.save()
      passing('before commit')
      return results
    })
    passing('after commit')
    if (batch.some((work) => work.kind === 'change')) options.onLettersDue()
    return results
  }

  /** Writes once per Idempotency-Key: a second request is turned away until the first has been answered. */
  async function writeOnce<Answer>(once: OnceKey | null, work: Work): Promise<Once<Answer>> {
    if (!once) return (await writer.write(work)) as Once<Answer>
    if (onceKeysInFlight.has(once.key)) return { kind: 'in_progress' }
    onceKeysInFlight.add(once.key)
    try {
      return (await writer.write(work)) as Once<Answer>
    } finally {
      onceKeysInFlight.delete(once.key)
    }
  }

  async function write<T>(run: (db: Kysely<Schema>, sequences: Sequences) => Promise<T>): Promise<T> {
    return (await writer.write({ kind: 'other', run })) as T
  }

  return {
    change: (request) => writeOnce(request.once, { kind: 'change', request }),
    create: (request) => writeOnce(request.once, { kind: 'create', request }),
    async findEndpoint(id) {
      const found = (await loadEndpoints(reads, [id])).get(id)
      return found ? { endpoint: found.endpoint, plan: found.plan, consented: found.consented } : null
    },
    findCreations: (request) => findCreations(reads, request),
    suppress: (mailboxKey, now) =>
      write((db) => recordSuppression(db, { mailboxKey, reason: 'operator', now })),
    liftSuppression: (mailboxKey) => write((db) => deleteSuppression(db, mailboxKey)),
    letters: {
      lease: (request) => write((db) => jobs.leaseJobs(db, { ...request, lease: options.newLease() })),
      releaseLeasesOf: (holder) => write((db) => jobs.releaseLeasesOf(db, holder)),
      renew: (letter, until) => write((db) => jobs.renewLease(db, letter, until)),
      begin: (letter, now, decide) =>
        write((db, sequences) => beginAttempt(db, sequences, { letter, now, decide })),
      settle: (settlement) => write((db) => settleAttempt(db, settlement)),
      nextDueAt: () => jobs.nextDueAt(reads),
      backlog: (now) => jobs.backlog(reads, now),
      readPause: () => jobs.readPause(reads),
      setPause: (pause) => write((db) => jobs.writePause(db, pause)),
    },
    upkeep: {
      purgeSubmissions: (request) => write((db) => purgeSubmissions(db, request)),
      purgeCreations: (before) => write((db) => deleteCreations(db, before)),
      purgeRememberedAnswers: (before) => write((db) => deleteRememberedAnswers(db, before)),
      reclaim: () => write((db) => connection.reclaim(db)),
    },
    hasRoom: () => connection.freeBytes() >= options.minFreeBytes,
    probe: () => write(touchSequences),
    async close() {
      await writer.close()
      await connection.close()
    },
  }
}
