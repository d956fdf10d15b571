import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../parts.ts'

export function llmsRoutes(_server: FastifyInstance, _parts: HttpParts): void {}
