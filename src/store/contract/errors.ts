/**
 * Error when the store is unavailable; the request may be repeated.
 * `busy`: a lock timed out. `overloaded`: too many writes wait, or none is stored any more. `full`: no space is left.
 * `closed`: the service is stopping. `away`: the database server is unreachable, or the connection was lost during the
 * write, whose outcome is then unknown.
 */
export class StoreUnavailable extends Error {
  readonly reason: 'busy' | 'overloaded' | 'full' | 'closed' | 'away'
  constructor(reason: StoreUnavailable['reason'], cause?: unknown) {
    super(`the store is unavailable: ${reason}`, { cause })
    this.reason = reason
  }
}

/**
 * Error when the disk failed during a write. Nothing may be acknowledged any more, because a second flush may report
 * success for pages that the system has dropped: the process ends and must be restarted.
 */
export class StoreBroken extends Error {
  constructor(cause: unknown, message = 'the database could not be written: the disk failed') {
    super(message, { cause })
  }
}

/**
 * Error when the database no longer keeps its commits although no write failed: its file was lost, or its server was
 * configured not to flush. The message says what happened.
 */
export class DurabilityLost extends StoreBroken {
  constructor(message: string, cause?: unknown) {
    super(cause, message)
  }
}

/**
 * Error when the bytes of files cannot be written or read; the request may be repeated. The reason, in words, is for the log
 * and the operator. Submissions without files go on.
 */
export class FilesUnavailable extends Error {
  readonly reason: string
  constructor(reason: string, cause?: unknown) {
    super(`files are unavailable: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Returns what is read; null while the store cannot be read, which the next write or request notices. */
export async function readIfAvailable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof StoreBroken) return null
    throw error
  }
}
