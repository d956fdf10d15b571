import { getKindRules } from '../../../../domain/endpoints/kinds.ts'
import { shownName } from './copy.ts'
import type { NoticeContents } from './notice-contents.ts'

/** Describes what goes on without emails, by kind of endpoint. */
const CONTINUES = {
  form: 'Submissions are still saved, and you can read them in the dashboard. They aren’t emailed to you.',
  telemetry: 'Events are still saved. You just won’t get emails about the endpoint.',
  queue: 'Messages are still saved. You just won’t get emails about the queue.',
} as const

/**
 * Composes the email that says that the emails of an endpoint were stopped by a link.
 *
 * @param input.url page that turns them on again
 */
export function stoppedContents(input: {
  endpointId: string
  /** Name of the endpoint. */
  name: string | null
  url: string
  service: { name: string; base: string }
}): NoticeContents {
  const { endpointId, url, service } = input
  const heading = `Emails from ${shownName(input.name) ?? endpointId} are off`
  return {
    subject: heading,
    preview: 'You can turn them back on at any time.',
    heading,
    paragraphs: [
      `Somebody used the unsubscribe link in an email about ${endpointId} at ${service.base}. ${CONTINUES[getKindRules({ id: endpointId }).kind]}`,
      'If this was you, there’s nothing left to do.',
    ],
    button: { label: 'Turn emails back on', url },
    code: null,
    notes: ['This email is sent at most once a day when emails are turned off by a link.'],
    stop: null,
  }
}
