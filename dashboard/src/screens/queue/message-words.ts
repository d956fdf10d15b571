import type { Message } from '../../api/schema.ts'

/** The body on one line, for rows. */
export function lineOf({ content_type, body }: Message): string {
  const text = content_type === 'text' && typeof body === 'string' ? body : JSON.stringify(body)
  return text.replaceAll(/\s+/g, ' ').trim() || '(empty)'
}

/** The body as it is read best. */
export function textOf({ content_type, body }: Message): string {
  return content_type === 'text' && typeof body === 'string' ? body : JSON.stringify(body, null, 2)
}
