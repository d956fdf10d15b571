import { z } from 'zod'
import { KINDS } from '../../../domain/endpoints/kinds.ts'
import { SettingsRequest } from '../../endpoints/settings-input.ts'
import { API_PATH } from '../../kernel/paths.ts'
import { isForAccount } from '../access.ts'
import { createTool, type Tool } from '../tool.ts'
import { anyEndpointId, paging } from './inputs.ts'

/** An endpoint of the account, of any kind. Kinds have more fields than these. */
export const OwnedEndpoint = z.looseObject({
  id: z.string(),
  kind: z.enum(['form', 'telemetry', 'queue']),
  name: z.string().nullable(),
  recipient: z.string(),
  state: z.enum(['claimed', 'retired']),
})

const PATHS = { form: '/endpoints', telemetry: '/telemetry', queue: '/queues' } as const

/** Tools for the endpoints of an account. */
export const OWNED: readonly Tool[] = [
  createTool({
    name: 'list_endpoints',
    title: 'List endpoints',
    description:
      'Lists the endpoints of the account of one kind, newest first, with their counts and settings.',
    effect: 'reads',
    author: 'service',
    input: z.strictObject({
      kind: z.enum(['form', 'telemetry', 'queue']).default('form'),
      state: z.enum(['claimed', 'retired']).optional(),
      q: z.string().optional().describe('Text that the name or the id must contain.'),
      ...paging,
    }),
    output: z.object({ data: z.array(OwnedEndpoint), next_cursor: z.string().nullable() }),
    isFor: isForAccount('read'),
    toCall: ({ kind, ...query }) => ({ method: 'GET', path: API_PATH + PATHS[kind], query, as: 'caller' }),
    summarize: (body, { kind }) => summarizePage(body, `${kind} endpoints`),
  }),
  createTool({
    name: 'change_endpoint',
    title: 'Change an endpoint',
    description:
      'Changes the name, the emails or the checks of an endpoint of the account. Fields that are left out keep their value. ' +
      'allowed_origins, honeypot, expect, submitted_subject, spam, challenge and store are for forms alone; a list in spam replaces the one that the form has. Where submissions go is changed by add_destination, or in the dashboard.',
    effect: 'changes',
    author: 'service',
    input: SettingsRequest.pick({
      name: true,
      language: true,
      email_notifications: true,
      allowed_origins: true,
      honeypot: true,
      expect: true,
      submitted_subject: true,
      spam: true,
      challenge: true,
      store: true,
    }).extend({ id: anyEndpointId }),
    output: OwnedEndpoint,
    isFor: isForAccount('write'),
    toCall: ({ id, ...body }) => ({
      method: 'PATCH',
      path: `${API_PATH}${getListPath(id)}/${id}`,
      body,
      as: 'caller',
    }),
    summarize: (_body, { id }) => `The endpoint ${id} was changed.`,
  }),
]

/** Returns a sentence about a page of a list. */
export function summarizePage(body: Readonly<Record<string, unknown>>, what: string): string {
  const count = Array.isArray(body.data) ? body.data.length : 0
  const more = body.next_cursor === null ? '' : ' There are more: call again with cursor set to next_cursor.'
  return `Number of ${what} on this page: ${count}.${more}`
}

function getListPath(id: string): string {
  const rules = Object.values(KINDS).find(({ idPrefix }) => id.startsWith(idPrefix))
  return PATHS[rules?.kind ?? 'form']
}
