import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import type { Scope } from '../../domain/accounts/scope.ts'
import type { RefusalCode, Refused } from '../../domain/refusal.ts'
import { readInput } from '../schema/read-input.ts'
import type { DeclaredAnswer } from './register-route.ts'
import { JSON_HEADERS, send } from './respond.ts'

type ApiMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Sections of the API reference. The answers of each are checked in `test/http/answers/`. */
export type ApiTag =
  | 'account'
  | 'keys'
  | 'members'
  | 'sessions'
  | 'devices'
  | 'endpoints'
  | 'submissions'
  | 'labels'
  | 'files'
  | 'destinations'
  | 'deliveries'
  | 'usage'
  | 'telemetry'
  | 'queues'
  | 'live'
  | 'operator'

/** Requirements on the caller of a route, checked before its input is read. */
export type Demands = {
  /** `both`: it changes something and returns submitted content. `session`: API keys are refused. */
  needs: Scope | 'both' | 'session'
  /** True when a session must have signed in, or confirmed its sign-in, within the last minutes. */
  fresh: boolean
}

/** One route of the owner API: its requirements, input, answer, and description in the reference. */
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
  /** Examples, by media type, of a file that is the body instead of JSON. The handler reads its bytes from the request. */
  file?: Readonly<Record<string, string>>
  /** Maximum size of the body, when it may be larger than that of other routes. */
  maxBodyBytes?: number
  /** Request headers that the route reads. */
  reads?: readonly ('If-Match' | 'Idempotency-Key')[]
  answer: DescribedAnswer
  /** Further answers that are no refusals, by status. */
  otherAnswers?: Readonly<Record<number, DeclaredAnswer>>
  /** Refusals specific to the route; those common to all routes, and that of an unknown id in its path, are added. */
  refuses?: readonly RefusalCode[]
  run(input: RawInput): Promise<ApiAnswer>
}

/** `schema`: a JSON body; the schema must be `named`. `media`: other media types. Neither: no body. */
type DescribedAnswer = Omit<DeclaredAnswer, 'schema'> & {
  status: 200 | 201 | 202 | 204
  schema?: z.ZodType
}

export type ApiAnswer =
  | { kind: 'answered'; body: unknown; headers?: Readonly<Record<string, string>> }
  | { kind: 'written'; json: string }
  | { kind: 'done'; headers?: Readonly<Record<string, string>> }
  /** `status`: where it is not that of the declared answer. */
  | { kind: 'stream'; body: Readable; headers: Readonly<Record<string, string>>; status?: number }
  | Refused

type Common = { caller: Caller; now: Date; params: Readonly<Record<string, string>>; request: FastifyRequest }
type RawInput = Common & { query: unknown; body: unknown }

/**
 * Declares a route; the input and output of `handle` have the types of its schemas. Schemas of queries and bodies are
 * strict: an unknown field is refused by its name.
 */
export function apiRoute<Query extends z.ZodObject, Body extends z.ZodObject, Answer extends z.ZodType>(
  declared: Omit<ApiRoute, 'run' | 'query' | 'body' | 'answer'> & {
    query: Query
    body: Body
    answer: DescribedAnswer & { schema?: Answer; example?: z.input<NoInfer<Answer>> }
    handle(
      input: Common & { query: z.output<Query>; body: z.output<Body> },
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

/** Returns an answer with a JSON body. */
export function answered<Body>(body: Body, headers?: Readonly<Record<string, string>>): Answered<Body> {
  return headers ? { kind: 'answered', body, headers } : { kind: 'answered', body }
}

/** Returns an answer whose JSON is already serialized: it contains JSON of users, which is not parsed again. */
export function written(json: string) {
  return { kind: 'written', json } as const
}

/** The answer without a body. */
export const DONE = { kind: 'done' } as const

/** Returns an answer that consists of headers. */
export function done(headers: Readonly<Record<string, string>>) {
  return { kind: 'done', headers } as const
}

/** Sends the answer of a route that was not refused. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, answer }: { status: number; answer: Exclude<ApiAnswer, Refused> },
): FastifyReply {
  switch (answer.kind) {
    case 'done':
      return send(reply, { status, headers: answer.headers ?? {}, body: '' })
    case 'answered':
      return send(reply, {
        status,
        headers: { ...JSON_HEADERS, ...answer.headers },
        body: JSON.stringify(answer.body),
      })
    case 'written':
      return send(reply, { status, headers: JSON_HEADERS, body: answer.json })
    case 'stream':
      return sendStream(request, reply, { status, ...answer })
  }
}

/** Sends an answer whose body is a stream; to HEAD, its headers alone. */
export function sendStream(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: Readable },
): FastifyReply {
  reply.code(status).headers(headers)
  if (method !== 'HEAD') return reply.send(body)
  body.destroy()
  return reply.send()
}
