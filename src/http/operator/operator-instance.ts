import { z } from 'zod'
import { MAX_REFUSED_LISTED, REFUSED_HOURS } from '../../actions/operator/instance-facts.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant } from '../schema/shapes.ts'
import { ALONE, checkOperator } from './require-operator.ts'

/** Counters of results, by what was requested. */
const RESULT_COUNTERS = {
  creations: 'formslot_creations_total',
  submissions: 'formslot_submissions_total',
  events: 'formslot_event_requests_total',
  messages: 'formslot_messages_total',
} as const
const WHATS = [
  'creations',
  'submissions',
  'events',
  'messages',
] as const satisfies (keyof typeof RESULT_COUNTERS)[]
/** Results that are not refusals. */
const SUCCESSES: readonly string[] = ['created', 'accepted']

const Instance = named(
  'OperatorInstance',
  z.object({
    version: z.string(),
    base_url: z.url(),
    owners: z.int(),
    suspended_owners: z.int(),
    endpoints: z.int(),
    suspended_endpoints: z.int(),
    stored_bytes: z.int().describe('Bytes of the files of visitors.'),
    storage: z.object({
      database: z.enum(['sqlite', 'postgres']),
      database_bytes: z.int(),
      free_bytes: z
        .int()
        .nullable()
        .describe('Free bytes on the disk of the database; null on PostgreSQL, whose disk is not seen.'),
      bytes_per_day: z
        .int()
        .nullable()
        .describe('Growth in the last 30 days; null until two recorded sizes are three days apart.'),
      full_at: instant
        .nullable()
        .describe(
          'When nothing new is accepted any more if it goes on like this; null where that is unknown.',
        ),
    }),
    backed_up_at: instant
      .nullable()
      .describe('The last `formslot-server backup` of the database; null without one, and on PostgreSQL.'),
    nodes: z
      .array(
        z.object({
          name: z.string().describe('Host and port.'),
          version: z.string(),
          started_at: instant,
          seen_at: instant,
          runs: z.boolean().describe('false: it has not been seen for three minutes.'),
        }),
      )
      .describe('Processes that serve the instance, seen in the last hour.'),
    refused: z
      .array(
        z.object({
          what: z.enum(WHATS),
          code: z.string(),
          count: z.int(),
        }),
      )
      .describe('What the node that answers has refused since its start, the most frequent first.'),
    settings: z
      .array(
        z.object({
          name: z.string(),
          source: z.enum(['environment', 'file']),
          value: z.string().nullable().describe('null: a secret. Passwords in URLs are left out.'),
        }),
      )
      .describe('Settings that were given; all others have their defaults.'),
  }),
)
const RefusedList = named(
  'OperatorRefusedList',
  z.object({
    data: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['form', 'telemetry', 'queue']),
        owner: z.string().nullable(),
        site: z.string().nullable(),
        refused: z.int(),
        codes: z.array(z.object({ code: z.string(), count: z.int() })),
      }),
    ),
  }),
)

/** Declares what operators see of the instance itself. */
export function operatorInstanceRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, base, version, givenSettings, metrics } = deps
  const common = { needs: 'session', tag: 'operator', refuses: ['not_found'] } as const
  const reading = { ...common, method: 'GET', fresh: false, query: NOTHING, body: NOTHING } as const

  async function listRefused() {
    const lists = await Promise.all(
      WHATS.map(async (what) =>
        [...(await metrics.read(RESULT_COUNTERS[what]))].map(([code, count]) => ({ what, code, count })),
      ),
    )
    return lists
      .flat()
      .filter(({ code, count }) => count > 0 && !SUCCESSES.includes(code))
      .sort((one, other) => other.count - one.count)
  }

  return [
    apiRoute({
      ...reading,
      path: '/operator/instance',
      operationId: 'showInstance',
      description: ALONE,
      summary: 'Get the version, nodes, storage, backups, totals and settings of this instance.',
      answer: { status: 200, description: 'The instance.', schema: Instance, example: INSTANCE_EXAMPLE },
      async handle({ caller, now }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        const counts = await actions.countInstance()
        const storage = await actions.describeStorage({ ...deps.disk, now })
        const backup = await actions.findBackup()
        const nodes = await actions.listNodes(now)
        return answered({
          ...{ version, base_url: base, owners: counts.owners, endpoints: counts.endpoints },
          suspended_owners: counts.suspendedOwners,
          suspended_endpoints: counts.suspendedEndpoints,
          stored_bytes: counts.storedBytes,
          storage: {
            database: storage.database,
            database_bytes: storage.databaseBytes,
            free_bytes: storage.freeBytes,
            bytes_per_day: storage.bytesPerDay,
            full_at: storage.fullAt?.toISOString() ?? null,
          },
          backed_up_at: backup?.toISOString() ?? null,
          nodes: nodes.map(({ startedAt, seenAt, ...node }) => ({
            ...node,
            started_at: startedAt.toISOString(),
            seen_at: seenAt.toISOString(),
          })),
          refused: await listRefused(),
          settings: givenSettings.map((setting) => ({ ...setting })),
        })
      },
    }),
    apiRoute({
      ...reading,
      path: '/operator/refusals',
      operationId: 'listMostRefused',
      summary: `List the forms that refused the most in the last ${REFUSED_HOURS} hours.`,
      description: `${ALONE} At most ${MAX_REFUSED_LISTED} claimed forms. Reads at most the newest 2,000 hourly records of all forms.`,
      answer: { status: 200, description: 'Forms.', schema: RefusedList, example: REFUSED_EXAMPLE },
      async handle({ caller, now }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        const found = await actions.listMostRefused(now)
        return answered({
          data: found.map(({ endpoint, owner, refused, codes }) => ({
            ...{ id: endpoint.id, kind: getKindRules(endpoint).kind, owner, site: endpoint.siteHost },
            ...{ refused, codes },
          })),
        })
      },
    }),
  ]
}

const INSTANCE_EXAMPLE = {
  version: '1.0.0',
  base_url: 'https://forms.example.org',
  owners: 12,
  suspended_owners: 0,
  endpoints: 40,
  suspended_endpoints: 1,
  stored_bytes: 40_960,
  storage: {
    database: 'sqlite' as const,
    database_bytes: 8_388_608,
    free_bytes: 20_000_000_000,
    bytes_per_day: 65_536,
    full_at: '2026-12-24T10:00:00.000Z',
  },
  backed_up_at: '2026-11-20T03:00:00.000Z',
  nodes: [
    {
      name: 'forms-1:8080',
      version: '1.0.0',
      started_at: '2026-11-18T10:00:00.000Z',
      seen_at: '2026-11-20T10:00:00.000Z',
      runs: true,
    },
  ],
  refused: [{ what: 'creations' as const, code: 'create_rate_hour', count: 3 }],
  settings: [{ name: 'FORMSLOT_PORT', source: 'environment' as const, value: '8080' }],
}
const REFUSED_EXAMPLE = {
  data: [
    {
      id: 'f_k3v9q2m7x4t8r5wz',
      kind: 'form' as const,
      owner: 'jane@acme.org',
      site: 'acme.org',
      refused: 42,
      codes: [{ code: 'origin_not_allowed', count: 42 }],
    },
  ],
}
