import type { IncomingHttpHeaders } from 'node:http'
import type { BounceVendorName } from '../../../../../domain/outbox/bounce-vendors.ts'
import type { Clock } from '../../../../../domain/time.ts'
import type { Log } from '../../../../../runtime/log.ts'
import type { Egress } from '../../../../egress/egress.ts'
import type { ReportTaker } from '../take-reports.ts'
import { cacheCertificates } from './certificate-cache.ts'
import { createSeenMessages } from './seen-messages.ts'
import { VENDORS } from './vendors.ts'

/** Outcome of a webhook of a mail provider. `undecided`: the provider must send it again later. */
export type TakenWebhook = { kind: 'taken' } | { kind: 'refused' | 'undecided'; reason: string }

type Webhook = { vendor: BounceVendorName; headers: IncomingHttpHeaders; body: Buffer }

/** Creates the function that records webhooks of mail providers; it returns null for a provider whose secret is not set. */
export function createWebhookTaker(deps: {
  secrets: Readonly<Partial<Record<BounceVendorName, string>>>
  taker: Pick<ReportTaker, 'takeRead'>
  egress: Pick<Egress, 'send'>
  clock: Clock
  log: Log
}): (webhook: Webhook) => Promise<TakenWebhook | null> {
  const { secrets, egress, clock, log } = deps
  const seen = createSeenMessages()
  const fetchCertificate = cacheCertificates((url) => fetchText(egress, url), clock)

  return async ({ vendor: name, headers, body }) => {
    const secret = secrets[name]
    if (secret === undefined) return null
    const vendor = VENDORS[name]
    const now = clock.now()
    const verification = await vendor.verify({ headers, body, now, secret, fetchCertificate })
    if (verification.kind !== 'verified') return verification
    const { once, confirm } = verification
    if (once !== null && seen.has(once, now)) return { kind: 'taken' }
    if (confirm) {
      if ((await fetchText(egress, confirm)) === null)
        return { kind: 'undecided', reason: 'The subscription could not be confirmed.' }
      log.info({ vendor: name }, 'bounce_subscription_confirmed')
    }
    if (once !== null) seen.add(once, now)
    try {
      const received = vendor.read(body)
      if (received) await deps.taker.takeRead(received)
    } catch (error) {
      if (once !== null) seen.remove(once)
      throw error
    }
    return { kind: 'taken' }
  }
}

/** Fetches a text through the egress guard; null if that fails. */
async function fetchText(egress: Pick<Egress, 'send'>, url: URL): Promise<string | null> {
  const result = await egress.send({ url: url.href, method: 'GET', headers: {}, body: null })
  return result.kind === 'answered' && result.status === 200 ? result.body.toString() : null
}
