import { SECOND } from '../../domain/time.ts'

/** Time for one request to an engine, waiting for a free connection included. */
export const ENGINE_TIMEOUT_MS = 5 * SECOND
/** Requests to one engine at the same time; further ones wait. spamd has 5 processes unless told otherwise. */
export const MAX_CONCURRENT_REQUESTS = 4
/** Maximum size of a response; one of rspamd with all its modules has some 10 KiB. */
export const MAX_RESPONSE_BYTES = 256 * 1024
/** Points for a score of just the engine's own threshold, and the limit in either direction. */
const POINTS_AT_THRESHOLD = 5
/** Rules that are shown to the owner: the heaviest. */
const MAX_RULES = 5
/** Names of rules as both engines write them; nothing else gets into a reason. */
const RULE_NAME = /^[A-Z][A-Z0-9_]{0,63}$/i

export type EngineName = 'rspamd' | 'spamassassin'

export type Lesson = 'ham' | 'spam'

/** The judgement of one engine about one message, in its own points. */
export type EngineVerdict = {
  score: number
  /** The score from which the engine calls a message spam; above 0. */
  required: number
  rules: readonly { name: string; score: number }[]
}

/** Client of one engine. Its requests throw `EngineFailure`, or the error of the connection. */
export type Engine = {
  name: EngineName
  /** @param message an RFC 5322 message */
  judge(message: Buffer, signal: AbortSignal): Promise<EngineVerdict>
  /** null: it is not taught. */
  learn: ((message: Buffer, request: { lesson: Lesson; signal: AbortSignal }) => Promise<void>) | null
}

/**
 * Reason why a request to an engine got no answer. `timeout`: none in time. `unreachable`: no connection. `cut_off`: the
 * connection ended before the answer did. `unreadable`: not an answer of this protocol, or a longer one than we read.
 * `refused`: the engine refuses the request, such as for a wrong password.
 */
export type FailureCause = 'timeout' | 'unreachable' | 'cut_off' | 'unreadable' | 'refused'

/** Errors before there is a connection. */
const UNREACHABLE =
  /^(?:ECONNREFUSED|ENOENT|EACCES|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ETIMEDOUT|ERR_SSL_|ERR_TLS_|[A-Z_]*CERT|UNABLE_TO_)/
/** Errors of the HTTP parser. */
const UNREADABLE = /^HPE_/

/** A request that an engine did not answer. `message`: one line for the operator, without any text of a submission. */
export class EngineFailure extends Error {
  readonly reason: FailureCause

  constructor(reason: FailureCause, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Returns why a request failed, from what it threw; null for a fault of ours. */
export function toFailure(error: unknown): EngineFailure | null {
  if (error instanceof EngineFailure) return error
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = String(error.code)
  if (UNREACHABLE.test(code)) return new EngineFailure('unreachable', code)
  return new EngineFailure(UNREADABLE.test(code) ? 'unreadable' : 'cut_off', code)
}

/** Converts the score of an engine to points of ours, at most 5 in either direction: what a filter calls spam is spam at the level `normal`. */
export function toPoints({ score, required }: Pick<EngineVerdict, 'score' | 'required'>): number {
  const points = (POINTS_AT_THRESHOLD * score) / required
  const capped = Math.max(-POINTS_AT_THRESHOLD, Math.min(POINTS_AT_THRESHOLD, points))
  return Math.round(capped * 100) / 100
}

/**
 * Returns the heaviest rules that speak for spam, as reasons. Test patterns such as GTUBE end the check of rspamd and weigh
 * nothing themselves; they count where no rule weighs anything.
 */
export function toReasons(engine: EngineName, { score, required, rules }: EngineVerdict): string[] {
  const known = rules.filter(({ name }) => RULE_NAME.test(name))
  const heavy = known.filter((rule) => rule.score > 0).sort((one, other) => other.score - one.score)
  const decisive = heavy.length === 0 && score >= required ? known.filter((rule) => rule.score === 0) : heavy
  return decisive.slice(0, MAX_RULES).map(({ name }) => `${engine}:${name}`)
}
