import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createAccountConcurrencyLimit } from '../accounts/concurrency-limit.ts'
import { bindReads } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import type { Reader } from '../reading/reader.ts'
import * as erasure from './erasure.ts'

/** Maximum number of submissions deleted by one transaction: few enough that a new one hardly waits. */
const MAX_SUBMISSIONS_PER_TRANSACTION = 250

/** Maximum number of submissions that one read searches. */
const MAX_KEYS_PER_READ = 100

/** Finds and deletes what a person sent by their address. */
export type ErasureStore = ReturnType<typeof createErasureStore>

export function createErasureStore(parts: {
  reads: Kysely<Schema>
  reader: Reader
  write: QueueWrite
  /** Called after each commit that changed submissions of the account. */
  onChanged(accountKey: number): void
}) {
  const { reads, reader, write } = parts
  return {
    ...bindReads(reads, {
      loadForms: erasure.loadForms,
      countFiles: erasure.countFiles,
      listKeysAfter: erasure.listKeysAfter,
    }),
    /** Runs the erasures of an account one after another. */
    inTurn: createAccountConcurrencyLimit(1),
    /** Finds those of these submissions that contain the address. */
    async search({
      keys,
      ...sought
    }: {
      keys: readonly number[]
      address: string
      everywhere: boolean
    }): Promise<Omit<erasure.SenderSearch, 'searched'>> {
      const found: erasure.FoundSubmission[] = []
      let elsewhere = 0
      let encrypted = 0
      for (let at = 0; at < keys.length; ) {
        await yieldToEventLoop()
        const page = await reader.read('searchSender', {
          keys: keys.slice(at, at + MAX_KEYS_PER_READ),
          ...sought,
        })
        found.push(...page.found)
        elsewhere += page.elsewhere
        encrypted += page.encrypted
        at += page.searched
      }
      return { found, elsewhere, encrypted }
    },
    /** Deletes these submissions, and records it, in batches. Returns those that it deleted. */
    async delete(
      request: erasure.ErasedBy & {
        keys: readonly number[]
        /** Null: of any account. */
        accountKey: number | null
      },
    ): Promise<erasure.ErasedSubmission[]> {
      const erased: erasure.ErasedSubmission[] = []
      for (let at = 0; at < request.keys.length; at += MAX_SUBMISSIONS_PER_TRANSACTION) {
        const keys = request.keys.slice(at, at + MAX_SUBMISSIONS_PER_TRANSACTION)
        // An entry in the log of each account, and one in that of the operator.
        const reserved = { keysAt: request.now, maxKeys: keys.length + 1 }
        const batch = await write(
          (context) => erasure.eraseSubmissions(context, { ...request, keys }),
          reserved,
        )
        for (const row of batch) erased.push(row)
      }
      for (const key of new Set(erased.map(({ accountKey }) => accountKey))) {
        if (key !== null) parts.onChanged(key)
      }
      return erased
    },
  }
}
