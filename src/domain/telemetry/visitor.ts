import { DAY } from '../time.ts'

/**
 * Length of the bitmap of a day, in which each visitor sets one bit: 2 KiB for an endpoint and day, whatever strangers
 * send.
 */
export const VISITOR_BITS = 16_384
/** Maximum number of visitors counted for an endpoint and day: beyond it, too few bits are left for an estimate. */
export const MAX_DAILY_VISITORS = 100_000
/** Maximum number of visitors that one client address can be within a day, whatever user agents it invents. */
export const MAX_VISITORS_PER_ADDRESS = 64

/** A browser that sent events. Neither its address, as limits count it, nor its user agent is stored. */
export type Visitor = { address: string; userAgent: string }

/** Number of unique visitors of a day, counted from 1970. */
export type VisitorCount = { day: number; count: number }

/** The form that all browsers share; clients of servers that call themselves Mozilla leave out the platform. */
const BROWSER = /^(?:Mozilla\/5\.0 \(|Opera\/)/
/** Programs that browse and say so; a Cubot is a phone. */
const CRAWLER = /(?<!cu)bot|crawl|spider|headless/i

/** Returns true for the user agent of a browser that a person may use. */
export function isBrowser(userAgent: string): boolean {
  return BROWSER.test(userAgent) && !CRAWLER.test(userAgent)
}

/** Returns the day in UTC, counted from 1970, that an instant falls into. */
export function toDay(time: Date): number {
  return Math.floor(time.getTime() / DAY)
}

/** Returns the first instant of a day counted from 1970. */
export function startOfDay(day: number): Date {
  return new Date(day * DAY)
}

/** Creates the bitmap of a day without visitors. */
export function createBitmap(): Uint8Array {
  return new Uint8Array(VISITOR_BITS / 8)
}

/** Sets the bit of a visitor. Returns false when it was set before. */
export function addVisitor(bitmap: Uint8Array, bit: number): boolean {
  const index = bit >> 3
  const byte = bitmap[index] ?? 0
  const mask = 1 << (bit & 7)
  if ((byte & mask) !== 0) return false
  bitmap[index] = byte | mask
  return true
}

/**
 * Estimates how many visitors set the bits of a bitmap, since some set the same one (linear counting: Whang et al. 1990).
 * The standard error is below 1.1 % up to 50,000 visitors, and below 3 % at the maximum.
 */
export function estimateVisitors(bitmap: Uint8Array): number {
  let free = VISITOR_BITS
  for (const byte of bitmap) {
    for (let bits = byte; bits !== 0; bits &= bits - 1) free -= 1
  }
  if (free === 0) return MAX_DAILY_VISITORS
  return Math.min(MAX_DAILY_VISITORS, Math.round(VISITOR_BITS * Math.log(VISITOR_BITS / free)))
}
