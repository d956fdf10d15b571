import type { ServerResponse } from 'node:http'
import { MOST_ANSWERS } from '../../domain/stream.ts'

/** How many answers each account waits for, or is still reading, at this node. */
export type AnswersUnderWay = {
  /** Counts one more until it is over; false when there are as many as there may be. */
  begin(accountKey: number, answer: ServerResponse): boolean
}

/** Whoever reads none of what was asked for makes it stand in memory: a megabyte for each page, and for each export. */
export function openAnswersUnderWay(): AnswersUnderWay {
  const accounts = new Map<number, number>()

  function end(accountKey: number): void {
    const left = (accounts.get(accountKey) ?? 0) - 1
    if (left > 0) accounts.set(accountKey, left)
    else accounts.delete(accountKey)
  }

  return {
    begin(accountKey, answer) {
      // Its reader has gone already, and its end would not be heard of.
      if (answer.destroyed) return true
      const count = accounts.get(accountKey) ?? 0
      if (count >= MOST_ANSWERS) return false
      accounts.set(accountKey, count + 1)
      answer.once('close', () => end(accountKey))
      return true
    },
  }
}
