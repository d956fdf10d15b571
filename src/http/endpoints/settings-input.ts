import { z } from 'zod'
import { MAX_EXPECTED_FIELDS, MAX_EXPECTED_NAME_LENGTH } from '../../domain/endpoints/expected-fields.ts'
import {
  MAX_ALLOWED_ORIGINS,
  MAX_ENDPOINT_NAME_LENGTH,
  STORE_MODES,
} from '../../domain/endpoints/settings.ts'
import type { SettingsChange } from '../../domain/endpoints/settings-change.ts'
import { LANGUAGES } from '../../domain/language.ts'
import {
  DEFAULT_LEASE_MS,
  MAX_DELIVERIES,
  MAX_DELIVERIES_LIMIT,
  MAX_LEASE_MS,
  MESSAGE_RETENTION_DAYS,
} from '../../domain/queues/queue.ts'
import { MAX_NAME_BYTES, RESERVED_NAMES } from '../../domain/submissions/fields.ts'
import { MAX_ADDRESS_LENGTH, readWebAddress, readWebOrigin } from '../../domain/web-address.ts'
import { named } from '../schema/named-schemas.ts'
import { line } from '../schema/shapes.ts'
import { EMAIL_INPUT, toEmailChange } from './email-settings-input.ts'
import { FILES_INPUT, toFileChange } from './file-settings-input.ts'
import { SPAM_INPUT, toSpamChange } from './spam-input.ts'

const redirectUrl = z
  .string()
  .max(MAX_ADDRESS_LENGTH)
  .refine(
    (text) => readWebAddress(text) !== null,
    'This must be a complete http or https URL without a user name',
  )
const origin = z
  .string()
  .max(MAX_ADDRESS_LENGTH)
  .refine(
    (text) => readWebOrigin(text) !== null,
    'This must be an origin such as https://acme.org, with a scheme, a host and optionally a port',
  )
const honeypot = line(MAX_NAME_BYTES)
  .refine(
    (name) => Buffer.byteLength(name) <= MAX_NAME_BYTES,
    `A name can have at most ${MAX_NAME_BYTES} bytes`,
  )
  .refine((name) => !RESERVED_NAMES.includes(name), 'This name is reserved')

/** Schema of the names of the fields that a form is expected to send. */
export const expectedFields = z
  .array(line(MAX_EXPECTED_NAME_LENGTH))
  .max(MAX_EXPECTED_FIELDS)
  .describe(
    'Names of the fields that the form is expected to send. Only warns: nothing is refused because of them.',
  )

/** Schema of the language of the emails of an endpoint. */
const language = z.enum(LANGUAGES).nullable().describe('Language of its emails; null: not known, so English.')

/** Schema of the name of an endpoint. */
export const endpointName = line(MAX_ENDPOINT_NAME_LENGTH)

const NAME_AND_EMAILS = {
  name: endpointName.nullable().optional(),
  language: language.optional(),
  email_notifications: z
    .boolean()
    .optional()
    .describe('false: the recipient gets no emails about it, except about quotas.'),
}

/** Tells the settings of forms from names that no endpoint knows. */
const FORMS_ONLY = {
  error(issue: z.core.$ZodRawIssue) {
    const isOfForms =
      issue.code === 'unrecognized_keys' && SettingsRequest.keyof().safeParse(issue.keys[0]).success
    return isOfForms ? 'Only forms have this setting' : undefined
  },
}

/** Schema of a change to an endpoint whose only settings are its name and its emails. */
export const NameRequest = named('NameRequest', z.strictObject(NAME_AND_EMAILS, FORMS_ONLY))

/** Schema of a change to a queue. */
export const QueueSettingsRequest = named(
  'QueueSettingsRequest',
  z.strictObject(
    {
      ...NAME_AND_EMAILS,
      visibility_timeout_ms: z
        .int()
        .min(1)
        .max(MAX_LEASE_MS)
        .optional()
        .describe(`Length of a lease, unless the pull names another; default ${DEFAULT_LEASE_MS}.`),
      max_deliveries: z
        .int()
        .min(1)
        .max(MAX_DELIVERIES_LIMIT)
        .optional()
        .describe(`Number of deliveries after which a message is dead; default ${MAX_DELIVERIES}.`),
      retention_days: z
        .int()
        .min(1)
        .max(MESSAGE_RETENTION_DAYS)
        .optional()
        .describe('Days after which a message is deleted; fewer also apply to messages in the queue.'),
    },
    FORMS_ONLY,
  ),
)

/** Schema of the way in which submissions are stored. */
export const storeMode = z
  .enum(STORE_MODES)
  .describe(
    'encrypted: submissions are encrypted to the OpenPGP key of the account before they are stored, so the operator cannot read them later, and neither search nor previews show their content. Needs a confirmed key, and takes no files. An API key can only turn it on.',
  )

/** Schema of a change of settings: omitted fields keep their value, null resets one. */
export const SettingsRequest = named(
  'SettingsRequest',
  z.strictObject({
    name: endpointName.nullable().optional(),
    language: language.optional(),
    redirect_url: redirectUrl
      .nullable()
      .optional()
      .describe('URL that a browser is redirected to after its submission, unless _next names another.'),
    error_url: redirectUrl
      .nullable()
      .optional()
      .describe(
        'URL that a browser is redirected to when its submission is refused, with ?error={code}&field={name}, unless _error ' +
          'names another; null: a page of this service.',
      ),
    allowed_origins: z
      .array(origin)
      .max(MAX_ALLOWED_ORIGINS)
      .optional()
      .describe(
        'Origins whose pages may submit, and to which _next and _error may redirect; empty: any page may submit.',
      ),
    honeypot: honeypot
      .nullable()
      .optional()
      .describe('A field, in addition to _gotcha, that only bots fill in.'),
    expect: expectedFields.optional(),
    email_notifications: z
      .boolean()
      .optional()
      .describe('false: submissions are stored, and the recipient gets no email; destinations still do.'),
    queue_id: z
      .string()
      .max(100)
      .nullable()
      .optional()
      .describe(
        'A queue of the account that also gets each submission except spam as a message; null: none.',
      ),
    submitted_subject: z
      .boolean()
      .optional()
      .describe('true: the subject of emails is the one that the form sends as _subject.'),
    store: storeMode.optional(),
    ...SPAM_INPUT,
    ...FILES_INPUT,
    ...EMAIL_INPUT,
  }),
)

/** Converts the body of a request to a change of settings. */
export function toSettingsChange(
  body: z.output<typeof SettingsRequest> & z.output<typeof QueueSettingsRequest>,
): SettingsChange {
  const {
    name,
    language,
    redirect_url: redirect,
    error_url: error,
    allowed_origins: origins,
    honeypot,
    expect,
    email_notifications: emails,
    submitted_subject,
    queue_id: queueId,
    spam,
    challenge,
    store,
    files,
    email,
    visibility_timeout_ms: leaseMs,
    max_deliveries: maxDeliveries,
    retention_days: retentionDays,
  } = body
  const queueLimits = {
    ...(leaseMs === undefined ? {} : { leaseMs }),
    ...(maxDeliveries === undefined ? {} : { maxDeliveries }),
    ...(retentionDays === undefined ? {} : { retentionDays }),
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(language === undefined ? {} : { language }),
    ...(redirect === undefined ? {} : { redirectUrl: redirect === null ? null : readWebAddress(redirect) }),
    ...(error === undefined ? {} : { errorUrl: error === null ? null : readWebAddress(error) }),
    ...(origins === undefined ? {} : { allowedOrigins: normalizeOrigins(origins) }),
    ...(honeypot === undefined ? {} : { honeypot }),
    ...(expect === undefined ? {} : { expect: [...new Set(expect)] }),
    ...(emails === undefined ? {} : { emails }),
    ...(queueId === undefined ? {} : { queueId }),
    ...(Object.keys(queueLimits).length === 0 ? {} : { queueLimits }),
    ...(submitted_subject === undefined ? {} : { submittedSubject: submitted_subject }),
    ...(spam === undefined ? {} : { spam: toSpamChange(spam) }),
    ...(challenge === undefined ? {} : { challenge }),
    ...(store === undefined ? {} : { store }),
    ...(files === undefined ? {} : { files: toFileChange(files) }),
    ...(email === undefined ? {} : { email: toEmailChange(email) }),
  }
}

/** Returns each origin once, in the form that browsers send. */
function normalizeOrigins(origins: readonly string[]): string[] {
  return [...new Set(origins.map(readWebOrigin).filter((origin) => origin !== null))]
}
