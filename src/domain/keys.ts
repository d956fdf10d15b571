import type { EndpointKind, KeyedKind } from './endpoints/kind.ts'

/**
 * What the instance's secret can do, as functions; `src/ids/keys.ts` makes them from the secret.
 * Nothing that these return can be made or guessed without it.
 */
export type Keys = {
  /** A fresh `f_…`, `t_…` or `q_…` id from a secure random source (80 bits). */
  newEndpointId(kind: EndpointKind): string
  /** The public `sub_…` id of the submission stored under this key (a positive safe integer). */
  submissionId(key: number): string
  /** The key behind a `sub_…` id; null when this instance never made such an id. */
  submissionKey(id: string): number | null
  /** The token of the claim link of this endpoint: always the same, and nowhere stored. */
  claimToken(endpointId: string): string
  /** The endpoint whose claim link this is; null for anything else. */
  verifyClaimToken(token: string): string | null
  /** The token of "I did not ask for this". */
  disownToken(endpointId: string): string
  verifyDisownToken(token: string): string | null
  /** The token that stops, and starts again, the emails of a claimed endpoint. */
  mailStopToken(endpointId: string): string
  verifyMailStopToken(token: string): string | null
  /** A fresh id for a mailbox that gets the emails of an endpoint too. */
  newDestinationId(): string
  /** The token of the links in emails to a destination: it confirms that mailbox, and removes it. */
  destinationToken(destination: { formId: string; id: string }): string
  verifyDestinationToken(token: string): { formId: string; id: string } | null
  /** The token of the link that signs in, for the sign-in under this key. */
  signInToken(key: number): string
  /** The key behind the token of a sign-in link; null for anything else. */
  verifySignInToken(token: string): number | null
  /** The code that signs in the browser that asked: 8 digits of base32. */
  signInCode(key: number): string
  /** Whether somebody typed that code, as people type: spaces, hyphens, capitals, and emails for the digits they look like. */
  isSignInCode(key: number, typed: string): boolean
  /** What the notice under this key is called where others can read it. */
  noticeId(key: number): string
  /** What a browser keeps to be known again: 256 bits, opaque. */
  newSessionSecret(): string
  /** A key for programs: `id` may be shown, `apiKey` is shown once. */
  newApiKey(): { id: string; apiKey: string }
  /** The same for one endpoint: `tk_…` reads telemetry, `qk_…` works a queue. */
  newEndpointKey(kind: KeyedKind): { id: string; endpointKey: string }
  /**
   * The key that an endpoint has from its creation: always the same and nowhere stored, so that a repeated creation can
   * tell it again. What is stored of it is its hash, as of any other.
   */
  firstEndpointKey(kind: KeyedKind, endpointId: string): { id: string; endpointKey: string }
  /** The id of a well-formed key of an endpoint of this kind; null for anything else. */
  parseEndpointKeyId(kind: KeyedKind, endpointKey: string): string | null
  /** The id of a well-formed key; null for whatever its own checksum gives away as mistyped. */
  parseApiKeyId(apiKey: string): string | null
  /** What is kept of a secret of at least 160 bits: its SHA-256. */
  secretHash(secret: string): string
  /** Whether a hash is that of this secret, in a time that tells nothing. */
  matchesSecretHash(secret: string, hash: string): boolean
  /** The public id of a row that is not a submission: opaque, and worthless as another kind of id. */
  rowId(kind: RowKind, key: number): string
  /** The key behind such an id; null when this instance never made it. */
  rowKey(kind: RowKind, id: string): number | null
  /** Keyed hash of a client address bucket. */
  addressKey(bucket: string): string
  /** Keyed hash of a mailbox in its canonical form. */
  mailboxKey(canonicalMailbox: string): string
  /** A fresh word that tells one showing of a form from every other (80 bits). */
  newIdempotencyKey(): string
  /** A fresh token for the leases of one pull (80 bits): who has not been handed it cannot guess it. */
  newLease(): string
  /** Keyed hash of what makes a request the same as an earlier one. */
  hmacIdempotencyKey(text: string): string
  /** Tells this secret from every other. */
  hmacSecret: string
}

/** Rows that have public ids; `cursor` stands for a place in a list. */
export type RowKind = 'session' | 'api_key' | 'endpoint_key' | 'delivery' | 'cursor' | 'event' | 'message'
