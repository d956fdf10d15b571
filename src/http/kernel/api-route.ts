import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import type { Scope } from '../../domain/accounts/scope.ts'
import type { Refusal, RefusalCode } from '../../domain/refusal.ts'
import type { HeaderName } from '../schema/headers.ts'
import { readInput } from '../schema/read-input.ts'

export type ApiMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The parts of the API, as the reference groups them. Each has a tour of its answers in `test/http/answers/`. */
export type ApiTag =
  | 'account'
  | 'keys'
  | 'sessions'
  | 'endpoints'
  | 'submissions'
  | 'destinations'
  | 'deliveries'
  | 'usage'
  | 'telemetry'
  | 'queues'
  | 'live'

/** What a route asks of its caller; the doorkeeper looks after it before anything is read. */
export type Demands = {
  /** `both`: it changes something and answers with what was submitted. `session`: programs with keys may not at all. */
  needs: Scope | 'both' | 'session'
  /** Whether a session must have signed in, or confirmed itself, within the last minutes. */
  fresh: boolean
}

/** One route of the owner API: who may, what it reads, what it answers, and how the reference describes it. */
export type ApiRoute = Demands & {
  method: ApiMethod
  /** Under /api/v1, parameters as `:id`. */
  path: string
  tag: ApiTag
  operationId: string
  summary: string
  description?: string
  query: z.ZodObject
  body: z.ZodObject
  bodyExample?: unknown
  /** Of the whole body, where it may be larger than those of other calls. */
  mostBytes?: number
  /** Headers that it reads besides. */
  reads?: readonly ('If-Match' | 'Idempotency-Key')[]
  answer: DescribedAnswer
  /** Refusals of its own; those of every route are known. */
  refuses: readonly RefusalCode[]
  run(asked: RawAsked): Promise<ApiAnswer>
}

/** `schema`: JSON of that shape, which must be `named`; `media`: anything else, or besides; neither: no body. */
export type DescribedAnswer = {
  status: 200 | 201 | 202 | 204
  description: string
  schema?: z.ZodType
  example?: unknown
  /** Media types of an answer that is no JSON object of ours. */
  media?: readonly string[]
  headers?: readonly HeaderName[]
}

export type ApiAnswer =
  | { kind: 'answered'; body: unknown; headers?: Readonly<Record<string, string>> }
  | { kind: 'written'; json: string }
  | { kind: 'done'; headers?: Readonly<Record<string, string>> }
  | { kind: 'stream'; body: Readable; headers: Readonly<Record<string, string>> }
  | { kind: 'refused'; refusal: Refusal }

type Common = { caller: Caller; now: Date; params: Readonly<Record<string, string>>; request: FastifyRequest }
export type RawAsked = Common & { query: unknown; body: unknown }

/** Nothing may be sent: for routes without a query, or without a body. */
export { NOTHING } from '../schema/read-input.ts'

/**
 * Declares a route; what `handle` gets and gives has the types of its schemas. Schemas of queries and bodies are strict:
 * what is not known is refused by name.
 */
export function apiRoute<Query extends z.ZodObject, Body extends z.ZodObject, Answer extends z.ZodType>(
  declared: Omit<ApiRoute, 'run' | 'query' | 'body' | 'answer'> & {
    query: Query
    body: Body
    answer: DescribedAnswer & { schema?: Answer; example?: z.input<NoInfer<Answer>> }
    handle(
      asked: Common & { query: z.output<Query>; body: z.output<Body> },
    ): Promise<Exclude<ApiAnswer, { kind: 'answered' }> | Answered<z.input<Answer>>>
  },
): ApiRoute {
  const { handle, ...route } = declared
  return {
    ...route,
    async run({ query: rawQuery, body: rawBody, ...common }) {
      const query = readInput(declared.query, rawQuery)
      if (query.kind === 'refused') return query
      const body = readInput(declared.body, rawBody)
      if (body.kind === 'refused') return body
      return handle({ ...common, query: query.value, body: body.value })
    },
  }
}

type Answered<Body> = { kind: 'answered'; body: Body; headers?: Readonly<Record<string, string>> }

/** An answer with a body. */
export function answered<Body>(body: Body, headers?: Readonly<Record<string, string>>): Answered<Body> {
  return headers ? { kind: 'answered', body, headers } : { kind: 'answered', body }
}

/** An answer whose JSON is written already: it holds JSON of others, which is not read for it. */
export function written(json: string) {
  return { kind: 'written', json } as const
}

/** An answer without one. */
export const DONE = { kind: 'done' } as const

/** An answer with headers alone. */
export function done(headers: Readonly<Record<string, string>>) {
  return { kind: 'done', headers } as const
}

/** A refusal as an answer. */
export function refused(refusal: Refusal): { kind: 'refused'; refusal: Refusal } {
  return { kind: 'refused', refusal }
}
