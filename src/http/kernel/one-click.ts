import type { FastifyRequest } from 'fastify'
import { parseContent } from './request.ts'

/**
 * Whether the mail program's own button was pressed: the body that RFC 8058 §3.2 gives to it, urlencoded or
 * multipart. It comes from elsewhere and without cookies; the token in the address is what entitles.
 */
export async function isOneClick(request: FastifyRequest): Promise<boolean> {
  const content = await parseContent(request, { multipart: 'allowed' })
  if (content.kind === 'refused') return false
  return content.fields.some((field) => field.name === 'List-Unsubscribe' && field.value === 'One-Click')
}
