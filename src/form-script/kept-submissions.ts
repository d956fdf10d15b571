import type { Submission } from './submission.ts'

/** A submission that is kept in the browser until it is sent. */
export type Kept = Submission & {
  /** Times are in milliseconds since 1970. */
  keptAt: number
  tries: number
  dueAt: number
  /** The endpoint asked for this much patience. */
  waitUntil: number
  /** It is never sent again: the endpoint refused it with this message, or it expired. The visitor decides about its text. */
  ended?: { message?: string; field?: string | undefined }
}

const STORE = 'kept'

export const putKept = (kept: Kept) => run('readwrite', (store) => store.put(kept, kept.key))
export const findKept = (key: string) => run<Kept | undefined>('readonly', (store) => store.get(key))
/** Returns nothing where nothing was or can be kept, such as in a sandboxed frame. */
export const listKept = () => run<Kept[]>('readonly', (store) => store.getAll()).catch(() => [])
/** Never rejects: what could not be removed is sent again with its key, which stores nothing twice. */
export const removeKept = (key: string) => run('readwrite', (store) => store.delete(key)).catch(() => {})

/** Runs work for one submission in one tab after the other. */
export function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  // Without TLS there are no locks; the Idempotency-Key still lets nothing be stored twice.
  return navigator.locks?.request(key, work) ?? work()
}

/** Runs one request. Resolves once it is on disk. Rejects where nothing can be kept. */
async function run<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open('formslot', 1)
  // Only writing creates the database, so that a page without an outbox leaves nothing behind.
  opening.onupgradeneeded = () =>
    mode === 'readonly' ? opening.transaction?.abort() : opening.result.createObjectStore(STORE)
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve
    opening.onerror = reject
  })
  try {
    const transaction = opening.result.transaction(STORE, mode, { durability: 'strict' })
    const request = act(transaction.objectStore(STORE))
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = reject
    })
    return request.result
  } finally {
    opening.result.close()
  }
}
