import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { ApiAnswer } from '../kernel/api-route.ts'

/** A read of the events of an endpoint, by a caller who has been authorized. */
type EventRequest<Query> = {
  endpointId: string
  query: Query
  now: Date
  request: FastifyRequest
  /** Returns false when the caller may no longer read, for answers without an end. */
  hasAccess(): Promise<boolean>
}

/**
 * A read of the events of an endpoint, for both credentials: below `/t/{id}` with a read key, and in the owner API with a
 * session or an API key.
 */
export type EventRead<Query extends z.ZodObject = z.ZodObject> = {
  path: string
  operationId: string
  ownedOperationId: string
  summary: string
  ownedDescription?: string
  query: Query
  answer: { description: string; schema?: z.ZodType; example?: unknown; media?: readonly string[] }
  refuses?: readonly RefusalCode[]
  read(request: EventRequest<z.output<Query>>): Promise<ApiAnswer>
}
