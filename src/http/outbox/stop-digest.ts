import type { FastifyInstance } from 'fastify'
import type { DigestSetting } from '../../actions/outbox/spam-digest.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { stopDigestPage } from '../pages/links/stop-digest.ts'
import { registerEmailSwitch } from './switch-emails.ts'

/** Registers the links that stop and start the weekly emails of an owner. */
export function registerStopDigestLink(server: FastifyInstance, deps: HttpDeps): void {
  const { getSpamDigest, setSpamDigest } = deps.actions
  registerEmailSwitch(server, deps, {
    path: 'digest',
    show: {
      operationId: 'showDigest',
      summary: 'Show the page that stops or starts the weekly emails about the spam folder.',
    },
    stop: { operationId: 'stopDigest', summary: 'Stop the weekly emails about the spam folder (RFC 8058).' },
    start: { operationId: 'startDigest', summary: 'Start the weekly emails again.' },
    refuses: ['token_not_found'],
    load: async (request) => toSetting(await getSpamDigest(request)),
    set: async (request) => toSetting(await setSpamDigest(request)),
    toPage: stopDigestPage,
  })
}

function toSetting(setting: DigestSetting) {
  return setting.kind === 'unknown' ? refused({ code: 'token_not_found' }) : setting
}
