import type { OwnedFilter, SubmissionFilter } from './filters.ts'

/** Cache keys. A shorter key matches all that begin with it: `endpoints.all` matches every list. */
export const queryKeys = {
  me: ['me'],
  endpoints: {
    all: ['endpoints'],
    lists: ['endpoints', 'list'],
    list: (filter: OwnedFilter) => ['endpoints', 'list', filter],
    one: (id: string) => ['endpoints', 'one', id],
    health: (id: string) => ['endpoints', 'one', id, 'health'],
    email: (id: string, kind: string) => ['endpoints', 'one', id, 'email', kind],
  },
  submissions: {
    all: ['submissions'],
    lists: ['submissions', 'list'],
    list: (filter: SubmissionFilter) => ['submissions', 'list', filter],
    counts: ['submissions', 'count'],
    count: (filter: SubmissionFilter) => ['submissions', 'count', filter],
    unread: ['submissions', 'unread'],
    unreadCount: (endpoint: string | undefined) => ['submissions', 'unread', endpoint ?? 'all'],
    unreadSpam: (endpoint: string | undefined) => ['submissions', 'unread', 'spam', endpoint ?? 'all'],
    allSingle: ['submissions', 'one'],
    one: (id: string) => ['submissions', 'one', id],
    deliveries: (id: string) => ['submissions', 'one', id, 'deliveries'],
  },
  telemetry: {
    all: ['telemetry'],
    lists: ['telemetry', 'list'],
    list: (filter: OwnedFilter) => ['telemetry', 'list', filter],
    allSingle: ['telemetry', 'one'],
    one: (id: string) => ['telemetry', 'one', id],
    /** Refetched while events arrive. */
    counts: (id: string) => ['telemetry', 'counts', id],
    stats: (id: string, query: object) => ['telemetry', 'counts', id, 'stats', query],
    props: (id: string, query: object) => ['telemetry', 'props', id, query],
    publicLink: (id: string) => ['telemetry', 'public-link', id],
    events: (id: string) => ['telemetry', 'events', id],
    eventsByName: (id: string, name: string | undefined) => ['telemetry', 'events', id, name ?? 'all'],
  },
  queues: {
    all: ['queues'],
    lists: ['queues', 'list'],
    list: (filter: OwnedFilter) => ['queues', 'list', filter],
    choices: ['queues', 'list', 'choices'],
    /** A queue and its messages. */
    one: (id: string) => ['queues', 'one', id],
    waiting: (id: string) => ['queues', 'one', id, 'waiting'],
    rates: (id: string) => ['queues', 'one', id, 'rates'],
    dead: (id: string) => ['queues', 'one', id, 'dead'],
  },
  usage: ['usage'],
  apiKeys: ['api-keys'],
  endpointKeys: (id: string) => ['endpoint-keys', id],
  sessions: ['sessions'],
  account: ['account'],
  audit: ['audit'],
} as const
