import type { IncomingHttpHeaders } from 'node:http'
import type { BounceSettings } from '../../../../config/bounces.ts'
import type { EmailReport } from '../../../../domain/outbox/bounce.ts'
import type { BounceVendorName } from '../../../../domain/outbox/bounce-vendors.ts'
import type { Clock } from '../../../../domain/time.ts'
import { loadLater } from '../../../../runtime/load-later.ts'
import type { Log } from '../../../../runtime/log.ts'
import type { Metrics } from '../../../../runtime/metrics.ts'
import type { Egress } from '../../../egress/egress.ts'
import type { ReportTaker, Taken } from './take-reports.ts'
import type { TakenWebhook } from './vendors/take-webhook.ts'

const loadTaker = loadLater(() => import('./take-reports.ts'))
const loadWebhooks = loadLater(() => import('./vendors/take-webhook.ts'))
const loadListener = loadLater(() => import('./listener.ts'))

/** Receives reports from mail servers and mail providers, by all ways that the operator has set up. */
export type Bounces = AsyncDisposable & {
  /** Records the reports in a message as a mail server delivers it. */
  take: ReportTaker['take']
  /** Records the report in a webhook of a mail provider; null for a provider whose secret is not set. */
  takeWebhook(webhook: {
    vendor: BounceVendorName
    headers: IncomingHttpHeaders
    body: Buffer
  }): Promise<TakenWebhook | null>
}

type Deps = {
  settings: BounceSettings
  record(request: {
    tokens: readonly string[]
    reports: readonly EmailReport[]
    now: Date
  }): Promise<{ kind: string }>
  /** Returns true for the token of an email of this instance. */
  isToken(token: string): boolean
  egress: Pick<Egress, 'send'>
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'count'>
}

/** Opens the listener if the settings name one; everything else is loaded when it is first used. */
export async function openBounces(deps: Deps): Promise<Bounces> {
  const { settings, metrics } = deps
  const onTaken = ({ kind }: Taken<{ kind: string }>) => metrics.count('formslot_email_reports_total', kind)
  const getTaker = once(async () =>
    (await loadTaker()).createReportTaker({ ...deps, address: settings.address, onTaken }),
  )
  const getWebhooks = once(async () =>
    (await loadWebhooks()).createWebhookTaker({
      ...deps,
      secrets: settings.vendors,
      taker: await getTaker(),
    }),
  )
  const listener =
    settings.listen && settings.address
      ? await (await loadListener()).listenForBounces(
          { ...deps, address: settings.address, taker: await getTaker() },
          settings.listen,
        )
      : null
  return {
    take: async (message, recipients) => (await getTaker()).take(message, recipients),
    takeWebhook: async (webhook) => (await getWebhooks())(webhook),
    [Symbol.asyncDispose]: async () => listener?.[Symbol.asyncDispose](),
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    // A failure may be over at the next use.
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
