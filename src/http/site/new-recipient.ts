import type { FastifyRequest } from 'fastify'
import { mailboxHint, readPlainAddress } from '../../domain/accounts/mailbox.ts'
import type { HttpDeps } from '../deps.ts'
import { findCookie, setCookieHeader } from '../kernel/cookies.ts'
import { getText, parseContent, type RequestHead } from '../kernel/request.ts'

/** Returns the recipient as it was typed into the form of the landing page; empty when the body cannot be read. */
export async function readTypedRecipient(request: FastifyRequest): Promise<string> {
  const content = await parseContent(request, { multipart: 'refused' })
  return content.kind === 'fields' ? getText(content.fields, 'recipient') : ''
}

/** Returns the header that lets the start page of a new form show its recipient once, to the browser that typed it. */
export function newRecipientHeader(
  deps: Pick<HttpDeps, 'base'>,
  { formId, typed }: { formId: string; typed: string },
): Record<'set-cookie', string> {
  return setCookieHeader(deps, { name: 'new-form', value: `${formId}.${typed.trim()}` })
}

/** Returns the recipient that this browser typed for this form; null for all others, and for an address with another hint. */
export function readNewRecipient(
  request: RequestHead,
  deps: Pick<HttpDeps, 'base'>,
  { formId, recipientHint }: { formId: string; recipientHint: string },
): string | null {
  const value = findCookie(request, deps, 'new-form') ?? ''
  if (!value.startsWith(`${formId}.`)) return null
  const recipient = readPlainAddress(value.slice(formId.length + 1))
  return recipient !== null && mailboxHint(recipient) === recipientHint ? recipient : null
}
