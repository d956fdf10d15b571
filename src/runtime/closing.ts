/** Closes what was opened, in reverse order, the first time that `close` is called; `closed` resolves when all of it is. */
export function createClosing(opened: AsyncDisposableStack): {
  closed: Promise<void>
  close(): Promise<void>
} {
  const closed = Promise.withResolvers<void>()
  let closing = false
  const close = () => {
    if (!closing) opened.disposeAsync().then(closed.resolve, closed.reject)
    closing = true
    return closed.promise
  }
  return { closed: closed.promise, close }
}
