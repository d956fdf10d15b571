import { z } from 'zod'
import { MAX_OVERSEEN } from '../../actions/operator/oversee.ts'
import type { Suspended } from '../../actions/operator/suspend.ts'
import { readPlainAddress } from '../../domain/accounts/mailbox.ts'
import { getPublicState } from '../../domain/endpoints/endpoint.ts'
import { findKindRules, getKindRules } from '../../domain/endpoints/kinds.ts'
import { MAX_SUSPENSION_REASON_LENGTH, readSuspensionReason } from '../../domain/endpoints/suspension.ts'
import { OPERATOR_ACTIONS } from '../../domain/operator/operator-log.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, suspensionBody, suspensionShape } from '../schema/shapes.ts'
import { ALONE, checkOperator } from './require-operator.ts'

const MAX_QUERY_LENGTH = 254
const more = z.boolean().describe(`true: there are others than these ${MAX_OVERSEEN}. Search for them.`)
const sought = z.strictObject({
  q: z
    .string()
    .max(MAX_QUERY_LENGTH)
    .regex(/^[^\x00-\x1f\x7f]*$/, 'Control characters are not allowed')
    .optional()
    .describe('Text to search for. Without it, the newest are listed.'),
})

const OwnerList = named(
  'OperatorOwnerList',
  z.object({
    data: z.array(
      z.object({
        email: z.string(),
        plan: z.string(),
        created_at: instant,
        suspended: suspensionShape,
        endpoints: z.int(),
        submissions: z.int().describe('Accepted by all its forms in their lives, without spam.'),
        stored_bytes: z.int().describe('Bytes of the files of visitors.'),
        sessions: z.int(),
      }),
    ),
    more,
  }),
)
const EndpointList = named(
  'OperatorEndpointList',
  z.object({
    data: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['form', 'telemetry', 'queue']),
        owner: z.string().nullable().describe('null while nobody has claimed it.'),
        site: z.string().nullable().describe('Host of the page that sent the first submission.'),
        state: z.enum(['unclaimed', 'claimed', 'frozen', 'expired', 'retired', 'suspended']),
        suspended: suspensionShape.describe('Its own suspension; that of its account is with the owner.'),
        created_at: instant,
        accepted: z.int(),
        last_accepted_at: instant.nullable(),
      }),
    ),
    more,
  }),
)
const LogShape = named(
  'OperatorLog',
  z.object({
    data: z.array(
      z.object({
        at: instant,
        operator: z.string().describe('The address of an account, or `command`.'),
        action: z.enum(OPERATOR_ACTIONS),
        subject: z.string().nullable(),
        detail: z.string().nullable(),
      }),
    ),
    more,
  }),
)
const SuspensionRequest = named(
  'OperatorSuspension',
  z.strictObject({
    subject: z.string().max(MAX_QUERY_LENGTH).describe('The id of an endpoint, or the address of an owner.'),
    suspended: z.boolean().describe('false: lifts the suspension.'),
    reason: z
      .string()
      .max(MAX_SUSPENSION_REASON_LENGTH)
      .nullable()
      .optional()
      .describe('What the owner is told; visitors never see it.'),
  }),
)
const SignOutRequest = named('OperatorSignOut', z.strictObject({ email: z.string().max(MAX_QUERY_LENGTH) }))

/** Declares what operators see of owners and endpoints, and do about them. */
export function operatorRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  const common = { needs: 'session', tag: 'operator', refuses: ['not_found'] } as const
  const reading = { ...common, method: 'GET', fresh: false, body: NOTHING } as const
  const acting = { ...common, method: 'POST', fresh: true, query: NOTHING } as const
  return [
    apiRoute({
      ...reading,
      path: '/operator/owners',
      operationId: 'listOwnersOfInstance',
      summary: 'List the newest owners of this instance, or those whose address contains a text.',
      description: ALONE,
      query: sought,
      answer: { status: 200, description: 'Owners.', schema: OwnerList, example: OWNERS_EXAMPLE },
      async handle({ caller, query: { q } }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        const { items, more } = await actions.listOwners(q?.trim() || null)
        return answered({
          data: items.map(({ key: _key, mailbox, createdAt, suspension, storedBytes, ...owner }) => ({
            ...owner,
            email: mailbox,
            created_at: createdAt.toISOString(),
            suspended: suspensionBody(suspension),
            stored_bytes: storedBytes,
          })),
          more,
        })
      },
    }),
    apiRoute({
      ...reading,
      path: '/operator/endpoints',
      operationId: 'listEndpointsOfInstance',
      summary: 'List the newest endpoints of this instance, or those with an id, an owner or a site.',
      description: ALONE,
      query: sought,
      answer: { status: 200, description: 'Endpoints.', schema: EndpointList, example: ENDPOINTS_EXAMPLE },
      async handle({ caller, query: { q }, now }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        const { items, more } = await actions.listOfAnybody(q?.trim() || null)
        return answered({
          data: items.map(({ endpoint, owner, suspension }) => ({
            id: endpoint.id,
            kind: getKindRules(endpoint).kind,
            owner,
            site: endpoint.siteHost,
            state: getPublicState(endpoint, now),
            suspended: suspensionBody(suspension),
            created_at: endpoint.createdAt.toISOString(),
            accepted: endpoint.acceptedCount,
            last_accepted_at: endpoint.lastAcceptedAt?.toISOString() ?? null,
          })),
          more,
        })
      },
    }),
    apiRoute({
      ...reading,
      path: '/operator/log',
      operationId: 'showOperatorLog',
      summary: 'Get the log of what the operator did, the newest first.',
      description: ALONE,
      query: NOTHING,
      answer: { status: 200, description: 'The log.', schema: LogShape, example: LOG_EXAMPLE },
      async handle({ caller }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        const { items, more } = await actions.listOperatorLog()
        return answered({
          data: items.map(({ key: _key, at, ...entry }) => ({ ...entry, at: at.toISOString() })),
          more,
        })
      },
    }),
    apiRoute({
      ...acting,
      path: '/operator/suspensions',
      operationId: 'changeSuspension',
      summary: 'Suspend an endpoint or an owner, or lift that.',
      description: `${ALONE} A suspended endpoint accepts nothing, and nothing is deleted: see the guide for operators.`,
      body: SuspensionRequest,
      bodyExample: { subject: 'f_k3v9q2m7x4t8r5wz', suspended: true, reason: 'Phishing of a bank' },
      refuses: ['not_found', 'endpoint_not_found', 'value_invalid'],
      answer: { status: 204, description: 'It is so now, or was so before.' },
      async handle({ caller, now, body: { subject, suspended, reason } }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        const read = readSuspensionReason(reason ?? '')
        if (read.kind === 'too_long') return refused({ code: 'value_invalid', field: 'reason' })
        const operator = { kind: 'account', mailbox: caller.mailbox } as const
        const suspension = suspended ? { at: now, reason: read.reason } : null
        const change = { suspension, operator, now }
        const endpointId = subject.trim()
        if (findKindRules(endpointId)) {
          return toAnswer(await actions.suspendEndpoint({ endpointId, ...change }))
        }
        const mailbox = readPlainAddress(endpointId)
        if (mailbox === null) return refused({ code: 'value_invalid', field: 'subject' })
        return toAnswer(await actions.suspendAccount({ mailbox, ...change }))
      },
    }),
    apiRoute({
      ...acting,
      path: '/operator/sign-outs',
      operationId: 'signOutOwner',
      summary: 'End all sessions of an owner; their API keys stay.',
      description: ALONE,
      body: SignOutRequest,
      bodyExample: { email: 'jane@acme.org' },
      answer: { status: 204, description: 'All sessions of the owner have ended.' },
      async handle({ caller, now, body }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        const mailbox = readPlainAddress(body.email.trim())
        const operator = { kind: 'account', mailbox: caller.mailbox } as const
        const done = mailbox !== null && (await actions.signOutOwner({ mailbox, operator, now }))
        return done ? DONE : refused({ code: 'not_found' })
      },
    }),
  ]
}

function toAnswer(suspended: Suspended): typeof DONE | Refused {
  return suspended.kind === 'done' ? DONE : refused({ code: 'endpoint_not_found', field: 'subject' })
}

const OWNERS_EXAMPLE = {
  data: [
    {
      email: 'jane@acme.org',
      plan: 'free',
      created_at: '2026-11-01T10:00:00.000Z',
      suspended: null,
      endpoints: 2,
      submissions: 120,
      stored_bytes: 40_960,
      sessions: 1,
    },
  ],
  more: false,
}
const ENDPOINTS_EXAMPLE = {
  data: [
    {
      id: 'f_k3v9q2m7x4t8r5wz',
      kind: 'form' as const,
      owner: 'jane@acme.org',
      site: 'acme.org',
      state: 'claimed' as const,
      suspended: null,
      created_at: '2026-11-01T10:00:00.000Z',
      accepted: 120,
      last_accepted_at: '2026-11-20T10:00:00.000Z',
    },
  ],
  more: false,
}
const LOG_EXAMPLE = {
  data: [
    {
      at: '2026-11-20T10:00:00.000Z',
      operator: 'command',
      action: 'endpoint_suspended' as const,
      subject: 'f_k3v9q2m7x4t8r5wz',
      detail: 'Phishing of a bank',
    },
  ],
  more: false,
}
