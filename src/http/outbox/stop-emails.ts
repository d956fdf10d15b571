import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { stopEmailsPage } from '../pages/links/stop-emails.ts'
import { registerEmailSwitch } from './switch-emails.ts'

/** Registers the links that stop and start the emails of a claimed endpoint. */
export function registerStopEmailsLink(server: FastifyInstance, deps: HttpDeps): void {
  const { getEmailsSetting, setEmails } = deps.actions
  registerEmailSwitch(server, deps, {
    path: 'emails',
    show: {
      operationId: 'showEmails',
      summary: 'Show the page that stops or starts the emails of a claimed endpoint.',
    },
    stop: { operationId: 'stopEmails', summary: 'Stop the emails of a claimed endpoint (RFC 8058).' },
    start: { operationId: 'startEmails', summary: 'Start the emails again.' },
    refuses: ['token_not_found', 'endpoint_retired'],
    load: getEmailsSetting,
    set: setEmails,
    toPage: (shown, { formId }) => stopEmailsPage({ ...shown, formId }),
  })
}
