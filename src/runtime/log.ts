import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** What a fault is told by. NOTE: PostgreSQL adds the row that it could not save, mailbox and all, as `detail`. */
const TOLD = [
  'type',
  'message',
  'stack',
  'code',
  'errcode',
  'errno',
  'syscall',
  'severity',
  'constraint',
] as const

/**
 * The log: one JSON line an event on standard error, events with ids and never addresses, submission content,
 * tokens, or the paths of routes that carry tokens.
 */
export function openLog(level: string, to: DestinationStream = pino.destination(2)): Log {
  const serializers = { err: told }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, to)
}

function told(error: Error): object {
  const all = pino.stdSerializers.err(error)
  return Object.fromEntries(TOLD.filter((name) => name in all).map((name) => [name, all[name]]))
}
