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
      address,
    }: {
      keys: readonly number[]
      address: string
    }): Promise<Pick<erasure.SenderSearch, 'found' | 'encrypted'>> {
      const found: erasure.FoundSubmission[] = []
      let encrypted = 0
      for (let at = 0; at < keys.length; ) {
        await yieldToEventLoop()
        const page = await reader.read('searchSender', {
          keys: keys.slice(at, at + MAX_KEYS_PER_READ),
          address,
        })
        found.push(...page.found)
        encrypted += page.encrypted
        at += page.searched
      }
      return { found, encrypted }
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
