import type { Submission } from './submission.ts'

/** A submission that is kept in the browser until it is sent. */
export type Kept = Submission & {
  /** Times are in milliseconds since 1970. */
  keptAt: number
  tries: number
  dueAt: number
  /** The endpoint asked for this much patience. */
  notBefore: number
  /** It is never sent again: the endpoint refused it with this message, or it expired. The visitor decides about its text. */
  ended?: { message?: string; field?: string | undefined }
}

const STORE = 'kept'

export const putKept = (kept: Kept) => run('readwrite', (store) => store.put(kept))
export const findKept = (key: string) => run<Kept>('readonly', (store) => store.get(key))
/** Returns nothing where nothing can be kept, such as in a sandboxed frame. */
export const listKept = () =>
  run<Kept[]>('readonly', (store) => store.getAll()).then(
    (all) => all ?? [],
    () => [],
  )
/** Never rejects: what could not be removed is sent again with its key, which stores nothing twice. */
export const removeKept = (key: string) => run('readwrite', (store) => store.delete(key)).catch(() => {})

/** Runs work for one submission in one tab after the other. */
export async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  // Without TLS there are no locks; the Idempotency-Key still lets nothing be stored twice.
  return navigator.locks ? navigator.locks.request(`formslot ${key}`, work) : work()
}

/** Runs one request. Resolves once it is on disk; undefined where nothing was ever kept. Rejects where nothing can be kept. */
async function run<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined>
async function run(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open(mode)
  if (!database) return undefined
  try {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const request = act(transaction.objectStore(STORE))
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = reject
    })
    return request.result
  } finally {
    database.close()
  }
}

/** Opens the database. Only writing creates it, so that a page without an outbox leaves nothing behind. */
function open(mode: IDBTransactionMode): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('formslot', 1)
    let isMissing = false
    request.onupgradeneeded = () => {
      isMissing = mode === 'readonly'
      if (isMissing) request.transaction?.abort()
      else request.result.createObjectStore(STORE, { keyPath: 'key' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => (isMissing ? resolve(null) : reject(request.error))
  })
}
