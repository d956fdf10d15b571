import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { HeaderName } from '../schema/headers.ts'
import type { Parameter } from '../schema/parameters.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * A public route. It parses its request and writes its answer itself, because browsers, programs and third-party clients
 * expect different formats, and declares both for `/openapi.json`.
 */
export type PublicRoute = PublicOperation & { handle: Handler }

/** Pages of the API reference for the public routes. */
export type PublicTag = 'forms' | 'events' | 'queue' | 'links' | 'sign-in' | 'service'

export type PublicOperation = {
  operationId: string
  summary: string
  description?: string
  tag: PublicTag
  /** Accepted credentials; none when left out. */
  security?: readonly Record<string, readonly string[]>[]
  parameters?: readonly Parameter[]
  query?: z.ZodObject
  /** By media type. */
  body?: Readonly<Record<string, DeclaredBody>>
  isBodyOptional?: true
  answers: Readonly<Record<number, DeclaredAnswer>>
  /** Refusals specific to the route; those of its credentials, and of storing a request by its Idempotency-Key, are added. */
  refuses?: readonly RefusalCode[]
  /** `json` when left out; `json or page`: a browser gets a page with the same status, and a GET that names Markdown gets that. */
  refusesAs?: 'json or page' | 'json or markdown' | 'page'
  refusalHeaders?: readonly HeaderName[]
  /** Schemas of refusals that extend the common error shape, by status. */
  refusalSchemas?: Readonly<Record<number, DeclaredSchema>>
}

/** One named schema, several alternatives, or JSON Schema. */
export type DeclaredSchema = z.ZodType | readonly z.ZodType[] | { [keyword: string]: unknown }
/** A body of bytes has no schema (OpenAPI 3.1, "Binary Streams"). */
export type DeclaredBody = { schema?: DeclaredSchema; example?: unknown }
export type DeclaredAnswer = {
  description: string
  schema?: DeclaredSchema
  example?: unknown
  examples?: Record<string, { summary?: string; value: unknown }>
  /** Media types other than JSON. */
  media?: readonly string[]
  headers?: readonly HeaderName[]
}

/** A declared public route with its URL and method. */
export type PlacedOperation = { url: string; method: string; operation: PublicOperation }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of a public route. */
    operation?: PublicOperation
    /** Submissions with files are posted here. */
    takesFiles?: true
  }
}

/**
 * Registers the handlers of an address by method, and HEAD wherever GET is. Every other method is answered by
 * `refuseOtherMethods`. A handler without a declaration stays out of `/openapi.json`.
 *
 * @param address.bodyLimit maximum size in bytes; larger bodies are refused with 413
 * @param address.takesFiles a large multipart body is left to the handler, unread
 * @param address.refuseEarly called before the body is read; answers and returns true when the head is enough to refuse
 */
export function registerRoute(
  server: FastifyInstance,
  address: {
    url: string
    handlers: Partial<Record<'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler | PublicRoute>>
    bodyLimit?: number
    takesFiles?: true
    refuseEarly?: (request: FastifyRequest, reply: FastifyReply) => boolean
  },
): void {
  const { url, handlers, bodyLimit, takesFiles, refuseEarly } = address
  // HEAD runs the handler of GET and the framework drops the body, unless the address has its own.
  const head = typeof handlers.GET === 'object' ? handlers.GET.handle : handlers.GET
  const offered = head ? { HEAD: head, ...handlers } : handlers
  for (const [method, route] of Object.entries(offered)) {
    server.route({
      method: method as HTTPMethods,
      url,
      handler: typeof route === 'object' ? route.handle : route,
      config: {
        ...(typeof route === 'object' ? { operation: route } : {}),
        ...(takesFiles ? { takesFiles } : {}),
      },
      ...(bodyLimit ? { bodyLimit } : {}),
      ...(refuseEarly
        ? {
            onRequest(request, reply, done) {
              if (!refuseEarly(request, reply)) done()
            },
          }
        : {}),
    })
  }
}

/** Collects the declarations of all routes that are registered from now on. */
export function collectOperations(server: FastifyInstance): readonly PlacedOperation[] {
  const placed: PlacedOperation[] = []
  server.addHook('onRoute', ({ url, method, config }) => {
    if (config?.operation)
      placed.push({ url, method: String(method).toLowerCase(), operation: config.operation })
  })
  return placed
}
