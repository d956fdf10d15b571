import { z } from 'zod'
import { WEB_KIND_NAMES } from '../../domain/destinations/web-kinds.ts'
import { IDLE_DAYS } from '../../domain/endpoints/endpoint.ts'
import { UNCLAIMED_CAP } from '../../domain/endpoints/kinds/form.ts'
import { QUEUE } from '../../domain/endpoints/kinds/queue.ts'
import { TELEMETRY } from '../../domain/endpoints/kinds/telemetry.ts'
import { MESSAGE_RETENTION_DAYS } from '../../domain/queues/queue.ts'

/**
 * Bodies of requests and answers: the only source of `/openapi.json` and of the types of answers. Answers may gain members;
 * clients must ignore unknown ones. The document calls each schema by the name of its export.
 */

const endpointId = (idPrefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${idPrefix}_[0-9a-hjkmnp-tv-z]{16}$`))
    .describe('The opaque id of the endpoint.')
const formId = endpointId('f')
const endpointUrl = z.url().describe('Post submissions here; use it unchanged.')
const instant = z.iso.datetime()
const state = z
  .enum(['unclaimed', 'claimed', 'frozen', 'expired', 'retired', 'suspended'])
  .describe(
    'unclaimed and claimed accept submissions; frozen accepts none until the claim; suspended accepts none until the operator lifts it; expired and retired are final.',
  )
const dryRun = z.literal(true).describe('Nothing was changed, counted or sent.')

export const CreateRequest = z.object({
  recipient: z
    .string()
    .meta({ format: 'email', maxLength: 254 })
    .describe('The one plain email address that receives the submissions. Placeholders are refused.'),
  expect: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('Forms: names of the fields to come, with commas or as a list. Only warns of missing ones.'),
  expect_every: z
    .string()
    .optional()
    .describe(
      'Telemetry endpoints: an event comes at least this often, such as `15m`, `1h` or `7d` (`5m` to `30d`). The public status says when it is overdue; with the claim it becomes a watch that emails the owner.',
    ),
  altcha: z
    .string()
    .optional()
    .describe(
      'The solution of the challenge in a refusal with create_challenge: base64 of {"challenge":…,"solution":…}.',
    ),
})

const expectation = {
  expect: z.array(z.string()).optional().describe('The expected fields, when the request named some.'),
}
const promise = {
  expect_every: z
    .string()
    .optional()
    .describe('The expected interval of events, when the request named one.'),
}
const warnings = z
  .array(z.string())
  .optional()
  .describe(
    'Sentences about what is probably a mistake: a mistyped domain of the recipient, or an expected field that cannot be used.',
  )

const createdCommon = {
  unclaimed: z.literal(true).describe('True until the recipient follows the claim link.'),
  claim_note: z.string().describe('How the endpoint is claimed, for people.'),
  status_url: z.url().describe('The claim-status probe of this endpoint.'),
  ignored_fields: z.array(z.string()).optional().describe('Unknown fields of the request.'),
  warnings,
}

export const Created = z.object({
  endpoint_url: endpointUrl,
  form_id: formId,
  ...createdCommon,
  expires_at: instant.describe(`${IDLE_DAYS} days after the last real submission.`),
  limits: z
    .object({
      lifetime_submissions: z.literal(UNCLAIMED_CAP),
      idle_days: z.literal(IDLE_DAYS),
    })
    .describe('Limits until the claim.'),
  ...expectation,
})

export const CreatedTelemetry = z.object({
  telemetry_url: z.url().describe('Post events here.'),
  telemetry_id: endpointId('t'),
  read_key: z.string().describe('Key that reads the events. Shown only once.'),
  ...createdCommon,
  expires_at: instant.describe(`${IDLE_DAYS} days after the last event.`),
  limits: z
    .object({
      lifetime_events: z.literal(TELEMETRY.unclaimedCap),
      idle_days: z.literal(IDLE_DAYS),
      retention_days: z.int(),
    })
    .describe('Limits until the claim.'),
  ...promise,
})

export const CreatedQueue = z.object({
  queue_url: z.url().describe('Post messages here.'),
  queue_id: endpointId('q'),
  api_key: z.string().describe('Key that publishes and consumes messages. Shown only once.'),
  ...createdCommon,
  expires_at: instant.describe(`${IDLE_DAYS} days after the last message.`),
  limits: z
    .object({
      lifetime_messages: z.literal(QUEUE.unclaimedCap),
      idle_days: z.literal(IDLE_DAYS),
      retention_days: z.literal(MESSAGE_RETENTION_DAYS),
    })
    .describe('Limits until the claim.'),
})

export const CreationDryRun = z.object({
  dry_run: dryRun,
  would_succeed: z.literal(true),
  would_create: z.object({
    unclaimed: z.literal(true),
    expires_at: instant,
  }),
  ...expectation,
  ...promise,
  warnings,
})

export const Submission = z
  .record(z.string(), z.unknown())
  .describe(
    'Any fields. _gotcha is the honeypot, _next the URL that a browser is redirected to, _replyto the address to reply to.',
  )

export const Accepted = z.object({
  ok: z.literal(true).describe('Stored and flushed to disk.'),
  submission_id: z
    .string()
    .regex(/^sub_[0-9a-hjkmnp-tv-z]{16,}$/)
    .describe('The opaque id of the submission.'),
  next: z
    .url()
    .optional()
    .describe(
      'Where a page goes next: the redirect URL of the form or of its owner; for clients that send the header Formspree-Client, always.',
    ),
})

export const SubmissionDryRun = z.object({
  dry_run: dryRun,
  would_succeed: z.literal(true),
  would_route_to: z
    .array(z.object({ kind: z.enum(['email', ...WEB_KIND_NAMES]), target_hint: z.string() }))
    .describe(
      'Where it would be delivered: the recipient with a masked address, and for a key of the owner with the scope `read` each destination, a webhook or chat as scheme and host. Only that key is told that the owner has stopped the emails.',
    ),
  claim_status: z.object({ state, claimed: z.boolean(), would_send_claim_email: z.boolean() }),
  spam: z
    .object({ verdict: z.enum(['ham', 'spam', 'unknown']), reasons: z.array(z.string()) })
    .describe(
      'Verdict of the spam filter. `unknown` for a form that filters by content: only a request with ' +
        '`Authorization: Bearer` and a key of the owner that has the scope `read` is told more than the honeypot.',
    ),
  fields: z.record(z.string(), z.unknown()).describe('The fields as parsed.'),
  files: z
    .array(z.object({ field: z.string(), name: z.string(), type: z.string(), bytes: z.int() }))
    .optional()
    .describe('Judged, not kept.'),
  warnings: z.array(z.string()).describe('Valid input that is probably a mistake.'),
})

export const FormFilesShape = z.object({
  accept: z.array(z.string()).describe('Suffixes with dots.'),
  max_files: z.int().describe('Of one submission.'),
  max_bytes: z.int().describe('Of one file.'),
  max_total_bytes: z.int().describe('Of one submission.'),
})

export const Status = z.object({
  exists: z.literal(true),
  claimed: z.boolean().describe('True once claimed, also when retired since.'),
  active: z.boolean().describe('True when a submission sent now would be accepted.'),
  state,
  unclaimed: z.boolean().describe('True until the claim.'),
  claim_email_sent: z
    .boolean()
    .describe(
      'True once the first attempt to send the claim email has begun; it then leaves in seconds, or is tried again.',
    ),
  claim_email_state: z
    .enum(['queued', 'held'])
    .optional()
    .describe(
      'While the claim email waits. queued: it is about to be sent. held: the recipient or the instance has reached a limit of emails; it goes by itself when the limit allows, usually within a day, and no new submission makes it go sooner.',
    ),
  form_id: formId,
  endpoint_url: endpointUrl,
  expires_at: instant.nullable().describe('null once claimed or retired.'),
  challenge: z
    .enum(['score', 'required'])
    .optional()
    .describe('Proof of work that the form asks for; left out by a form that asks for none.'),
  files: FormFilesShape.optional().describe('Left out by a form that takes none.'),
})

export const QueueStatus = Status.omit({
  form_id: true,
  endpoint_url: true,
  challenge: true,
  files: true,
}).extend({
  active: z.boolean().describe('True when a message published now would be accepted.'),
  queue_id: endpointId('q'),
  queue_url: z.url().describe('Post messages here.'),
  backlog_count: z.int().optional().describe('With a key only: messages neither acknowledged nor dead.'),
  dead_count: z.int().optional().describe('With a key only.'),
})

const accepts = z.array(z.string()).describe('The media types that the endpoint accepts.')
export const Info = Status.extend({ accepts })
export const QueueInfo = QueueStatus.omit({ backlog_count: true, dead_count: true }).extend({ accepts })

export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string().describe('How keys are derived.'),
    cost: z.int().describe('Iterations of one derivation.'),
    data: z.object({ f: z.string().describe('The form that the solution is for; new for a creation.') }),
    expiresAt: z.int().describe('Seconds since 1970.'),
    keyLength: z.int().describe('Bytes of a derived key.'),
    keyPrefix: z.string().describe('Hexadecimal beginning of the derived key to be found.'),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string().describe('HMAC of the parameters.'),
})

export const Refused = z.object({
  error: z.string().describe('Short and stable.'),
  field: z.string().optional().describe('The invalid field.'),
  code: z.string().describe('Machine-readable code. New codes may be added.'),
  message: z.string().describe('What is wrong in this case.'),
  hint: z.string().describe('What to do next.'),
  visitor_message: z
    .string()
    .optional()
    .describe(
      'For submissions whose Accept-Language names one of our languages: text for the visitor of the form in it.',
    ),
  challenge_url: z.url().optional().describe('With challenge_required: the address of a challenge.'),
  challenge: Challenge.optional().describe('With create_challenge: the challenge to solve.'),
  request_id: z.string().describe('Same as the header Request-Id; identifies the request in the logs.'),
  dry_run: dryRun.optional().describe('True for a dry run.'),
  errors: z
    .array(z.object({ code: z.string(), field: z.string().optional(), message: z.string() }))
    .optional()
    .describe(
      'Where a page goes next: the redirect URL of the form or of its owner; for clients that send the header Formspree-Client, always.',
    ),
})

export const UnknownEndpoint = z.object({
  exists: z.literal(false),
  claimed: z.literal(false),
  active: z.literal(false),
  ...Refused.omit({
    field: true,
    dry_run: true,
    errors: true,
    challenge_url: true,
    challenge: true,
    visitor_message: true,
  }).shape,
})

export const Claimed = z.object({
  claimed: z.boolean().describe('false when the operator requires a person to press the button.'),
  confirmed: z.boolean().describe('true once a person has confirmed the endpoint, by a button or a change.'),
  form_id: formId.optional().describe('Only for forms; others have telemetry_id or queue_id.'),
  telemetry_id: endpointId('t').optional(),
  queue_id: endpointId('q').optional(),
  account: z.string().describe('Masked email address of the owner.'),
  dashboard_url: z.url(),
})

export const SignInRequest = z.object({
  email: z.string().describe('The email address that endpoints were created for.'),
  next: z.string().optional().describe('Path in the dashboard to open after the sign-in.'),
})

export const CodeRequest = z.object({
  code: z.string().describe('The code from the newest email; spaces, hyphens and case are ignored.'),
})

export const Ok = z.object({ ok: z.literal(true) })

export const Healthy = z.object({ ok: z.literal(true), version: z.string() })

export const Readiness = z.object({
  ready: z.boolean(),
  checks: z.object({ store: z.boolean(), disk: z.boolean(), accepting: z.boolean() }),
})

export type CreationDryRunBody = z.infer<typeof CreationDryRun>
export type AcceptedBody = z.infer<typeof Accepted>
export type SubmissionDryRunBody = z.infer<typeof SubmissionDryRun>
export type ClaimedBody = z.infer<typeof Claimed>
