import type { z } from 'zod'
import type { RefusalCode } from '../../../domain/refusal.ts'
import { getDemand, isOpenWhileSuspended } from '../../accounts/access.ts'
import type { ApiRoute, ApiTag } from '../../kernel/api-route.ts'
import { toScopes } from '../../kernel/authenticate.ts'
import { API_PATH } from '../../kernel/paths.ts'
import { REFUSALS } from '../../kernel/refusals.ts'
import type { Parameter, PathItem, Tag } from '../../pages/docs/openapi-shape.ts'
import { jsonSchema } from '../../schema/named-schemas.ts'
import { IDEMPOTENCY_KEY, IF_MATCH } from '../../schema/parameters.ts'
import { type NamedOperation, operation, refusals, toAnswer, toContent } from './answers.ts'

/** Names of the tags for people, and their descriptions. */
export type TagTexts = Readonly<Record<string, Pick<Tag, 'x-displayName' | 'description'>>>

const TAGS = {
  account: {
    'x-displayName': 'Account',
    description: 'The account, its export and its activity, and the caller of a request.',
  },
  keys: { 'x-displayName': 'API keys', description: 'Keys with which programs call the owner API.' },
  members: {
    'x-displayName': 'Members',
    description:
      'People who may see the account or one of its forms, and the accounts that the caller is a member of.',
  },
  sessions: {
    'x-displayName': 'Sessions',
    description: 'Browsers in which the owner is signed in, and the confirmation of a sign-in.',
  },
  devices: {
    'x-displayName': 'Devices',
    description: 'Browsers in which the owner gets notifications about new submissions.',
  },
  endpoints: { 'x-displayName': 'Forms', description: 'Form endpoints of the account and their settings.' },
  submissions: {
    'x-displayName': 'Submissions',
    description: 'Submissions that the forms received: read, search, move, delete, export.',
  },
  labels: {
    'x-displayName': 'Labels and views',
    description: 'Labels that owners put on submissions, and saved views of the inbox.',
  },
  files: {
    'x-displayName': 'Files',
    description: 'Files of submissions: fetch them, create links to them, revoke the links.',
  },
  destinations: {
    'x-displayName': 'Destinations',
    description:
      'Where a form or telemetry endpoint delivers to beside its recipient: webhooks, chats and further email addresses. Adding one needs a key with the scopes read and write, or a fresh sign-in.',
  },
  deliveries: {
    'x-displayName': 'Deliveries',
    description: 'Deliveries of submissions, with each attempt, and sending them again.',
  },
  telemetry: {
    'x-displayName': 'Telemetry',
    description: 'Telemetry endpoints of the account and their events.',
  },
  queues: { 'x-displayName': 'Queues', description: 'Queues of the account and their messages.' },
  usage: { 'x-displayName': 'Usage', description: 'What the account has used of its plan this month.' },
  operator: {
    'x-displayName': 'Operator',
    description: 'For the accounts that run this instance.',
  },
  live: { 'x-displayName': 'Live events', description: 'Events of the account as they happen.' },
} satisfies Record<ApiTag, TagTexts[string]>

/** One record of a collection, where its name is not that without the s. */
const OWNED: Readonly<Record<string, string>> = {
  telemetry: 'telemetry endpoint',
  endpoints: 'form endpoint',
}

/** Refusals of an unknown id by the collection in a path. */
const UNKNOWN_IDS: Readonly<Record<string, RefusalCode>> = {
  endpoints: 'endpoint_not_found',
  queues: 'endpoint_not_found',
  telemetry: 'endpoint_not_found',
  submissions: 'submission_not_found',
  labels: 'label_not_found',
  views: 'view_not_found',
}

/** Tags of the owner API, in the order of the reference. */
export const API_TAGS = toTags(TAGS)

/** Returns tags as the document lists them. */
export function toTags(texts: TagTexts): Tag[] {
  return Object.entries(texts).map(([name, text]) => ({ name, ...text }))
}

/** Composes the owner API as paths of the document. */
export function apiPaths(routes: readonly ApiRoute[]): Record<string, PathItem> {
  const byPath = Map.groupBy(routes, (route) => route.path)
  return Object.fromEntries(
    [...byPath].map(([path, those]) => [
      API_PATH + path.replace(/:(\w+)/g, '{$1}'),
      Object.fromEntries(those.map((route) => [route.method.toLowerCase(), toOperation(route)])),
    ]),
  )
}

function toOperation(route: ApiRoute): NamedOperation {
  const { tag, operationId, summary, description, fresh, body, bodyExample } = route
  const read = (route.reads ?? []).map((name) => (name === 'If-Match' ? IF_MATCH : IDEMPOTENCY_KEY))
  const parameters = [...pathParameters(route.path), ...queryParameters(route.query), ...read]
  const shown = bodyExample === undefined ? {} : { example: bodyExample }
  const hasBody = Object.keys(body.shape).length > 0
  const session = fresh ? ' A session must be fresh: confirmed by an email within minutes.' : ''
  return operation({
    operationId,
    summary,
    tags: [tag],
    security: toSecurity(route),
    ...(description || session ? { description: `${description ?? ''}${session}`.trim() } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: toContent({ 'application/json': { schema: body, ...shown } }),
          },
        }
      : {}),
    ...(route.file ? { requestBody: { required: true, content: toFileContent(route.file) } } : {}),
    responses: { ...toAnswers(route), ...refusals(listRefusals(route)) },
  })
}

function toAnswers({ answer, otherAnswers = {} }: ApiRoute): NamedOperation['responses'] {
  const all = Object.entries({ [answer.status]: answer, ...otherAnswers })
  return Object.fromEntries(all.map(([status, each]) => [status, toAnswer(each, 'get')]))
}

/** Returns the accepted credentials; scopes of keys are listed as roles (OpenAPI 3.1, "Security Requirement Object"). */
function toSecurity({ needs }: ApiRoute): Record<string, string[]>[] {
  return needs === 'session' ? [{ session: [] }] : [{ session: [] }, { key: [...toScopes(needs)] }]
}

/** A file is described by its media type and an example alone. */
function toFileContent(examples: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(examples).map(([type, example]) => {
      const isJson = type === 'application/json'
      return [
        type,
        isJson ? { schema: {}, example: JSON.parse(example) } : { schema: { type: 'string' }, example },
      ]
    }),
  )
}

function listRefusals(route: ApiRoute): RefusalCode[] {
  const own = [...findUnknownId(route), ...(route.refuses ?? [])]
  const codes: RefusalCode[] = ['not_signed_in', 'key_invalid', 'key_expired', 'value_invalid']
  if (route.method !== 'GET') codes.push('body_unparsable', 'cross_site_action')
  codes.push(route.needs === 'session' ? 'session_needed' : 'scope_missing')
  const { role, reach } = getDemand(route.operationId)
  if (role !== 'viewer' || reach === 'account') codes.push('role_missing')
  if (!isOpenWhileSuspended(route)) codes.push('account_suspended')
  if (route.fresh) codes.push('fresh_sign_in_needed')
  // Listed when another refusal has the same status; otherwise the default answer covers it.
  if (own.some((code) => REFUSALS[code].status === REFUSALS.answers_limit.status)) {
    codes.push('answers_limit', 'call_rate')
  }
  return [...new Set([...codes, ...own])]
}

/** Returns the refusal of an unknown id in the path; none for a route that refuses it with `not_found`. */
function findUnknownId({ path, refuses = [] }: ApiRoute): RefusalCode[] {
  const [, collection = '', id] = path.split('/')
  const unknown = id === ':id' ? UNKNOWN_IDS[collection] : undefined
  return unknown === undefined || refuses.includes('not_found') ? [] : [unknown]
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: describeParameter(path, name),
    schema: { type: 'string' },
  }))
}

function describeParameter(path: string, name: string): string {
  if (name !== 'id') return `The id of the ${name.replace('_id', '')}.`
  const [, collection = ''] = path.split('/')
  return `The id of the ${OWNED[collection] ?? collection.replace(/s$/, '')}.`
}

/** Converts the schema of a query to parameters. */
export function queryParameters(query: z.ZodObject): Parameter[] {
  const { properties = {}, required = [] } = jsonSchema(query)
  return Object.entries(properties as Record<string, { description?: string }>).map(([name, schema]) => {
    const { description, ...rest } = schema
    return {
      name,
      in: 'query',
      required: (required as string[]).includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }
  })
}
