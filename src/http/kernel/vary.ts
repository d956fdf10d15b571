import type { FastifyReply } from 'fastify'

/** Adds the names of request headers to Vary, which also lists those that other parts of the answer depend on. */
export function addVary(reply: FastifyReply, ...names: readonly string[]): FastifyReply {
  const listed = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return reply.header('vary', [...new Set([...listed, ...names])].join(', '))
}
