/**
 * Makes a read that is shared by all who ask while it is in progress, and waited for at most `maxWaitMs`. A source that
 * hangs therefore has one read waiting, however often it is asked.
 *
 * @returns null when the read takes longer
 */
export function shareRead<T>(read: () => Promise<T>, maxWaitMs: number): () => Promise<T | null> {
  let reading: Promise<T> | null = null
  return () => {
    reading ??= read().finally(() => {
      reading = null
    })
    return waitAtMost(reading, maxWaitMs)
  }
}

function waitAtMost<T>(reading: Promise<T>, maxWaitMs: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const waiting = setTimeout(() => resolve(null), maxWaitMs)
    reading.then(resolve, reject).finally(() => clearTimeout(waiting))
  })
}
