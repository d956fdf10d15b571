import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { snoozePage } from '../pages/links/snooze.ts'
import { registerEmailSwitch } from './switch-emails.ts'

/** Registers the links that snooze the emails of a confirmed form for a week, and end the snooze. */
export function registerSnoozeLink(server: FastifyInstance, deps: HttpDeps): void {
  const { getSnooze, setSnooze } = deps.actions
  registerEmailSwitch(server, deps, {
    path: 'snooze',
    // Mail programs never post to it: the link is in no header.
    stopsFromPageOnly: true,
    show: {
      operationId: 'showSnooze',
      summary: 'Show the page that snoozes the emails of a form, or ends the snooze.',
    },
    stop: { operationId: 'snoozeEmails', summary: 'Snooze the emails of a form for a week.' },
    start: { operationId: 'endSnooze', summary: 'End the snooze.' },
    refuses: ['token_not_found', 'endpoint_retired', 'asking_rate'],
    load: getSnooze,
    set: setSnooze,
    toPage: (shown, setting) =>
      snoozePage({
        ...shown,
        formId: setting.formId,
        until: 'until' in setting ? new Date(setting.until) : null,
      }),
  })
}
