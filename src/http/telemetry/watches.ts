import { z } from 'zod'
import { forecastWatch, getCount } from '../../domain/telemetry/advance-watch.ts'
import { MAX_EVENT_NAME_LENGTH, MAX_PROP_LENGTH, MAX_PROP_NAME_LENGTH } from '../../domain/telemetry/event.ts'
import {
  hasFired,
  isSpan,
  MAX_ACCOUNT_EMAILS_PER_DAY,
  MAX_EMAILS_PER_DAY,
  MAX_EVENT_EMAILS_PER_HOUR,
  MAX_WATCHED_COUNT,
  MAX_WATCHED_PROPS,
  WATCH_CHANNELS,
  type Watch,
  type WatchRule,
} from '../../domain/telemetry/watch.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, line } from '../schema/shapes.ts'

const SPAN_RULE = 'Use minutes, hours or days, such as 15m, 1h or 7d, from 5m to 30d'
const span = z
  .string()
  .regex(/^[1-9][0-9]{0,4}[mhd]$/, SPAN_RULE)
  .refine(isSpan, SPAN_RULE)
  .describe('Minutes, hours or days, such as `15m`, `1h` or `7d`; from `5m` to `30d`.')
const count = z.int().min(1).max(MAX_WATCHED_COUNT)
const WatchWhen = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('silence'), for: span }).describe('No event for this time.'),
      z.strictObject({ kind: z.literal('over'), count, per: span }).describe('More events than `count`.'),
      z.strictObject({ kind: z.literal('under'), count, per: span }).describe('Fewer events than `count`.'),
      z
        .strictObject({ kind: z.literal('every') })
        .describe(
          `Each event; at most ${MAX_EVENT_EMAILS_PER_HOUR} emails an hour, the last one with the number of the others.`,
        ),
      z
        .strictObject({ kind: z.literal('report'), per: z.literal('week') })
        .describe('A weekly report of the events by name.'),
    ],
    {
      error: (issue) =>
        issue.code === 'invalid_union'
          ? 'This must be one of silence, over, under, every, report'
          : undefined,
    },
  )
  .describe('The condition.')
const propValue = z.union([z.string().max(MAX_PROP_LENGTH), z.number(), z.boolean()], {
  error: `This must be a number, true or false, or a string of at most ${MAX_PROP_LENGTH} characters`,
})
const props = z
  .record(line(MAX_PROP_NAME_LENGTH), propValue)
  .refine(
    (given) => Object.keys(given).length <= MAX_WATCHED_PROPS,
    `At most ${MAX_WATCHED_PROPS} props can be named`,
  )
  .describe('Props that an event must have to be counted.')
const then = z
  .array(z.enum(WATCH_CHANNELS))
  .min(1)
  .refine((given) => new Set(given).size === given.length, 'Name each of them once')
  .describe('Where it tells: `email` of the owner, `destinations` of the endpoint. Default: both.')
const name = line(MAX_EVENT_NAME_LENGTH).nullable().describe('Name of the events to count; null: all.')
const per = span
  .nullable()
  .describe('The condition must be false for this time before the watch clears; null: the time of `when`.')

const RULE = { name, props, per, then }
export const WatchRequest = named(
  'WatchRequest',
  z.strictObject({
    name: name.optional(),
    props: props.optional(),
    when: WatchWhen,
    per: per.optional(),
    // biome-ignore lint/suspicious/noThenProperty: the field of the API has this name.
    then: then.optional(),
  }),
)
const WatchChange = named('WatchChange', WatchRequest.partial())
export const WatchBody = named(
  'Watch',
  z.object({
    id: z.string().regex(/^wat_[0-9a-hjkmnp-tv-z]{26}$/),
    ...RULE,
    when: WatchWhen,
    state: z
      .enum(['fired', 'cleared'])
      .nullable()
      .describe('null: it has no state, because it tells of each event, or weekly.'),
    count: z.int().nullable().describe('Events within the time of `over` or `under`.'),
    last_seen_at: instant.nullable().describe('Arrival of the newest event that it counts.'),
    fired_at: instant.nullable(),
    cleared_at: instant.nullable(),
    fires_at: instant.nullable().describe('It fires, or tells, then if no event arrives.'),
    clears_at: instant.nullable().describe('It clears then if this is not put off.'),
    created_at: instant,
  }),
)
export const WatchList = named(
  'WatchList',
  z.object({
    data: z.array(WatchBody),
    limit: z.int().describe('Maximum number of watches of one endpoint in the plan.'),
  }),
)
const ALL = '/telemetry/:id/watches'
const ONE = `${ALL}/:watch_id`
const COMMON = { tag: 'telemetry', fresh: false, query: NOTHING, body: NOTHING } as const
const EXAMPLE_REQUEST = { name: 'backup_done', when: { kind: 'silence', for: '25h' } } as const
const EXAMPLE: z.input<typeof WatchBody> = {
  id: 'wat_2q9x4m7p0c8k3z5r1t6w9v0b4n',
  ...EXAMPLE_REQUEST,
  props: {},
  per: null,
  // biome-ignore lint/suspicious/noThenProperty: the field of the API has this name.
  then: ['email', 'destinations'],
  state: 'cleared',
  count: null,
  last_seen_at: '2026-11-20T03:00:04.000Z',
  fired_at: null,
  cleared_at: null,
  fires_at: '2026-11-21T04:00:04.000Z',
  clears_at: null,
  created_at: '2026-11-10T10:00:00.000Z',
}

/** Declares `/telemetry/{id}/watches`: rules over the events of a telemetry endpoint that tell its owner. */
export function watchRoutes(deps: HttpDeps): ApiRoute[] {
  return [listRoute(deps), addRoute(deps), showRoute(deps), changeRoute(deps), removeRoute(deps)]
}

function listRoute({ actions, keys, clock }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'GET',
    path: ALL,
    needs: 'read',
    operationId: 'listWatches',
    summary: 'List the watches of an endpoint, the oldest first.',
    answer: {
      status: 200,
      description: 'The watches.',
      schema: WatchList,
      example: { data: [EXAMPLE], limit: 20 },
    },
    async handle({ caller, params }) {
      const listed = await actions.listWatches(caller, params.id ?? '')
      if (listed.kind === 'refused') return listed
      const now = clock.now()
      const data = listed.watches.map((watch) => watchBody(keys, watch, now))
      return answered({ data, limit: listed.limit })
    },
  })
}

function addRoute({ actions, keys }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: ALL,
    needs: 'write',
    operationId: 'addWatch',
    summary: 'Add a watch.',
    description:
      'It counts events that arrive from now on, and tells when it fires and when it clears. ' +
      `A watch that has fired tells nothing until it clears. At most ${MAX_EMAILS_PER_DAY} emails a day of one watch, ` +
      `and ${MAX_ACCOUNT_EMAILS_PER_DAY} of an account.`,
    body: WatchRequest,
    bodyExample: EXAMPLE_REQUEST,
    answer: { status: 201, description: 'The watch.', schema: WatchBody, example: EXAMPLE },
    refuses: ['endpoint_retired', 'plan_needed', 'limit_reached'],
    async handle({ caller, params: { id: endpointId = '' }, body, now }) {
      const added = await actions.addWatch(caller, {
        endpointId,
        rule: { ...NEW, ...toRule(body), when: body.when },
        now,
      })
      return added.kind === 'refused' ? added : answered(watchBody(keys, added.watch, now))
    },
  })
}

function showRoute({ actions, keys }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'GET',
    path: ONE,
    needs: 'read',
    operationId: 'showWatch',
    summary: 'Get a watch.',
    answer: { status: 200, description: 'The watch.', schema: WatchBody, example: EXAMPLE },
    refuses: ['watch_not_found'],
    async handle({ caller, params: { id: endpointId = '', watch_id: watchId = '' }, now }) {
      const found = await actions.getWatch(caller, { endpointId, watchId })
      return found.kind === 'refused' ? found : answered(watchBody(keys, found.watch, now))
    },
  })
}

function changeRoute({ actions, keys }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'PATCH',
    path: ONE,
    needs: 'write',
    operationId: 'changeWatch',
    summary: 'Change a watch.',
    description:
      'Fields that are left out stay as they are. With another name, props or condition it starts over.',
    body: WatchChange,
    bodyExample: { when: { kind: 'silence', for: '2h' } },
    answer: { status: 200, description: 'The watch.', schema: WatchBody, example: EXAMPLE },
    refuses: ['endpoint_retired', 'watch_not_found'],
    async handle({ caller, params: { id: endpointId = '', watch_id: watchId = '' }, body, now }) {
      const { when, ...rest } = body
      const change = { ...toRule(rest), ...(when === undefined ? {} : { when }) }
      const changed = await actions.changeWatch(caller, { endpointId, watchId, change, now })
      return changed.kind === 'refused' ? changed : answered(watchBody(keys, changed.watch, now))
    },
  })
}

function removeRoute({ actions }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'DELETE',
    path: ONE,
    needs: 'write',
    operationId: 'removeWatch',
    summary: 'Remove a watch.',
    answer: { status: 204, description: 'It is gone.' },
    refuses: ['watch_not_found'],
    async handle({ caller, params: { id: endpointId = '', watch_id: watchId = '' }, now }) {
      const removed = await actions.removeWatch(caller, { endpointId, watchId, now })
      return removed.kind === 'refused' ? removed : DONE
    },
  })
}

/** Defaults of a new watch. */
const NEW: Omit<WatchRule, 'when'> = { name: null, props: [], per: null, tells: WATCH_CHANNELS }

function toRule({
  props,
  then,
  ...given
}: Omit<z.output<typeof WatchChange>, 'when'>): Partial<Omit<WatchRule, 'when'>> {
  return {
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.per === undefined ? {} : { per: given.per }),
    ...(props === undefined ? {} : { props: Object.entries(props) }),
    ...(then === undefined ? {} : { tells: then }),
  }
}

/** Returns the JSON of a watch. */
export function watchBody(
  keys: Pick<HttpDeps['keys'], 'rowId'>,
  watch: Watch,
  now: Date,
): z.input<typeof WatchBody> {
  const { firesAt, clearsAt } = forecastWatch(watch)
  const hasState = watch.when.kind !== 'every' && watch.when.kind !== 'report'
  return {
    id: keys.rowId('watch', watch.key),
    name: watch.name,
    props: Object.fromEntries(watch.props),
    when: watch.when as z.input<typeof WatchWhen>,
    per: watch.per,
    // biome-ignore lint/suspicious/noThenProperty: the field of the API has this name.
    then: [...watch.tells],
    state: hasState ? (hasFired(watch) ? 'fired' : 'cleared') : null,
    count: getCount(watch, now),
    last_seen_at: watch.lastSeenAt?.toISOString() ?? null,
    fired_at: watch.firedAt?.toISOString() ?? null,
    cleared_at: watch.clearedAt?.toISOString() ?? null,
    fires_at: firesAt?.toISOString() ?? null,
    clears_at: clearsAt?.toISOString() ?? null,
    created_at: watch.createdAt.toISOString(),
  }
}
