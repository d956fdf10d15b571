import { BOUNCE_TOKEN_HEADER } from './bounce-address.ts'

/** Mail providers that report bounces and complaints by a webhook of their own. */
export const BOUNCE_VENDORS = ['ses', 'postmark', 'mailgun', 'resend'] as const
export type BounceVendorName = (typeof BOUNCE_VENDORS)[number]

/** Settings by which the webhooks of a provider are verified: the ARN of a topic, or a secret. */
export const VENDOR_SETTINGS = {
  ses: 'FORMSLOT_BOUNCE_SES_TOPIC',
  postmark: 'FORMSLOT_BOUNCE_POSTMARK_SECRET',
  mailgun: 'FORMSLOT_BOUNCE_MAILGUN_SECRET',
  resend: 'FORMSLOT_BOUNCE_RESEND_SECRET',
} as const satisfies Readonly<Record<BounceVendorName, string>>

/** Name of the token in the metadata of an email, which two providers return instead of its headers. */
export const TOKEN_METADATA = BOUNCE_TOKEN_HEADER.toLowerCase()

/** Name and value of a header. */
type HeaderLine = readonly [name: string, value: string]

/**
 * Headers that make a provider return the token of an email in its webhooks; null if `BOUNCE_TOKEN_HEADER` is enough. Amazon
 * returns all headers and the envelope sender, and Resend returns custom headers. Postmark and Mailgun return no headers, but
 * the metadata that these headers set.
 */
export const VENDOR_HEADERS: Readonly<Record<BounceVendorName, ((token: string) => HeaderLine) | null>> = {
  ses: null,
  postmark: (token) => [`X-PM-Metadata-${TOKEN_METADATA}`, token],
  mailgun: (token) => ['X-Mailgun-Variables', JSON.stringify({ [TOKEN_METADATA]: token })],
  resend: null,
}

/** Minimum length of a secret, in characters, so that nobody can guess it. */
export const MIN_VENDOR_SECRET_CHARACTERS = 16

/** A topic of Amazon SNS: its name, and the host of its region. */
export type SnsTopic = { arn: string; host: string }

/** Domains of Amazon's partitions; China has its own. */
const SNS_DOMAINS: ReadonlyMap<string, string> = new Map([
  ['aws', 'amazonaws.com'],
  ['aws-us-gov', 'amazonaws.com'],
  ['aws-cn', 'amazonaws.com.cn'],
])
const TOPIC_ARN = /^arn:([a-z-]{1,20}):sns:([a-z0-9-]{3,30}):\d{12}:[\w-]{1,256}$/
const SIGNING_SECRET = /^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/

/** Reads the ARN of a topic, such as `arn:aws:sns:eu-central-1:123456789012:bounces`; null for anything else. */
export function parseSnsTopic(arn: string): SnsTopic | null {
  const [, partition = '', region] = TOPIC_ARN.exec(arn) ?? []
  const domain = SNS_DOMAINS.get(partition)
  return region && domain ? { arn, host: `sns.${region}.${domain}` } : null
}

/** Says what is wrong with the value of a setting, as a predicate ("must be …"); null if it is valid. */
export function findVendorSecretFault(vendor: BounceVendorName, value: string): string | null {
  switch (vendor) {
    case 'ses':
      return parseSnsTopic(value)
        ? null
        : 'must be the ARN of a topic, such as arn:aws:sns:eu-central-1:123456789012:bounces'
    case 'resend':
      return SIGNING_SECRET.test(value) ? null : 'must be the signing secret of the webhook, whsec_…'
    case 'postmark':
    case 'mailgun':
      return value.length >= MIN_VENDOR_SECRET_CHARACTERS
        ? null
        : `must have at least ${MIN_VENDOR_SECRET_CHARACTERS} characters`
  }
}
