import { z } from 'zod'
import { DAYS_COUNTED, type FormView, MAX_UNREAD_COUNTED } from '../../actions/submissions/load-form-stats.ts'
import type { HttpDeps } from '../deps.ts'
import { named } from '../schema/named-schemas.ts'
import { formId, instant } from '../schema/shapes.ts'
import { OWNED_EXAMPLE, OWNED_SHAPE, type OwnedKind, ownedBody, ownedKind } from './owned-kind.ts'

const Settings = z.object({
  redirect_url: z
    .string()
    .nullable()
    .describe('Where a browser goes after its submission unless _next says otherwise.'),
  allowed_origins: z.array(z.string()).describe('Origins whose pages may submit; empty: all.'),
  honeypot: z.string().nullable().describe('A field, besides _gotcha, that only bots fill.'),
  emails: z
    .boolean()
    .describe('false: submissions are stored, and no email goes to the recipient; destinations get theirs.'),
  submitted_subject: z
    .boolean()
    .describe('Whether emails carry the subject that the form sends as _subject.'),
  queue_id: z.string().nullable().describe('The queue that gets each real submission as a message besides.'),
  destinations: z
    .array(
      z.object({
        id: z.string(),
        kind: z.literal('email'),
        mailbox: z.string(),
        confirmed: z.boolean(),
        added_at: instant,
      }),
    )
    .describe('Further places that its submissions are delivered to, once they are confirmed.'),
})

/** An endpoint as its owner gets it. */
export const Endpoint = named(
  'Endpoint',
  z.object({
    id: formId,
    kind: z.literal('form'),
    endpoint_url: z.url(),
    ...OWNED_SHAPE,
    last_submission_at: instant.nullable(),
    submissions: z.object({
      total: z.int().describe('Real ones in its whole life; spam counts nowhere.'),
      this_month: z.int(),
      limit: z.int().nullable().describe("The plan's for a month; null: any number."),
      resets_at: instant,
    }),
    unread: z
      .int()
      .max(MAX_UNREAD_COUNTED)
      .describe(`In the inbox; ${MAX_UNREAD_COUNTED} means so many or more.`),
    days: z
      .array(z.int())
      .length(DAYS_COUNTED)
      .describe('What came in on each of the last days outside spam, oldest first; days are UTC.'),
    days_since: instant.describe('When the first of these days began.'),
    settings: Settings,
  }),
)

/** A form as its owner gets it. */
export function endpointBody(base: string, view: FormView): z.infer<typeof Endpoint> {
  const { endpoint, month } = view
  const { settings } = endpoint
  return {
    id: endpoint.id,
    kind: 'form',
    endpoint_url: `${base}/f/${endpoint.id}`,
    ...ownedBody(view),
    last_submission_at: endpoint.lastAcceptedAt?.toISOString() ?? null,
    submissions: {
      total: endpoint.acceptedCount,
      this_month: month.used,
      limit: month.limit,
      resets_at: month.resetsAt.toISOString(),
    },
    unread: view.unread,
    days: [...view.days],
    days_since: view.daysSince.toISOString(),
    settings: {
      redirect_url: settings.redirectUrl,
      allowed_origins: [...settings.allowedOrigins],
      honeypot: settings.honeypot,
      emails: endpoint.mailStoppedAt === null,
      submitted_subject: settings.submittedSubject,
      queue_id: settings.queueId,
      destinations: settings.destinations.map(({ id, kind, mailbox, confirmedAt, addedAt }) => ({
        id,
        kind,
        mailbox,
        confirmed: confirmedAt !== null,
        added_at: addedAt.toISOString(),
      })),
    },
  }
}

/** Forms, as the owner API offers them. */
export function forms({ base, actions }: Pick<HttpDeps, 'base' | 'actions'>): OwnedKind<typeof Endpoint> {
  return ownedKind({
    kind: 'form',
    keyName: null,
    tag: 'endpoints',
    path: '/endpoints',
    names: { one: 'Endpoint', many: 'Endpoints' },
    words: { one: 'endpoint', a: 'an endpoint', takes: 'submission' },
    changes: 'settings',
    schema: Endpoint,
    async bodiesOf(views, now) {
      const found = await actions.loadFormStats(views, now)
      return found.map((view) => endpointBody(base, view))
    },
    example: exampleEndpoint(base),
  })
}

/** A form as the reference shows it. */
export function exampleEndpoint(base: string): z.infer<typeof Endpoint> {
  return {
    id: 'f_k3v9q2m7x4t8r5wz',
    kind: 'form',
    endpoint_url: `${base}/f/f_k3v9q2m7x4t8r5wz`,
    ...OWNED_EXAMPLE,
    name: 'Contact',
    last_submission_at: '2026-11-20T10:00:00.000Z',
    submissions: { total: 12, this_month: 12, limit: 50, resets_at: '2026-12-01T00:00:00.000Z' },
    unread: 2,
    days: Array.from({ length: DAYS_COUNTED }, (_, day) => (day < DAYS_COUNTED - 12 ? 0 : 1)),
    days_since: '2026-10-22T00:00:00.000Z',
    settings: {
      redirect_url: null,
      allowed_origins: ['https://acme.org'],
      honeypot: null,
      emails: true,
      submitted_subject: false,
      queue_id: null,
      destinations: [],
    },
  }
}
