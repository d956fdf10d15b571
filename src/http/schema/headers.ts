const TEXT = { type: 'string' }
/** Headers of answers, as the components of the document. */
export const HEADERS = {
  'Request-Id': {
    description: "On every response; identifies the request in the operator's logs.",
    schema: TEXT,
    example: 'req_0123456789ab0000001',
  },
  'Retry-After': {
    description:
      'Whole seconds after which the same request succeeds; authoritative. Absent when waiting does not help.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  Location: { description: 'The URL to continue at.', schema: { type: 'string', format: 'uri-reference' } },
  Link: {
    description: 'The receipt of the submission, with rel="receipt": only its sender gets the address.',
    schema: TEXT,
    example: '<https://forms.acme.org/r/6nq0w8z4k2v7c1x9>; rel="receipt"',
  },
  RateLimit: {
    description:
      'Remaining quota (draft-ietf-httpapi-ratelimit-headers). Absent while the limit is switched off.',
    schema: TEXT,
    example: '"create-hour";r=7;t=1260',
  },
  'RateLimit-Policy': {
    description: 'The creation limits of this instance (same draft). Absent while they are switched off.',
    schema: TEXT,
    example: '"create-hour";q=10;w=3600, "create-spacing";q=1;w=2',
  },
  'Idempotent-Replayed': {
    description: 'true: the stored response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Set-Cookie': { description: 'A cookie that scripts cannot read.', schema: TEXT },
  'WWW-Authenticate': { description: 'The accepted authentication (RFC 6750).', schema: TEXT },
  'Content-Disposition': { description: 'The suggested file name.', schema: TEXT },
  'Content-Range': {
    description: 'The part that the answer has, and the size of the whole (RFC 9110 §14.4).',
    schema: TEXT,
    example: 'bytes 0-99/4832',
  },
  'Accept-Post': { description: 'The accepted media types.', schema: TEXT },
  Allow: { description: 'The methods that the address supports.', schema: TEXT },
  ETag: { description: 'For If-None-Match and If-Match.', schema: TEXT },
}
export type HeaderName = keyof typeof HEADERS

/** Points to headers of the components. */
export function headerReferences(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
