import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Properties of an error that are logged. NOTE: PostgreSQL puts the rejected row, with email addresses, into `detail`. */
const LOGGED = [
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
 * Opens the log: one JSON line per event on standard error. The message is the name of the event in snake_case; all else
 * is fields. Never log addresses, submission content, tokens, or paths that contain tokens.
 */
export function openLog(level: string, to: DestinationStream = pino.destination(2)): Log {
  const serializers = { err: serializeError }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, to)
}

function serializeError(error: Error): object {
  const all = pino.stdSerializers.err(error)
  return Object.fromEntries(LOGGED.filter((name) => name in all).map((name) => [name, all[name]]))
}
