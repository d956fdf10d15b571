import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { toSubmitRate } from '../../domain/submissions/submit-rate.ts'
import { READING_RATE_FACTOR } from '../../domain/telemetry/event.ts'
import {
  choosePublicPeriod,
  listPublicPeriods,
  PUBLIC_PERIODS,
  type PublicPeriod,
  type PublicStats,
} from '../../domain/telemetry/public-stats.ts'
import { MINUTE } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { sendBusy } from '../kernel/busy.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { answerTo } from '../kernel/refusals.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, parseQueryParameters, pathParameter } from '../kernel/request.ts'
import { sendPage } from '../kernel/respond.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { createRecentMap } from '../limits/recent-map.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { deadStatsLinkPage, publicStatsPage } from '../pages/telemetry/public-stats.ts'
import { A_PAGE } from '../schema/page-answers.ts'
import { TOKEN } from '../schema/parameters.ts'

/** Statistics kept in memory for a minute, so that a page with many readers is counted once. */
const MAX_CACHED = 500

type LoadStats = (request: { endpointId: string; period: PublicPeriod; now: Date }) => Promise<PublicStats>

/** Registers `/s/{token}`: the public page with the statistics of a telemetry endpoint. */
export function registerPublicStats(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, base, clock } = deps
  const rateLimit = createRateLimit(toSubmitRate(deps.submitPerMinute, READING_RATE_FACTOR))
  const loadStats = cacheStats(actions.loadPublicStats)

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = clock.now()
    const language = chooseLanguage(request.headers['accept-language'])
    reply.headers({ vary: 'Accept-Language', 'referrer-policy': 'no-referrer' })
    const client = addressBucket(getClientAddress(request, deps.trusts))
    const retryAfterSeconds = rateLimit.take({ client, now })
    if (retryAfterSeconds > 0) return sendBusy(request, reply, { base, retryAfterSeconds })
    const token = pathParameter(request, 'token')
    const opened = await actions.openPublicLink({ token, now })
    if (opened.kind === 'refused') {
      const { status } = answerTo(opened.refusal, request.id)
      return sendPage(reply, deadStatsLinkPage({ base, language }), status)
    }
    const { endpointId, name, retentionDays } = opened
    const periods = listPublicPeriods(retentionDays)
    const period = choosePublicPeriod(periods, parseQueryParameters(request).get('period'))
    const stats = await loadStats({ endpointId, period, now })
    const url = `${base}/s/${token}`
    return sendPage(reply, publicStatsPage({ base, language, name, stats, period, periods, url }))
  }

  registerRoute(server, {
    url: '/s/:token',
    handlers: {
      GET: {
        operationId: 'showPublicStats',
        summary: 'Show the public page with the statistics of a telemetry endpoint.',
        tag: 'links',
        description:
          'Totals by time and event name, at most a minute old. The owner of the endpoint creates and revokes the link.',
        parameters: [{ ...TOKEN, description: 'The token of the link.' }],
        query: z.object({
          period: z.enum(PUBLIC_PERIODS).optional().describe('Period that the page shows.'),
        }),
        answers: {
          200: A_PAGE,
          429: { ...A_PAGE, description: 'Pages are opened too fast.', headers: ['Retry-After'] },
        },
        refuses: ['token_not_found'],
        refusesAs: 'page',
        handle: show,
      },
    },
  })
}

/** Loads statistics at most once a minute for each endpoint and period. */
function cacheStats(load: LoadStats): LoadStats {
  const recent = createRecentMap<{ at: number; stats: Promise<PublicStats> }>({
    entries: MAX_CACHED,
    span: MINUTE,
  })
  return (request) => {
    const { endpointId, period, now } = request
    const key = `${endpointId} ${period}`
    const known = recent.get(key)
    if (known && Math.abs(now.getTime() - known.at) < MINUTE) return known.stats
    const stats = load(request)
    const entry = { at: now.getTime(), stats }
    recent.set(key, entry, now)
    // Whoever waits for it sees the fault; the next reader tries again.
    stats.catch(() => {
      entry.at = Number.NEGATIVE_INFINITY
    })
    return stats
  }
}
