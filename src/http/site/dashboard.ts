import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DAY, SECOND } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { sendEncodedFile } from '../kernel/encoded-file.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { sendRefusal, sendScriptedPage } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'
import { dashboardMissingPage } from '../pages/dashboard-missing.ts'
import { openDashboardFiles } from './dashboard-files.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "frame-src 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

/** The pages contain no account data, so browsers may cache them and revalidate them each time. */
const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-robots-tag': 'noindex',
}
const ASSET_HEADERS = {
  'cache-control': `public, max-age=${(365 * DAY) / SECOND}, immutable`,
}
/** The service worker asks nobody for anything. */
const WORKER_HEADERS = { 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'" }
const UNAVAILABLE = 503
/** Paths that show the inbox without a filter, whose page preloads its first call. */
const INBOX_PATHS: readonly string[] = ['/app', '/app/', '/app/inbox']

/** Routes of the dashboard: a page for the inbox, one for all other paths under `/app`, and their assets. */
export function registerDashboard(server: FastifyInstance, deps: HttpDeps): void {
  const files = openDashboardFiles(deps.dashboardFolder)
  const page = {
    async GET(request: FastifyRequest, reply: FastifyReply) {
      const build = await files()
      if (!build) {
        deps.outages.record('dashboard_not_built', request.id)
        return sendScriptedPage(reply, dashboardMissingPage({ base: deps.base }), UNAVAILABLE)
      }
      const shown = INBOX_PATHS.includes(request.url) ? build.inboxPage : build.page
      return sendEncodedFile(request, reply.headers(PAGE_HEADERS), shown)
    },
  }
  registerRoute(server, { url: '/app', handlers: page })
  registerRoute(server, { url: '/app/*', handlers: page })
  // The operator's desk at the address operators try first.
  registerRoute(server, {
    url: '/operator',
    handlers: { GET: (_request, reply) => reply.redirect(`${deps.base}/app/operator`, 302) },
  })
  registerRoute(server, {
    url: '/app/service-worker.js',
    handlers: {
      async GET(request, reply) {
        const build = await files()
        if (build) return sendEncodedFile(request, reply.headers(WORKER_HEADERS), build.serviceWorker)
        return sendRefusal(request, reply, { code: 'not_found' }, negotiateFormat(request, deps.base))
      },
    },
  })
  registerRoute(server, {
    url: '/app/assets/*',
    handlers: {
      async GET(request, reply) {
        const { '*': name = '' } = request.params as Record<string, string>
        const file = (await files())?.assets.get(name)
        if (!file)
          return sendRefusal(request, reply, { code: 'not_found' }, negotiateFormat(request, deps.base))
        return sendEncodedFile(request, reply.headers(ASSET_HEADERS), file)
      },
    },
  })
}
