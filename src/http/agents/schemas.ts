import { z } from 'zod'
import { IDLE_DAYS, UNCLAIMED_CAP } from '../../domain/endpoint.ts'

const formId = z
  .string()
  .regex(/^f_[0-9a-hjkmnp-tv-z]{16}$/)
  .describe('The opaque id of the endpoint.')
const instant = z.iso.datetime().describe('An instant in UTC.')
const address = z.url()
const state = z.enum(['unclaimed', 'claimed', 'frozen', 'expired', 'retired'])

/** The bodies of requests and answers: the one source of `/openapi.json`, and of the types that the routes answer with. */
export const CreateRequest = z.object({
  recipient: z
    .string()
    .describe('The one plain e-mail address that receives the submissions. Placeholders are refused.'),
})

export const Created = z.object({
  endpoint_url: address.describe('Post submissions here; use it unchanged.'),
  form_id: formId,
  unclaimed: z.literal(true),
  claim_note: z.string().describe('How the endpoint is claimed, for people.'),
  status_url: address,
  expires_at: instant.describe(`Moves on with every real submission: ${IDLE_DAYS} days after the last one.`),
  limits: z.object({
    lifetime_submissions: z.literal(UNCLAIMED_CAP),
    idle_days: z.literal(IDLE_DAYS),
  }),
  ignored_fields: z.array(z.string()).optional().describe('Fields that creation does not know.'),
})

export const CreationDryRun = z.object({
  dry_run: z.literal(true),
  would_succeed: z.literal(true),
  would_create: z.object({ unclaimed: z.literal(true), expires_at: instant }),
})

export const Accepted = z.object({
  ok: z.literal(true),
  submission_id: z.string().regex(/^sub_[0-9a-hjkmnp-tv-z]{16,}$/),
  next: address.optional().describe('Only for clients that send the header Formspree-Client.'),
})

export const SubmissionDryRun = z.object({
  dry_run: z.literal(true),
  would_succeed: z.literal(true),
  would_route_to: z.array(z.object({ kind: z.literal('email'), target_hint: z.string() })),
  claim_status: z.object({ state, claimed: z.boolean(), would_send_claim_email: z.boolean() }),
  spam: z.object({ verdict: z.enum(['ham', 'spam']), reasons: z.array(z.string()) }),
  fields: z.record(z.string(), z.unknown()).describe('The data as it was understood.'),
  warnings: z.array(z.string()),
})

export const Status = z.object({
  exists: z.literal(true),
  claimed: z.boolean(),
  active: z.boolean().describe('Whether a submission sent now would be accepted.'),
  state,
  unclaimed: z.boolean(),
  claim_email_sent: z.boolean(),
  form_id: formId,
  endpoint_url: address,
  expires_at: instant.nullable(),
  accepts: z.array(z.string()).optional(),
})

export const Refused = z.object({
  error: z.string().describe('Short and stable.'),
  field: z.string().optional().describe('The one input that is to blame.'),
  code: z.string().describe('The machine key.'),
  message: z.string().describe('What is wrong in this case.'),
  hint: z.string().describe('What to do next.'),
  request_id: z.string(),
  dry_run: z.literal(true).optional(),
  exists: z.literal(false).optional(),
  claimed: z.literal(false).optional(),
  active: z.literal(false).optional(),
  errors: z
    .array(z.object({ code: z.string(), field: z.string().optional(), message: z.string() }))
    .optional()
    .describe('Only for clients that send the header Formspree-Client.'),
})

export const Claimed = z.object({
  claimed: z.boolean(),
  form_id: formId,
  account: z.string(),
  dashboard_url: address,
})

export const Healthy = z.object({ ok: z.literal(true), version: z.string() })

export const Readiness = z.object({
  ready: z.boolean(),
  checks: z.object({ store: z.boolean(), disk: z.boolean(), accepting: z.boolean() }),
})

export type CreatedBody = z.infer<typeof Created>
export type CreationDryRunBody = z.infer<typeof CreationDryRun>
export type AcceptedBody = z.infer<typeof Accepted>
export type SubmissionDryRunBody = z.infer<typeof SubmissionDryRun>
