import { z } from 'zod'
import { DAYS_COUNTED, type FormView, MAX_UNREAD_COUNTED } from '../../actions/submissions/load-form-stats.ts'
import { NO_FILE_SETTINGS } from '../../domain/files/file-settings.ts'
import { NO_EMAIL_SETTINGS } from '../../domain/outbox/email-settings.ts'
import type { HttpDeps } from '../deps.ts'
import { DestinationShape, destinationBody } from '../destinations/destination-shape.ts'
import { named } from '../schema/named-schemas.ts'
import { formId, instant } from '../schema/shapes.ts'
import { EMAIL_SHAPE, emailSettingsBody } from './email-settings-input.ts'
import { FILE_LIMITS_SHAPE, FILES_SHAPE, fileLimitsBody, fileSettingsBody } from './file-settings-input.ts'
import { OWNED_EXAMPLE, OWNED_SHAPE, type OwnedKind, ownedBody, ownedKind } from './owned-kind.ts'
import { storeMode } from './settings-input.ts'
import { SPAM_SHAPE } from './spam-input.ts'

const Settings = z.object({
  redirect_url: z
    .string()
    .nullable()
    .describe('URL that a browser is redirected to after its submission, unless _next names another.'),
  error_url: z
    .string()
    .nullable()
    .describe(
      'URL that a browser is redirected to when its submission is refused, unless _error names another.',
    ),
  allowed_origins: z
    .array(z.string())
    .describe('Origins whose pages may submit; empty: any page may submit.'),
  honeypot: z.string().nullable().describe('A field, in addition to _gotcha, that only bots fill in.'),
  expect: z
    .array(z.string())
    .describe('Names of the fields that the form is expected to send; nothing is refused because of them.'),
  email_notifications: z
    .boolean()
    .describe('false: submissions are stored, and the recipient gets no email; destinations still do.'),
  submitted_subject: z
    .boolean()
    .describe('true: the subject of emails is the one that the form sends as _subject.'),
  queue_id: z
    .string()
    .nullable()
    .describe('The queue that also gets each submission except spam as a message; null: none.'),
  destinations: z
    .array(DestinationShape)
    .describe(
      'Where submissions are delivered in addition to the recipient: to those that are confirmed or active, as many as the plan allows.',
    ),
  store: storeMode,
  ...SPAM_SHAPE,
  ...FILES_SHAPE,
  ...EMAIL_SHAPE,
})

/** Schema of a form endpoint. */
export const Endpoint = named(
  'Endpoint',
  z.object({
    id: formId,
    kind: z.literal('form'),
    endpoint_url: z.url(),
    ...OWNED_SHAPE,
    last_submission_at: instant.nullable(),
    submissions: z.object({
      total: z.int().describe('Accepted in total; spam is not counted.'),
      this_month: z.int(),
      limit: z.int().nullable().describe('Monthly limit of the plan; null: no limit.'),
      resets_at: instant,
    }),
    emails_held: z
      .int()
      .describe(
        'Emails to the recipient that wait: for the email limit, until the endpoint is confirmed, or because of its email settings.',
      ),
    unread: z
      .int()
      .max(MAX_UNREAD_COUNTED)
      .describe(`Unread submissions in the inbox; ${MAX_UNREAD_COUNTED} means that many or more.`),
    days: z
      .array(z.int())
      .length(DAYS_COUNTED)
      .describe(
        'Submissions received on each of the last days, without spam, oldest first. Days are in UTC.',
      ),
    days_since: instant.describe('Start of the first of these days.'),
    ...FILE_LIMITS_SHAPE,
    settings: Settings,
  }),
)

/** Formats a form endpoint by the schema `Endpoint`. */
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
    emails_held: view.emailsHeld,
    unread: view.unread,
    days: [...view.days],
    days_since: view.daysSince.toISOString(),
    file_limits: fileLimitsBody(view.fileLimits),
    settings: {
      redirect_url: settings.redirectUrl,
      error_url: settings.errorUrl,
      allowed_origins: [...settings.allowedOrigins],
      honeypot: settings.honeypot,
      expect: [...settings.expect],
      email_notifications: endpoint.mailStoppedAt === null,
      submitted_subject: settings.submittedSubject,
      queue_id: settings.queueId,
      destinations: settings.destinations.map(destinationBody),
      spam: {
        level: settings.spam.level,
        block: [...settings.spam.block],
        allow: [...settings.spam.allow],
      },
      challenge: settings.challenge,
      files: fileSettingsBody(settings.files),
      store: settings.store,
      email: emailSettingsBody(settings.email),
    },
  }
}

/** Describes form endpoints for the owner API. */
export function forms({ base, actions }: Pick<HttpDeps, 'base' | 'actions'>): OwnedKind<typeof Endpoint> {
  return ownedKind({
    kind: 'form',
    keyName: null,
    tag: 'endpoints',
    path: '/endpoints',
    names: { one: 'Endpoint', many: 'Endpoints' },
    words: { one: 'endpoint', a: 'an endpoint', accepts: 'submissions' },
    changes: 'settings',
    schema: Endpoint,
    async toBodies(views, now) {
      const found = await actions.loadFormStats(views, now)
      return found.map((view) => endpointBody(base, view))
    },
    example: exampleEndpoint(base),
  })
}

/** Returns an example of a form endpoint for the API reference. */
export function exampleEndpoint(base: string): z.infer<typeof Endpoint> {
  return {
    id: 'f_k3v9q2m7x4t8r5wz',
    kind: 'form',
    endpoint_url: `${base}/f/f_k3v9q2m7x4t8r5wz`,
    ...OWNED_EXAMPLE,
    name: 'Contact',
    last_submission_at: '2026-11-20T10:00:00.000Z',
    submissions: { total: 12, this_month: 12, limit: 50, resets_at: '2026-12-01T00:00:00.000Z' },
    emails_held: 0,
    unread: 2,
    days: Array.from({ length: DAYS_COUNTED }, (_, day) => (day < DAYS_COUNTED - 12 ? 0 : 1)),
    days_since: '2026-10-22T00:00:00.000Z',
    file_limits: null,
    settings: {
      redirect_url: null,
      error_url: null,
      allowed_origins: ['https://acme.org'],
      honeypot: null,
      expect: [],
      email_notifications: true,
      submitted_subject: false,
      queue_id: null,
      destinations: [],
      spam: { level: 'normal', block: ['casino', 'example.net'], allow: ['bo@builds.dev'] },
      challenge: 'off',
      files: fileSettingsBody(NO_FILE_SETTINGS),
      store: 'plain',
      email: emailSettingsBody(NO_EMAIL_SETTINGS),
    },
  }
}
