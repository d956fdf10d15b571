import { z } from 'zod'
import type { OwnedView } from '../../actions/endpoints/owned-endpoints.ts'
import type { KeyedKind } from '../../domain/endpoints/kind.ts'
import type { ApiTag } from '../kernel/api-route.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { instant } from '../schema/shapes.ts'

/** A kind of endpoint as the owner API offers it: `kind-routes.ts` makes its routes of this. */
export type OwnedKind<Shape extends z.ZodObject = z.ZodObject> = (Keyed | Unkeyed) & Described<Shape>
/** One with keys of its own. */
export type KeyedOwnedKind = Keyed & Described<z.ZodObject>

type Keyed = {
  kind: KeyedKind
  /** What the key that a new one has is called in its answer. */
  keyName: 'read_key' | 'api_key'
}
type Unkeyed = { kind: 'form'; keyName: null }

type Described<Shape extends z.ZodObject> = {
  tag: ApiTag
  /** Under /api/v1; that of one endpoint begins with it. */
  path: string
  /** Within operation ids and names of schemas: one, and a list of them. */
  names: { one: string; many: string }
  /** Within sentences: what one is called, bare and with its article, and what it takes. */
  words: { one: string; a: string; takes: string }
  /** What its owner may change of it: its settings, or nothing but its name. */
  changes: 'settings' | 'name'
  /** An endpoint as its owner gets it, and how it is made. All of a page at once. */
  schema: Shape
  bodiesOf(views: readonly OwnedView[], now: Date): Promise<z.input<Shape>[]>
  example: z.input<Shape>
}

/** Describes a kind: what its `bodiesOf` gives has the type of its schema. */
export function ownedKind<Shape extends z.ZodObject>(described: OwnedKind<Shape>): OwnedKind<Shape> {
  return described
}

/** What every endpoint shows. */
export const OWNED_SHAPE = {
  name: z.string().nullable(),
  recipient: z.string(),
  state: z.enum(['claimed', 'retired']),
  created_at: instant,
  claimed_at: instant.nullable(),
  retired_at: instant.nullable(),
  version: z.int().describe('Grows with each change of the settings; the ETag is made of it.'),
}

/** What was taken, and what of the plan is used: for the property that is called as what is counted. */
export const TAKEN_SHAPE = z.object({
  total: z.int().describe('In its whole life.'),
  this_month: z.int().describe('Of this endpoint, since its claim.'),
  used: z.int().describe('Of all endpoints of its kind that the account has: these count together.'),
  limit: z.int().nullable().describe("The plan's for a month; null: any number."),
  resets_at: instant,
})

/** What `OWNED_SHAPE` describes. */
export function ownedBody({ endpoint, state }: OwnedView) {
  return {
    name: endpoint.settings.name,
    recipient: endpoint.recipient,
    state,
    created_at: endpoint.createdAt.toISOString(),
    claimed_at: endpoint.claimedAt?.toISOString() ?? null,
    retired_at: endpoint.retiredAt?.toISOString() ?? null,
    version: endpoint.version,
  }
}

/** What `TAKEN_SHAPE` describes. */
export function takenBody({ endpoint, taken, month }: OwnedView): z.infer<typeof TAKEN_SHAPE> {
  return {
    total: endpoint.acceptedCount,
    this_month: taken,
    used: month.used,
    limit: month.limit,
    resets_at: month.resetsAt.toISOString(),
  }
}

export const OWNED_EXAMPLE = {
  name: 'Shop',
  recipient: EXAMPLE_RECIPIENT,
  state: 'claimed' as const,
  created_at: '2026-11-01T10:00:00.000Z',
  claimed_at: '2026-11-01T10:05:00.000Z',
  retired_at: null,
  version: 1,
}

export const TAKEN_EXAMPLE = {
  total: 1200,
  this_month: 800,
  used: 900,
  limit: 5000,
  resets_at: '2026-12-01T00:00:00.000Z',
}
