import { z } from 'zod'
import type { OwnedView } from '../../actions/endpoints/owned-endpoints.ts'
import { getName } from '../../domain/endpoints/endpoint.ts'
import type { KeyedKind } from '../../domain/endpoints/kind.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import { LANGUAGES } from '../../domain/language.ts'
import { usesPlanQuota } from '../../domain/plans/month-usage.ts'
import type { ApiTag } from '../kernel/api-route.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { instant, suspensionBody, suspensionShape } from '../schema/shapes.ts'

/** Describes a kind of endpoint in the owner API; `kind-routes.ts` declares its routes from this. */
export type OwnedKind<Shape extends z.ZodObject = z.ZodObject> = (Keyed | Unkeyed) & Described<Shape>
/** A kind whose endpoints have their own keys. */
export type KeyedOwnedKind = Keyed & Described<z.ZodObject>

type Keyed = {
  kind: KeyedKind
  /** Field of the create response that holds the first key. */
  keyName: 'read_key' | 'api_key'
}
type Unkeyed = { kind: 'form'; keyName: null }

type Described<Shape extends z.ZodObject> = {
  tag: ApiTag
  /** Path under /api/v1 of the list; the path of one endpoint begins with it. */
  path: string
  /** Singular and plural for operation ids and schema names. */
  names: { one: string; many: string }
  /** Nouns for sentences: the kind without and with its article, and the plural of the things it accepts. */
  words: { one: string; a: string; accepts: string }
  /** Fields that the owner can change. */
  changes: 'settings' | 'queue' | 'name'
  /** Schema of one endpoint. */
  schema: Shape
  /** Formats the endpoints of a page by `schema`. */
  toBodies(views: readonly OwnedView[], now: Date): Promise<z.input<Shape>[]>
  example: z.input<Shape>
}

/** Returns the description of a kind; checks that `toBodies` and `example` have the type of its schema. */
export function ownedKind<Shape extends z.ZodObject>(described: OwnedKind<Shape>): OwnedKind<Shape> {
  return described
}

/** Fields of every endpoint. */
export const OWNED_SHAPE = {
  name: z
    .string()
    .nullable()
    .describe(
      'Name that its owner gave it, else, for a form, the host of the page that sent its first submission.',
    ),
  recipient: z.string(),
  language: z
    .enum(LANGUAGES)
    .nullable()
    .describe(
      'Language of its emails: of the page that it was created on, else of the browser of its first submission, else of its claim; null: not known, so English.',
    ),
  state: z.enum(['claimed', 'retired']),
  created_at: instant,
  claimed_at: instant
    .nullable()
    .describe('Time at which the claim link was followed, perhaps by a mail scanner. Decides ownership.'),
  confirmed_at: instant
    .nullable()
    .describe(
      'Time at which the owner confirmed it, by a button or a change; null: claimed by its link alone. Until then emails are limited and keep their warning, and events and messages count against its lifetime allowance.',
    ),
  retired_at: instant.nullable(),
  suspended: suspensionShape.describe(
    'Set while the operator of the instance has suspended it: it accepts nothing, and nothing is deleted. The suspension of a whole account is in `GET /me`.',
  ),
  version: z.int().describe('Increases with each change of the settings; it is the ETag.'),
}

/** Fields of every endpoint of a kind with keys. */
export const KEYED_SHAPE = {
  ...OWNED_SHAPE,
  email_notifications: z
    .boolean()
    .describe('false: its emails were stopped, such as by a link; those about quotas still come.'),
}

/** Schema of the usage of an endpoint whose quota is shared by all endpoints of its kind. */
export const USAGE_SHAPE = z.object({
  total: z.int().describe('Accepted by this endpoint in total.'),
  this_month: z.int().describe('Accepted by this endpoint this month, since its claim.'),
  used: z
    .int()
    .describe('Accepted this month by all endpoints of this kind in the account; they share the limit.'),
  limit: z.int().nullable().describe('Monthly limit of the plan; null: no limit.'),
  allowance: z
    .int()
    .nullable()
    .describe('What it may accept in total until it is confirmed; null: it uses the limit of the plan.'),
  resets_at: instant,
})

/** Formats the fields of `OWNED_SHAPE`. */
export function ownedBody({ endpoint, state }: OwnedView) {
  return {
    name: getName(endpoint),
    recipient: endpoint.recipient,
    language: endpoint.language,
    state,
    created_at: endpoint.createdAt.toISOString(),
    claimed_at: endpoint.claimedAt?.toISOString() ?? null,
    confirmed_at: endpoint.confirmedAt?.toISOString() ?? null,
    retired_at: endpoint.retiredAt?.toISOString() ?? null,
    suspended: suspensionBody(endpoint.suspension),
    version: endpoint.version,
  }
}

/** Formats the fields of `KEYED_SHAPE`. */
export function keyedBody(view: OwnedView) {
  return { ...ownedBody(view), email_notifications: view.endpoint.mailStoppedAt === null }
}

/** Formats usage by `USAGE_SHAPE`. */
export function usageBody({ endpoint, monthCount, month }: OwnedView): z.infer<typeof USAGE_SHAPE> {
  return {
    total: endpoint.acceptedCount,
    this_month: monthCount,
    used: month.used,
    limit: month.limit,
    allowance: usesPlanQuota(endpoint) ? null : getKindRules(endpoint).unclaimedCap,
    resets_at: month.resetsAt.toISOString(),
  }
}

export const OWNED_EXAMPLE = {
  name: 'Shop',
  recipient: EXAMPLE_RECIPIENT,
  language: 'en' as const,
  state: 'claimed' as const,
  created_at: '2026-11-01T10:00:00.000Z',
  claimed_at: '2026-11-01T10:05:00.000Z',
  confirmed_at: '2026-11-01T10:06:00.000Z',
  retired_at: null,
  suspended: null,
  version: 1,
}

export const KEYED_EXAMPLE = { ...OWNED_EXAMPLE, email_notifications: true }

export const USAGE_EXAMPLE = {
  total: 1200,
  this_month: 800,
  used: 900,
  limit: 5000,
  allowance: null,
  resets_at: '2026-12-01T00:00:00.000Z',
}
