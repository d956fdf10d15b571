import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useConnection } from './api/client/connection.ts'
import { SkeletonRows } from './controls/feedback/skeleton.tsx'
import type { Namespace } from './language/texts.ts'
import { readAccountSearch } from './screens/account/search.ts'
import { readEmailReportSearch } from './screens/email-report/search.ts'
import { findSectionOfView, readEndpointSearch } from './screens/endpoint/search.ts'
import { readSection } from './screens/endpoint/settings/sections.ts'
import { readEndpointsSearch } from './screens/endpoints/search.ts'
import { readInboxSearch, readSubmissionSearch } from './screens/inbox/search.ts'
import { readOperatorSearch } from './screens/operator/search.ts'
import { readQueueSearch } from './screens/queue/search.ts'
import { readTelemetrySearch } from './screens/telemetry/search.ts'
import { Crash } from './shell/frame/crash.tsx'
import { Frame } from './shell/frame/frame.tsx'
import { NotFound } from './shell/frame/not-found.tsx'
import type { SETTINGS_PLACES } from './shell/frame/places.ts'
import { lazyPart } from './shell/lazy-part.tsx'
import { Unreachable } from './shell/loaded.tsx'

/** Routes of the dashboard. A screen is loaded on the first visit, on hover, or when the browser is idle. */
const Palette = lazyPart(() => import('./screens/palette/palette.tsx').then((file) => file.Palette), null, [
  'palette',
  'inbox',
])
const root = createRootRoute({
  component: () => <Frame palette={Palette} />,
  notFoundComponent: NotFound,
})

/** Options of a route with a screen of its own, and the texts that it needs. */
function showing(texts: readonly Namespace[], load: () => Promise<ComponentType>) {
  return { getParentRoute: () => root, component: lazyPart(load, undefined, texts) }
}

/** Options of a route that leads elsewhere. */
function leadingTo(to: '/inbox' | (typeof SETTINGS_PLACES)[number]['to']) {
  return {
    getParentRoute: () => root,
    beforeLoad: (): never => {
      throw redirect({ to, replace: true })
    },
  }
}

const inbox = createRoute({
  path: '/inbox',
  validateSearch: readInboxSearch,
  ...showing(['inbox'], () => import('./screens/inbox/inbox.tsx').then((file) => file.InboxScreen)),
})
const submission = createRoute({
  path: '$submissionId',
  validateSearch: readSubmissionSearch,
  ...showing(['inbox', 'submission'], () =>
    import('./screens/submission/submission.tsx').then((file) => file.SubmissionScreen),
  ),
  getParentRoute: () => inbox,
})

const form = createRoute({
  path: '/forms/$endpointId',
  validateSearch: readEndpointSearch,
  beforeLoad({ params, search: { view, ...search } }) {
    const section = findSectionOfView(view)
    if (section === null) return
    const to = '/forms/$endpointId/settings/{-$section}'
    throw redirect({ to, params: { ...params, section }, search, replace: true })
  },
  ...showing(['endpoint', 'owned'], () =>
    import('./screens/endpoint/endpoint.tsx').then((file) => file.EndpointScreen),
  ),
})
/** The screen of the form shows the section. */
const formSettings = createRoute({
  path: 'settings/{-$section}',
  getParentRoute: () => form,
  beforeLoad({ params, search }) {
    const section = readSection(params.section)
    if (section === params.section) return
    const to = '/forms/$endpointId/settings/{-$section}'
    throw redirect({ to, params: { ...params, section }, search, replace: true })
  },
})

const routes = [
  createRoute({ path: '/', ...leadingTo('/inbox') }),
  inbox.addChildren([submission]),
  createRoute({
    path: '/review',
    ...showing(['review', 'inbox'], () =>
      import('./screens/review/review.tsx').then((file) => file.ReviewScreen),
    ),
  }),
  createRoute({
    path: '/forms',
    validateSearch: readEndpointsSearch,
    ...showing(['endpoints', 'owned'], () =>
      import('./screens/endpoints/endpoints.tsx').then((file) => file.EndpointsScreen),
    ),
  }),
  form.addChildren([formSettings]),
  createRoute({
    path: '/telemetry',
    validateSearch: readEndpointsSearch,
    ...showing(['telemetry-endpoints', 'owned'], () =>
      import('./screens/telemetry-endpoints/telemetry-endpoints.tsx').then(
        (file) => file.TelemetryEndpointsScreen,
      ),
    ),
  }),
  createRoute({
    path: '/telemetry/$telemetryId',
    validateSearch: readTelemetrySearch,
    ...showing(['telemetry', 'owned'], () =>
      import('./screens/telemetry/telemetry.tsx').then((file) => file.TelemetryScreen),
    ),
  }),
  createRoute({
    path: '/queues',
    validateSearch: readEndpointsSearch,
    ...showing(['queues', 'owned'], () =>
      import('./screens/queues/queues.tsx').then((file) => file.QueuesScreen),
    ),
  }),
  createRoute({
    path: '/queues/$queueId',
    validateSearch: readQueueSearch,
    ...showing(['queue', 'owned'], () =>
      import('./screens/queue/queue.tsx').then((file) => file.QueueScreen),
    ),
  }),
  createRoute({
    path: '/usage',
    ...showing(['usage'], () => import('./screens/usage/usage.tsx').then((file) => file.UsageScreen)),
  }),
  createRoute({
    path: '/operator',
    validateSearch: readOperatorSearch,
    ...showing(['operator'], () =>
      import('./screens/operator/operator.tsx').then((file) => file.OperatorScreen),
    ),
  }),
  createRoute({
    path: '/email-report',
    validateSearch: readEmailReportSearch,
    ...showing(['email-report'], () =>
      import('./screens/email-report/email-report.tsx').then((file) => file.EmailReportScreen),
    ),
  }),
  createRoute({
    path: '/settings/keys',
    ...showing(['keys', 'owned'], () => import('./screens/keys/keys.tsx').then((file) => file.KeysScreen)),
  }),
  createRoute({
    path: '/settings/people',
    ...showing(['people'], () => import('./screens/people/people.tsx').then((file) => file.PeopleScreen)),
  }),
  createRoute({
    path: '/settings/encryption',
    ...showing(['encryption'], () =>
      import('./screens/encryption/encryption.tsx').then((file) => file.EncryptionScreen),
    ),
  }),
  createRoute({
    path: '/settings/notifications',
    ...showing(['notifications'], () =>
      import('./screens/notifications/notifications.tsx').then((file) => file.NotificationsScreen),
    ),
  }),
  createRoute({
    path: '/settings/sessions',
    ...showing(['sessions'], () =>
      import('./screens/sessions/sessions.tsx').then((file) => file.SessionsScreen),
    ),
  }),
  createRoute({
    path: '/settings/account',
    validateSearch: readAccountSearch,
    ...showing(['account'], () => import('./screens/account/account.tsx').then((file) => file.AccountScreen)),
  }),
  createRoute({
    path: '/settings/activity',
    ...showing(['activity'], () =>
      import('./screens/activity/activity.tsx').then((file) => file.ActivityScreen),
    ),
  }),
  createRoute({ path: '/settings', ...leadingTo('/settings/account') }),
  // Former addresses, in emails and bookmarks.
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
  createRoute({ path: '/keys', ...leadingTo('/settings/keys') }),
  createRoute({ path: '/sessions', ...leadingTo('/settings/sessions') }),
  createRoute({ path: '/account', ...leadingTo('/settings/account') }),
] as const

const routeTree = root.addChildren(routes)

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
      {connection === 'connected' ? <SkeletonRows /> : <Unreachable />}
    </div>
  )
}
