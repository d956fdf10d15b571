import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { SkeletonRows } from './controls/feedback/skeleton.tsx'
import { readEndpointSearch } from './screens/endpoint/search.ts'
import { readEndpointsSearch } from './screens/endpoints/search.ts'
import { readInboxSearch } from './screens/inbox/search.ts'
import { readQueueSearch } from './screens/queue/search.ts'
import { readSubmissionSearch } from './screens/submission/search.ts'
import { readTelemetrySearch } from './screens/telemetry/search.ts'
import { Crash } from './shell/frame/crash.tsx'
import { Frame } from './shell/frame/frame.tsx'
import { NotFound } from './shell/frame/not-found.tsx'

/** Routes of the dashboard. A screen is loaded on the first visit or on hover. */
const root = createRootRoute({ component: Frame, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox', replace: true })
  },
})
const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => fetched(import('./screens/inbox/inbox.tsx')), 'InboxScreen'),
})
const submission = createRoute({
  getParentRoute: () => inbox,
  path: '$submissionId',
  validateSearch: readSubmissionSearch,
  component: lazyRouteComponent(
    () => fetched(import('./screens/submission/submission.tsx')),
    'SubmissionScreen',
  ),
})
const endpoints = createRoute({
  getParentRoute: () => root,
  path: '/endpoints',
  validateSearch: readEndpointsSearch,
  component: lazyRouteComponent(
    () => fetched(import('./screens/endpoints/endpoints.tsx')),
    'EndpointsScreen',
  ),
})
const endpoint = createRoute({
  getParentRoute: () => root,
  path: '/endpoints/$endpointId',
  validateSearch: readEndpointSearch,
  component: lazyRouteComponent(() => fetched(import('./screens/endpoint/endpoint.tsx')), 'EndpointScreen'),
})
const telemetries = createRoute({
  getParentRoute: () => root,
  path: '/telemetry',
  validateSearch: readEndpointsSearch,
  component: lazyRouteComponent(
    () => fetched(import('./screens/telemetry-endpoints/telemetry-endpoints.tsx')),
    'TelemetryEndpointsScreen',
  ),
})
const telemetry = createRoute({
  getParentRoute: () => root,
  path: '/telemetry/$telemetryId',
  validateSearch: readTelemetrySearch,
  component: lazyRouteComponent(
    () => fetched(import('./screens/telemetry/telemetry.tsx')),
    'TelemetryScreen',
  ),
})
const queues = createRoute({
  getParentRoute: () => root,
  path: '/queues',
  validateSearch: readEndpointsSearch,
  component: lazyRouteComponent(() => fetched(import('./screens/queues/queues.tsx')), 'QueuesScreen'),
})
const queue = createRoute({
  getParentRoute: () => root,
  path: '/queues/$queueId',
  validateSearch: readQueueSearch,
  component: lazyRouteComponent(() => fetched(import('./screens/queue/queue.tsx')), 'QueueScreen'),
})
const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  component: lazyRouteComponent(() => fetched(import('./screens/usage/usage.tsx')), 'UsageScreen'),
})
const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(() => fetched(import('./screens/keys/keys.tsx')), 'KeysScreen'),
})
const sessions = createRoute({
  getParentRoute: () => root,
  path: '/sessions',
  component: lazyRouteComponent(() => fetched(import('./screens/sessions/sessions.tsx')), 'SessionsScreen'),
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => fetched(import('./screens/account/account.tsx')), 'AccountScreen'),
})

const routeTree = root.addChildren([
  home,
  inbox.addChildren([submission]),
  endpoints,
  endpoint,
  telemetries,
  telemetry,
  queues,
  queue,
  usage,
  keys,
  sessions,
  account,
])

const PENDING_MS = 300

/** Router of the dashboard, below `/app`. */
export function createDashboardRouter() {
  return createRouter({
    routeTree,
    basepath: '/app',
    defaultPreload: 'intent',
    defaultPendingMs: PENDING_MS,
    defaultPendingComponent: Pending,
    defaultErrorComponent: Crash,
    scrollRestoration: true,
    // Plain query parameters; the router writes JSON by default.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}

/** The router reloads the page when a screen can't be loaded: right after an upgrade, wrong while offline. */
async function fetched<File>(screen: Promise<File>): Promise<File> {
  try {
    return await screen
  } catch (cause) {
    if (navigator.onLine) throw cause
    throw new Error('without a network', { cause })
  }
}

function writeSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

function Pending() {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-8">
      <SkeletonRows label="Loading" />
    </div>
  )
}
