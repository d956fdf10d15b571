import { z } from 'zod'
import type { AuditEntry } from '../../actions/accounts/audit.ts'
import { AUDIT_ACTIONS, AUDIT_DAYS } from '../../domain/accounts/audit.ts'
import type { Keys } from '../../domain/keys.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, opaqueId, PAGING, page } from '../schema/shapes.ts'

const Entry = named(
  'AuditEntry',
  z.object({
    id: opaqueId,
    at: instant,
    action: z.enum(AUDIT_ACTIONS),
    actor: z
      .object({
        kind: z.enum(['session', 'key']),
        id: opaqueId.describe('Id of the session or API key, even after it has ended.'),
        name: z.string().describe('Browser of the session, or name of the key.'),
      })
      .nullable()
      .describe(
        'null: the service itself, for a key or session that expired, or somebody with the link of an email.',
      ),
    subject: z.string().nullable().describe('Id of the endpoint; null: about the account.'),
    subject_name: z.string().nullable().describe('Name that this endpoint has now.'),
    detail: z
      .string()
      .nullable()
      .describe(
        'Name of the key; claim_page, email_link or email_code for a session that was opened; names of the changed settings; id of the destination; number of exported submissions, once the export has ended; id of the submission whose links to files were revoked; "declined" for an endpoint that was retired by declining it.',
      ),
  }),
)

const EXAMPLE: z.infer<typeof Entry> = {
  id: 'aud_2y9x4m7p0c8k3z5r1t6w9v0b4n',
  at: '2026-11-20T10:00:00.000Z',
  action: 'key_created',
  actor: { kind: 'session', id: 'ses_8s0fjv2ezk7wh5r0x9m3tq6ybc', name: 'Firefox · Linux' },
  subject: null,
  subject_name: null,
  detail: 'nightly backup',
}

/** Declares `GET /audit`. */
export function auditRoutes({ actions, keys }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      method: 'GET',
      path: '/audit',
      needs: 'read',
      fresh: false,
      tag: 'account',
      operationId: 'listAudit',
      summary: 'List the audit log of the account, newest first.',
      description: `Kept for ${AUDIT_DAYS} days. It contains no client addresses.`,
      query: z.strictObject(PAGING),
      body: NOTHING,
      answer: {
        status: 200,
        description: 'A page of entries.',
        schema: named('AuditPage', page(Entry)),
        example: { data: [EXAMPLE], next_cursor: null },
      },
      async handle({ caller, query }) {
        const { limit, cursor } = query
        const listed = await actions.listAudit(caller, { limit, cursor })
        if (listed.kind === 'refused') return listed
        return answered({
          data: listed.entries.map((entry) => auditEntryBody(keys, entry)),
          next_cursor: listed.next,
        })
      },
    }),
  ]
}

/** Formats an entry by the schema `AuditEntry`. */
export function auditEntryBody(
  keys: Keys,
  { key, at, action, actor, subject, subjectName, detail }: AuditEntry,
): z.infer<typeof Entry> {
  return {
    id: keys.rowId('audit', key),
    at: at.toISOString(),
    action,
    actor: actor && {
      kind: actor.kind === 'session' ? 'session' : 'key',
      id: keys.rowId(actor.kind, actor.key),
      name: actor.name,
    },
    subject,
    subject_name: subjectName,
    detail,
  }
}
