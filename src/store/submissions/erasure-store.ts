import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { bindReads } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import * as erasure from './erasure.ts'

/** Maximum number of submissions deleted by one transaction: few enough that a new one hardly waits. */
const MAX_SUBMISSIONS_PER_TRANSACTION = 250

/** Finds and deletes what a person sent by their address. */
export type ErasureStore = ReturnType<typeof createErasureStore>

export function createErasureStore(parts: {
  reads: Kysely<Schema>
  write: QueueWrite
  /** Called after each commit that changed submissions of the account. */
  onChanged(accountKey: number): void
}) {
  const { reads, write } = parts
  return {
    ...bindReads(reads, { loadForms: erasure.loadForms, countFiles: erasure.countFiles }),
    /** Reads the next submissions of all endpoints after this key, in the order of their keys. */
    async readAfter(request: { after: number; address: string }): Promise<erasure.SearchedForSender[]> {
      await yieldToEventLoop()
      return erasure.readAfter(reads, request)
    },
    /** Reads the submissions with these keys. */
    async readByKeys(request: {
      keys: readonly number[]
      address: string
    }): Promise<erasure.SearchedForSender[]> {
      await yieldToEventLoop()
      return erasure.readByKeys(reads, request)
    },
    record: (request: Parameters<typeof erasure.recordErasure>[1]) =>
      write((context) => erasure.recordErasure(context, request), {
        keysAt: request.now,
        maxKeys: request.accounts.length + 1,
      }),
    /** Deletes these submissions, in batches. Returns the number of those that it deleted. */
    async delete({
      keys,
      accountKey,
      accounts,
    }: {
      keys: readonly number[]
      /** Null: of any account. */
      accountKey: number | null
      /** Accounts that are told of it. */
      accounts: readonly number[]
    }): Promise<number> {
      let count = 0
      for (let at = 0; at < keys.length; at += MAX_SUBMISSIONS_PER_TRANSACTION) {
        const batch = keys.slice(at, at + MAX_SUBMISSIONS_PER_TRANSACTION)
        count += (await write((context) => erasure.eraseSubmissions(context, { keys: batch, accountKey })))
          .length
      }
      for (const key of accounts) parts.onChanged(key)
      return count
    },
  }
}
