import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Status } from '../../actions/maintenance/status.ts'
import {
  getStatusShare,
  type ServiceStatus,
  STATUS_FACTS,
  type StatusFact,
  type StatusRecord,
} from '../../domain/maintenance/status.ts'
import { SECOND } from '../../domain/time.ts'
import { shareRead } from '../../runtime/shared-read.ts'
import { readIfAvailable } from '../../store/contract/errors.ts'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { sendPage } from '../kernel/respond.ts'
import { statusPage } from '../pages/status.ts'
import { chooseFrontLanguage } from './front.ts'

/** Time for which an answer is used again, by this node and by caches. */
const MAX_AGE_SECONDS = 30
/** Maximum time that a visitor waits for the database. */
const MAX_WAIT_MS = 3 * SECOND

type Shown = { status: Status; isHistoryRead: boolean; at: Date }

/**
 * `/status` and `/status.json`, where the operator wants them: whether this node accepts and delivers, and the last 90 days of
 * the instance. Answers also while the database cannot be reached.
 */
export function registerStatus(server: FastifyInstance, deps: HttpDeps): void {
  if (!deps.hasStatusPage) return
  const { base } = deps
  const { host } = new URL(base)
  const load = createStatusReader(deps)

  registerRoute(server, {
    url: '/status',
    handlers: {
      async GET(request, reply) {
        const { status, isHistoryRead } = await load()
        const languageChoice = chooseFrontLanguage(request)
        allowCaches(reply).header('vary', 'Accept-Language')
        return sendPage(reply, statusPage({ base, host, languageChoice, status, isHistoryRead }))
      },
    },
  })
  registerRoute(server, {
    url: '/status.json',
    handlers: {
      async GET(_request: FastifyRequest, reply: FastifyReply) {
        const { status, isHistoryRead, at } = await load()
        return allowCaches(reply).send({
          checked_at: at.toISOString(),
          ...Object.fromEntries(STATUS_FACTS.map((fact) => [fact, toShape(status[fact], { isHistoryRead })])),
        })
      },
    },
  })
}

function allowCaches(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
}

/** Returns a service as JSON: shares of minutes, and no numbers of anything that owners or visitors did. */
function toShape(service: ServiceStatus | null, { isHistoryRead }: { isHistoryRead: boolean }) {
  if (service === null) return null
  const { works, since, days } = service
  return {
    working: works,
    since: since?.toISOString() ?? null,
    share: getStatusShare(days),
    days: isHistoryRead
      ? days.map((day) => ({
          day: day.day.toISOString().slice(0, 10),
          share: day.minutes === null ? null : day.minutes / day.of,
        }))
      : null,
  }
}

/** Creates a reader that asks the database at most once in `MAX_AGE_SECONDS`, and remembers the history for when it is gone. */
function createStatusReader(deps: HttpDeps): () => Promise<Shown> {
  const { actions, clock, closing } = deps
  let records: readonly StatusRecord[] | null = null
  let shown: Shown | null = null

  async function findWorking(now: Date): Promise<readonly StatusFact[]> {
    const accepts = (await actions.checkStore()) && !closing.aborted
    records = await actions.listStatusRecords(now)
    const emailsDelayedSince = await deps.emailsDelayedSince()
    const working = await actions.findWorkingServices({ emailsDelayedSince, now })
    return working.filter((fact) => fact !== 'accepting' || accepts)
  }
  const find = shareRead(() => readIfAvailable(() => findWorking(clock.now())), MAX_WAIT_MS)

  return async () => {
    const now = clock.now()
    const age = shown && now.getTime() - shown.at.getTime()
    if (shown && age !== null && age >= 0 && age < MAX_AGE_SECONDS * SECOND) return shown
    const working = (await find()) ?? []
    const status = actions.describeServices({ records: records ?? [], working, now })
    shown = { status, isHistoryRead: records !== null, at: now }
    return shown
  }
}
