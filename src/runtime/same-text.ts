import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two texts of any length in constant time. */
export function isSameText(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(right))
}
