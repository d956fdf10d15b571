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

/**
 * Returns the header by which the start page of a new form knows the browser that created it: it shows the recipient once, and
 * what arrives for a week.
 */
export function newFormHeader(
  deps: Pick<HttpDeps, 'base' | 'keys'>,
  { formId, typed }: { formId: string; typed: string },
): Record<'set-cookie', string[]> {
  const recipient = setCookieHeader(deps, { name: 'new-form', value: `${formId}.${typed.trim()}` })
  const creator = setCookieHeader(deps, { name: 'creator', value: deps.keys.creatorToken(formId) })
  return { 'set-cookie': [recipient['set-cookie'], creator['set-cookie']] }
}

/** Returns true for the browser that created this form, until it creates another one. */
export function isCreator(
  request: RequestHead,
  deps: Pick<HttpDeps, 'base' | 'keys'>,
  formId: string,
): boolean {
  const token = findCookie(request, deps, 'creator')
  return token !== null && deps.keys.verifyCreatorToken(token) === formId
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
