import { type Logger, pino } from 'pino'

export type Log = Logger

/**
 * The log: one JSON line an event on standard error, events with ids and never addresses, submission content,
 * tokens, or the paths of routes that carry tokens.
 */
export function openLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2))
}
