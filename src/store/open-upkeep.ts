import { setTimeout } from 'node:timers/promises'
import type { QueueWrite } from './accounts.ts'
import type { Connection } from './connection.ts'
import { deleteCreations } from './creations.ts'
import { plansInUse } from './mailboxes.ts'
import { purgeNotices } from './notices.ts'
import { deleteExpired, findExpired, longestKept } from './purge.ts'
import { deleteRememberedAnswers } from './remembered-answers.ts'
import { keyAt } from './row-keys.ts'
import type { Upkeep } from './store.ts'
import { lastLook, noteLook } from './upkeep-looks.ts'

/** So many times as long as a batch took nothing is deleted after it. */
const REST = 5
const LONGEST_REST_MS = 1000

/** What is done by the hour, on the write queue and the reading connection of the store. */
export function openUpkeep(parts: {
  connection: Connection
  write: QueueWrite
  /** Told after the index of words was left with something to tidy. */
  onTended(): void
}): Upkeep {
  const { connection, write } = parts
  const { reads } = connection
  return {
    async purgeSubmissions(request) {
      // Looked for where nobody waits: what is young, or kept longer, costs the writers nothing.
      const { expired: keys, next } = await findExpired(reads, request)
      if (keys.length === 0) return { deleted: 0, next }
      const began = performance.now()
      const deleted = await write((db) => deleteExpired(db, { ...request, keys }))
      // Deleting costs the one writer more than storing does: between two batches it is others' turn.
      await setTimeout(Math.min(REST * (performance.now() - began), LONGEST_REST_MS))
      return { deleted, next }
    },
    plansInUse: () => plansInUse(reads),
    longestKept: (now) => longestKept(reads, now),
    lastLook: () => lastLook(reads),
    noteLook: (look) => write((db) => noteLook(db, look)),
    purgeCreations: (before) => write((db) => deleteCreations(db, before)),
    purgeNotices: (before) => write((db) => purgeNotices(db, before)),
    purgeRememberedAnswers: (before) => write((db) => deleteRememberedAnswers(db, before)),
    tend: ({ now, oldestKept }) =>
      write((db) => connection.tend(db, { now, oldestKeptKey: keyAt(oldestKept) })).finally(parts.onTended),
  }
}
