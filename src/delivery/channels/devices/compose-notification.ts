import type { DeviceNotification, NewSubmissions } from '../../../domain/devices/notification.ts'
import type { Language } from '../../../domain/language.ts'
import { textsIn } from '../../../locales/texts.ts'
import { plainLine, shownName, truncate } from '../email/templates/submitted-text.ts'

const MAX_SENDER_LENGTH = 60
const MAX_WORDS_LENGTH = 140
/** Submitted text of which no more is read. */
const MAX_READ_LENGTH = 2000
/** Size of the JSON of every notification, with padding: push services take at least 4096 bytes (RFC 8030, 7.2). */
export const PAYLOAD_BYTES = 2048

/** A notification as the service worker of the dashboard shows it. */
export type ShownNotification = {
  title: string
  body: string
  /** A notification with the same tag replaces it. */
  tag: string
  /** Path on this site that a click opens. */
  path: string
  /** Number for the badge of the app; null: leaves it as it is. */
  unread: number | null
}

/** Composes the words of a notification as the JSON that is encrypted. Everything submitted in it is one line of plain text. */
export function composeNotification(
  notification: DeviceNotification,
  { language, unread }: { language: Language; unread: number | null },
): Buffer {
  const shown = { ...composeWords(notification, language), unread }
  const json = Buffer.from(JSON.stringify(shown))
  if (json.length <= PAYLOAD_BYTES) return json
  // Names of four bytes a character, which JSON makes longer.
  return Buffer.from(JSON.stringify({ ...shown, body: '' }))
}

function composeWords(
  notification: DeviceNotification,
  language: Language,
): Omit<ShownNotification, 'unread'> {
  const { on, test, forms } = textsIn(language).devices
  const about = { tag: 'about', path: '/app/settings/notifications' }
  switch (notification.kind) {
    case 'form': {
      const { content, endpointId, submissionId, count } = notification.arrived
      const path = count === 1 ? `/app/inbox/${submissionId}` : `/app/inbox?endpoint=${endpointId}`
      const title = composeTitle(notification.arrived, language)
      return { title, body: content ? composeBody(content) : '', tag: endpointId, path }
    }
    case 'forms': {
      const title = forms.title({ count: notification.count })
      return { title, body: forms.text({ count: notification.forms }), tag: 'forms', path: '/app/inbox' }
    }
    case 'on':
      return { title: on.title, body: on.text, ...about }
    case 'test':
      return { title: test.title, body: test.text, ...about }
  }
}

function composeTitle({ count, form }: NewSubmissions, language: Language): string {
  const { emails, devices } = textsIn(language)
  const name = shownName(form)
  if (count > 1) {
    return name === null
      ? devices.arrived.manyFromYours({ count })
      : devices.arrived.many({ count, form: name })
  }
  const { newMessage, newMessageFromYours } = emails.submission
  return name === null ? newMessageFromYours : newMessage({ form: name })
}

function composeBody({ sender, words }: NonNullable<NewSubmissions['content']>): string {
  const parts = [toLine(sender, MAX_SENDER_LENGTH), toLine(words, MAX_WORDS_LENGTH)]
  return parts.filter((part) => part !== '').join('\n')
}

function toLine(text: string | null, characters: number): string {
  return truncate(plainLine((text ?? '').slice(0, MAX_READ_LENGTH)), characters)
}
