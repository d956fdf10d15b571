import { randomBytes } from 'node:crypto'

const COUNTER_LENGTH = 7

/** Creates a generator of ids `req_…`: a random prefix makes them unique across restarts and nodes. They are not secret. */
export function createRequestIds(): () => string {
  const start = randomBytes(6).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `req_${start}${count.toString(36).padStart(COUNTER_LENGTH, '0')}`
  }
}
