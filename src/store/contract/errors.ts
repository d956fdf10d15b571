/**
 * The store cannot do what was asked; the request may be repeated.
 * `busy`: the write lock was not to be had in time. `full`: no space is left. `closed`: the service is stopping.
 * `away`: the database server is not reached, or was lost while it worked: whether the write took place is unknown.
 */
export class StoreUnavailable extends Error {
  readonly reason: 'busy' | 'full' | 'closed' | 'away'
  constructor(reason: StoreUnavailable['reason'], cause?: unknown) {
    super(`the store is unavailable: ${reason}`, { cause })
    this.reason = reason
  }
}

/**
 * The disk failed under a write. What reached it is unknown, and a second flush may claim success for pages the
 * system has dropped, so nothing may be acknowledged any more: the process ends and must be restarted.
 */
export class StoreBroken extends Error {
  constructor(cause: unknown) {
    super('the database could not be written: the disk failed under it', { cause })
  }
}
