import type { OwnedFilter, SubmissionFilter } from './filters.ts'

/** Keys that the kinds of endpoints have in common. */
function listKeys<Kind extends string>(kind: Kind) {
  return {
    all: [kind],
    lists: [kind, 'list'],
    unclaimed: [kind, 'list', 'unclaimed'],
    list: (filter: OwnedFilter) => [kind, 'list', filter],
    one: (id: string) => [kind, 'one', id],
  } as const
}

/** Cache keys. A shorter key matches all that begin with it: `endpoints.all` matches every list. */
export const queryKeys = {
  me: ['me'],
  cannedAnswers: ['canned-answers'],
  emailKey: ['email-key'],
  endpoints: {
    ...listKeys('endpoints'),
    health: (id: string) => ['endpoints', 'one', id, 'health'],
    email: (id: string, kind: string, tried: string) => ['endpoints', 'one', id, 'email', kind, tried],
  },
  submissions: {
    all: ['submissions'],
    lists: ['submissions', 'list'],
    list: (filter: SubmissionFilter) => ['submissions', 'list', filter],
    counts: ['submissions', 'count'],
    count: (filter: SubmissionFilter) => ['submissions', 'count', filter],
    unread: ['submissions', 'unread'],
    unreadCount: (endpoint: string | undefined) => ['submissions', 'unread', endpoint ?? 'all'],
    /** Loaded again with the unread counts, which it contains. */
    views: ['submissions', 'unread', 'views'],
    unreadSpam: (endpoint: string | undefined) => ['submissions', 'unread', 'spam', endpoint ?? 'all'],
    doubtful: ['submissions', 'doubtful'],
    allSingle: ['submissions', 'one'],
    one: (id: string) => ['submissions', 'one', id],
    deliveries: (id: string) => ['submissions', 'one', id, 'deliveries'],
    /** Not below the key of its submission, with which it would be searched again. */
    earlier: (id: string, address: string) => ['submissions', 'earlier', id, address],
    /** Not below the key of its submission, with which it would be loaded again. */
    file: (id: string, file: string) => ['file', id, file],
  },
  telemetry: {
    ...listKeys('telemetry'),
    allSingle: ['telemetry', 'one'],
    /** Refetched while events arrive. */
    counts: (id: string) => ['telemetry', 'counts', id],
    stats: (id: string, query: object) => ['telemetry', 'counts', id, 'stats', query],
    props: (id: string, query: object) => ['telemetry', 'props', id, query],
    values: (id: string, query: object) => ['telemetry', 'props', id, 'values', query],
    /** Below the counts, with which it changes. */
    goal: (id: string) => ['telemetry', 'counts', id, 'goal'],
    annotations: (id: string) => ['telemetry', 'annotations', id],
    publicLink: (id: string) => ['telemetry', 'public-link', id],
    badge: (id: string) => ['telemetry', 'badge', id],
    watches: (id: string) => ['telemetry', 'watches', id],
    eventsBy: (id: string, filter: object) => ['telemetry', 'events', id, filter],
  },
  queues: {
    ...listKeys('queues'),
    choices: ['queues', 'list', 'choices'],
    /** Below the key of the queue, which is loaded again with them. */
    waiting: (id: string) => ['queues', 'one', id, 'waiting'],
    rates: (id: string) => ['queues', 'one', id, 'rates'],
    dead: (id: string, filter: object) => ['queues', 'one', id, 'dead', filter],
  },
  /** Below the key of the endpoint, and loaded again with it. */
  destinations: {
    list: (kind: string, id: string) => [kind, 'one', id, 'destinations'],
    deliveries: (kind: string, id: string, destination: string) =>
      [kind, 'one', id, 'destinations', destination] as const,
  },
  labels: ['labels'],
  assignees: ['assignees'],
  handOver: (id: string) => ['hand-over', id],
  usage: ['usage'],
  apiKeys: ['api-keys'],
  endpointKeys: (id: string) => ['endpoint-keys', id],
  sessions: ['sessions'],
  devices: ['devices'],
  account: ['account'],
  members: ['members'],
  bouncedAddresses: ['bounced-addresses'],
  audit: ['audit'],
  operator: {
    all: ['operator'],
    list: (name: string, q: string | undefined) => ['operator', name, q ?? ''],
  },
  emailReport: (search: object) => ['email-report', search],
} as const
