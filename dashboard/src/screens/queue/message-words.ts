import type { Message } from '../../api/schema.ts'
import { t } from '../../language/texts.ts'

/** Returns the body on one line, for rows. */
export function formatLine({ content_type, body }: Message): string {
  const text = content_type === 'text' && typeof body === 'string' ? body : JSON.stringify(body)
  return text.replaceAll(/\s+/g, ' ').trim() || t('queue.message.empty')
}

/** Returns the body, with JSON indented. */
export function formatBody({ content_type, body }: Message): string {
  return content_type === 'text' && typeof body === 'string' ? body : JSON.stringify(body, null, 2)
}
