import { randomBytes } from 'node:crypto'

const COUNTER_LENGTH = 7

/**
 * Names requests `req_…`: unique over restarts and nodes by a random beginning, cheap by a counter. Not a secret.
 */
export function openRequestIds(): () => string {
  const start = randomBytes(6).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `req_${start}${count.toString(36).padStart(COUNTER_LENGTH, '0')}`
  }
}
