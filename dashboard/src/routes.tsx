import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { useConnection } from './api/client/connection.ts'
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
import { lazyPart } from './shell/lazy-part.tsx'
import { Unreachable } from './shell/loaded.tsx'

/** Routes of the dashboard. A screen is loaded on the first visit, on hover, or when the browser is idle. */
const Palette = lazyPart(() => import('./screens/palette/palette.tsx').then((file) => file.Palette), null)
const root = createRootRoute({
  component: () => <Frame palette={Palette} />,
  notFoundComponent: NotFound,
})

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
  component: lazyPart(() => import('./screens/inbox/inbox.tsx').then((file) => file.InboxScreen)),
})
const submission = createRoute({
  getParentRoute: () => inbox,
  path: '$submissionId',
  validateSearch: readSubmissionSearch,
  component: lazyPart(() =>
    import('./screens/submission/submission.tsx').then((file) => file.SubmissionScreen),
  ),
})
const endpoints = createRoute({
  getParentRoute: () => root,
  path: '/forms',
  validateSearch: readEndpointsSearch,
  component: lazyPart(() => import('./screens/endpoints/endpoints.tsx').then((file) => file.EndpointsScreen)),
})
const endpoint = createRoute({
  getParentRoute: () => root,
  path: '/forms/$endpointId',
  validateSearch: readEndpointSearch,
  component: lazyPart(() => import('./screens/endpoint/endpoint.tsx').then((file) => file.EndpointScreen)),
})
const telemetries = createRoute({
  getParentRoute: () => root,
  path: '/telemetry',
  validateSearch: readEndpointsSearch,
  component: lazyPart(() =>
    import('./screens/telemetry-endpoints/telemetry-endpoints.tsx').then(
      (file) => file.TelemetryEndpointsScreen,
    ),
  ),
})
const telemetry = createRoute({
  getParentRoute: () => root,
  path: '/telemetry/$telemetryId',
  validateSearch: readTelemetrySearch,
  component: lazyPart(() => import('./screens/telemetry/telemetry.tsx').then((file) => file.TelemetryScreen)),
})
const queues = createRoute({
  getParentRoute: () => root,
  path: '/queues',
  validateSearch: readEndpointsSearch,
  component: lazyPart(() => import('./screens/queues/queues.tsx').then((file) => file.QueuesScreen)),
})
const queue = createRoute({
  getParentRoute: () => root,
  path: '/queues/$queueId',
  validateSearch: readQueueSearch,
  component: lazyPart(() => import('./screens/queue/queue.tsx').then((file) => file.QueueScreen)),
})
const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  component: lazyPart(() => import('./screens/usage/usage.tsx').then((file) => file.UsageScreen)),
})
const keys = createRoute({
  getParentRoute: () => root,
  path: '/settings/keys',
  component: lazyPart(() => import('./screens/keys/keys.tsx').then((file) => file.KeysScreen)),
})
const sessions = createRoute({
  getParentRoute: () => root,
  path: '/settings/sessions',
  component: lazyPart(() => import('./screens/sessions/sessions.tsx').then((file) => file.SessionsScreen)),
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/settings/account',
  component: lazyPart(() => import('./screens/account/account.tsx').then((file) => file.AccountScreen)),
})
const activity = createRoute({
  getParentRoute: () => root,
  path: '/settings/activity',
  component: lazyPart(() => import('./screens/activity/activity.tsx').then((file) => file.ActivityScreen)),
})

/** Former addresses, in emails and bookmarks. */
const moved = [
  createRoute({
    getParentRoute: () => root,
    path: '/endpoints',
    validateSearch: readEndpointsSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/forms', search, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/endpoints/$endpointId',
    validateSearch: readEndpointSearch,
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: '/forms/$endpointId', params, search, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    beforeLoad: () => {
      throw redirect({ to: '/settings/account', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/keys',
    beforeLoad: () => {
      throw redirect({ to: '/settings/keys', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sessions',
    beforeLoad: () => {
      throw redirect({ to: '/settings/sessions', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    beforeLoad: () => {
      throw redirect({ to: '/settings/account', replace: true })
    },
  }),
] as const

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
  activity,
  ...moved,
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

function writeSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

function Pending() {
  const connection = useConnection()
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-8">
      {connection === 'connected' ? <SkeletonRows label="Loading" /> : <Unreachable />}
    </div>
  )
}
