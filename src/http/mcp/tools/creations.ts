import { z } from 'zod'
import { API_PATH } from '../../kernel/paths.ts'
import { Created, CreatedQueue, CreatedTelemetry } from '../../schema/schemas.ts'
import { createsForm, createsKeyed } from '../access.ts'
import { type Body, createTool, type Tool } from '../tool.ts'
import { expect, expectEvery, idempotencyKey, recipient } from './inputs.ts'
import { OwnedEndpoint } from './owned.ts'

const ANONYMOUS = z.strictObject({
  recipient,
  altcha: z
    .string()
    .optional()
    .describe(
      'Only after a refusal with create_challenge: the solution of its challenge (the command line, /docs/command-line, solves it by itself).',
    ),
  idempotency_key: idempotencyKey,
})
const OWNED = z.strictObject({
  name: z.string().optional().describe('Name for its owner, such as Contact.'),
  recipient: recipient
    .optional()
    .describe('May be left out: with a key it is always the email address of the account.'),
  idempotency_key: idempotencyKey,
})

const ANONYMOUS_FORM = ANONYMOUS.extend({ expect })
const ANONYMOUS_TELEMETRY = ANONYMOUS.extend({ expect_every: expectEvery })
const OWNED_FORM = OWNED.extend({ expect })

const FORM = {
  name: 'create_form_endpoint',
  title: 'Create a form endpoint',
  summarize: (url: unknown) =>
    `The form endpoint ${url} is live. Next: form_snippet for the code of the form, then try_submission to check it without sending anything.`,
}
const TELEMETRY = {
  name: 'create_telemetry_endpoint',
  title: 'Create a telemetry endpoint',
  summarize: (url: unknown, key: unknown) =>
    `The telemetry endpoint ${url} is live. POST events to it as JSON, {"name":"signup"}. Its read key ${key} is shown only once: store it as a secret. ${explainKey('read_events and read_stats')}`,
}
const QUEUE = {
  name: 'create_queue',
  title: 'Create a queue',
  summarize: (url: unknown, key: unknown) =>
    `The queue ${url} is live. Its key ${key} is shown only once: store it as a secret. ${explainKey('publish_message and pull_messages')}`,
}

/** Tools that create endpoints: without a key for any recipient, with a key of an account in that account. */
export const CREATIONS: readonly Tool[] = [
  createTool({
    ...FORM,
    description:
      'Creates a live form endpoint: a URL to which any web page can post a form. No account is needed. What is posted is ' +
      'stored and emailed to the recipient, who takes ownership by one click in the first email. Call it once and keep endpoint_url in the project.',
    effect: 'adds',
    author: 'service',
    input: ANONYMOUS_FORM,
    output: Created,
    isFor: createsForm.anonymous,
    toCall: createAnonymously('/new'),
    summarize: (body) => `${FORM.summarize(body.endpoint_url)} Tell the user: "${body.claim_note}"`,
  }),
  createTool({
    ...FORM,
    description:
      'Creates a live form endpoint that the account owns from the start: a URL to which any web page can post a form. ' +
      'What is posted is stored and emailed to the address of the account.',
    effect: 'adds',
    author: 'service',
    input: OWNED_FORM,
    output: OwnedEndpoint,
    isFor: createsForm.owned,
    toCall: createOwned('/endpoints'),
    summarize: (body) => FORM.summarize(body.endpoint_url),
  }),
  createTool({
    ...TELEMETRY,
    description:
      'Creates a URL that accepts events from programs and pages, and a key that reads them. No account is needed. The ' +
      'recipient takes ownership by one click in the email about the first event.',
    effect: 'adds',
    author: 'service',
    input: ANONYMOUS_TELEMETRY,
    output: CreatedTelemetry,
    isFor: createsKeyed.anonymous,
    toCall: createAnonymously('/t/new'),
    summarize: (body) =>
      `${TELEMETRY.summarize(body.telemetry_url, body.read_key)} Tell the user: "${body.claim_note}"`,
  }),
  createTool({
    ...TELEMETRY,
    description: 'Creates a URL that accepts events, owned by the account, and a key that reads them.',
    effect: 'adds',
    author: 'service',
    input: OWNED,
    output: OwnedEndpoint.extend({ read_key: z.string() }),
    isFor: createsKeyed.owned,
    toCall: createOwned('/telemetry'),
    summarize: (body) => TELEMETRY.summarize(body.telemetry_url, body.read_key),
  }),
  createTool({
    ...QUEUE,
    description:
      'Creates a message queue with a key that publishes to it and pulls from it. No account is needed. The recipient ' +
      'takes ownership by one click in the email about the first message.',
    effect: 'adds',
    author: 'service',
    input: ANONYMOUS,
    output: CreatedQueue,
    isFor: createsKeyed.anonymous,
    toCall: createAnonymously('/q/new'),
    summarize: (body) =>
      `${QUEUE.summarize(body.queue_url, body.api_key)} Tell the user: "${body.claim_note}"`,
  }),
  createTool({
    ...QUEUE,
    description: 'Creates a message queue that the account owns, with a key that publishes and pulls.',
    effect: 'adds',
    author: 'service',
    input: OWNED,
    output: OwnedEndpoint.extend({ api_key: z.string() }),
    isFor: createsKeyed.owned,
    toCall: createOwned('/queues'),
    summarize: (body: Body) => QUEUE.summarize(body.queue_url, body.api_key),
  }),
]

function createAnonymously(path: string) {
  return ({ idempotency_key, ...body }: z.output<typeof ANONYMOUS>) =>
    ({
      method: 'POST',
      path,
      body,
      idempotencyKey: idempotency_key,
      as: 'anyone',
    }) as const
}

function createOwned(path: string) {
  return ({ idempotency_key, ...body }: z.output<typeof OWNED>) =>
    ({ method: 'POST', path: API_PATH + path, body, idempotencyKey: idempotency_key, as: 'caller' }) as const
}

function explainKey(tools: string): string {
  return `Send it as Authorization: Bearer: by HTTP (formslot://llms), or to this server, which then lists ${tools}.`
}
