import type { Challenge, ChallengeDifficulty, SolutionCheck } from './challenges/challenge.ts'
import type { PushServerKey } from './devices/device.ts'
import type { EndpointFacts } from './endpoints/endpoint.ts'
import type { EndpointKind, KeyedKind } from './endpoints/kind.ts'
import type { FileLink } from './files/stored-file.ts'
import type { SecretPlace } from './secret-place.ts'
import type { Visitor } from './telemetry/visitor.ts'

/** An endpoint as a token names it: each of its owners has their own tokens. */
export type NamedEndpoint = Pick<EndpointFacts, 'id' | 'handedOverAt'>

/**
 * Ids, keys, tokens and keyed hashes derived from the secret of the instance; `src/ids/keys.ts` implements them.
 * Nothing they return can be made or guessed without the secret.
 */
export type Keys = {
  /** Creates an `f_…`, `t_…` or `q_…` id from a secure random source (80 bits). */
  newEndpointId(kind: EndpointKind): string
  /** Returns the public `sub_…` id of the submission stored under this key (a positive safe integer). */
  submissionId(key: number): string
  /** Returns the key behind a `sub_…` id; null when this instance did not issue the id. */
  submissionKey(id: string): number | null
  /** Returns the token of the claim link of this endpoint: always the same, never stored. */
  claimToken(endpointId: string): string
  /** Returns the endpoint whose claim link carries this token; null for an invalid token. */
  verifyClaimToken(token: string): string | null
  /** Returns the token of the "This wasn't me" link. */
  declineToken(endpointId: string): string
  verifyDeclineToken(token: string): string | null
  /** Returns the token by which the browser that created a form is known. */
  creatorToken(endpointId: string): string
  verifyCreatorToken(token: string): string | null
  /** Returns the token that stops and restarts the emails of a claimed endpoint. */
  mailStopToken(endpoint: NamedEndpoint): string
  verifyMailStopToken(token: string): NamedEndpoint | null
  /** Returns the token that snoozes the emails of a confirmed form for a week, and ends the snooze. */
  snoozeToken(endpoint: NamedEndpoint): string
  verifySnoozeToken(token: string): NamedEndpoint | null
  /** Returns the token that stops and restarts the weekly emails about the spam folder of an account. */
  digestToken(accountKey: number): string
  verifyDigestToken(token: string): number | null
  /** Returns the token of the link that confirms the OpenPGP key stored under this key. */
  emailKeyToken(key: number): string
  verifyEmailKeyToken(token: string): number | null
  /** Returns the token of the link in the email that offers a form; it names the hand-over. */
  handOverToken(handOverKey: number): string
  verifyHandOverToken(token: string): number | null
  /** Returns the token of the link in the email that invites the member stored under this key. */
  invitationToken(memberKey: number): string
  verifyInvitationToken(token: string): number | null
  /** Creates an id for a destination. */
  newDestinationId(): string
  /** Returns the token of the links in emails to a destination, which confirm it, and stop and start its emails. */
  destinationToken(destination: { formId: string; id: string }): string
  verifyDestinationToken(token: string): { formId: string; id: string } | null
  /** Creates an id for a public link (80 bits); it does not name the endpoint. */
  newPublicLinkId(): string
  /** Returns the token of a public link, which shows the statistics of an endpoint. */
  publicLinkToken(linkId: string): string
  verifyPublicLinkToken(token: string): string | null
  /** Returns the key of a published status badge, from an id by `newPublicLinkId`. */
  badgeToken(badgeId: string): string
  verifyBadgeToken(token: string): string | null
  /** Returns the token of the receipt of this submission: always the same, never stored. */
  receiptToken(submissionId: string): string
  /** Returns the key of the submission whose receipt carries this token; null for an invalid token. */
  verifyReceiptToken(token: string): number | null
  /** Returns a number from 0 to 1, always the same for the submission stored under this key: a keyed hash. */
  receiptChance(key: number): number
  /** Creates a place for a file (128 random bits), for `FileStore`. */
  newFilePlace(): string
  /** Creates the id that marks the store of files of a database (80 random bits). */
  newFilesId(): string
  /** Returns the token of a link to one file. */
  fileToken(link: FileLink): string
  /** Returns what a link to a file says, also when its time is over; null for an invalid token. */
  verifyFileToken(token: string): FileLink | null
  /** Returns the token by which bounces and complaints identify the email of this delivery: always the same, never stored. */
  bounceToken(deliveryKey: number): string
  /** Returns the key of the delivery whose email has this token, in upper or lower case; null for an invalid token. */
  verifyBounceToken(token: string): number | null
  /** Returns the token of the link of the sign-in stored under this key. */
  signInToken(key: number): string
  /** Returns the key of the sign-in that this token belongs to; null for an invalid token. */
  verifySignInToken(token: string): number | null
  /** Returns the code that signs in the browser that requested it: 8 base32 digits. */
  signInCode(key: number): string
  /** Compares a typed code, ignoring spaces, hyphens and case, and reading look-alike letters as digits. */
  isSignInCode(key: number, typed: string): boolean
  /** Creates the secret of a browser that has signed in to the account of a mailbox: 128 random bits and a keyed hash. */
  newBrowserSecret(mailboxKey: string): string
  /** Returns true for a secret that `newBrowserSecret` created for this mailbox. */
  isBrowserSecret(browser: { secret: string; mailboxKey: string }): boolean
  /** Returns the public id of the notice stored under this key. */
  noticeId(key: number): string
  /** Creates the secret of a session cookie: 256 bits, opaque. */
  newSessionSecret(): string
  /** Creates an API key: `id` may be shown, `apiKey` is shown once. */
  newApiKey(): { id: string; apiKey: string }
  /** Creates a key for one endpoint: `tk_…` reads telemetry, `qk_…` publishes to or consumes from a queue. */
  newEndpointKey(kind: KeyedKind): { id: string; endpointKey: string }
  /**
   * Derives the first key of an endpoint, which is never stored, so that a repeated creation can return it again; only its
   * hash is stored, as for every key. The first one is that of an endpoint created now; the second one, if there is an old
   * link secret, that of an endpoint created with it.
   */
  firstEndpointKeys(kind: KeyedKind, endpointId: string): readonly [EndpointKey, ...EndpointKey[]]
  /** Reads the id of a well-formed key of an endpoint of this kind; null for anything else. */
  parseEndpointKeyId(kind: KeyedKind, endpointKey: string): string | null
  /** Reads the id of a well-formed API key; null when its checksum is wrong. */
  parseApiKeyId(apiKey: string): string | null
  /** Returns the SHA-256 of a secret of at least 160 bits; only the hash is stored. */
  secretHash(secret: string): string
  /** Compares a secret with a hash in constant time. */
  matchesSecretHash(secret: string, hash: string): boolean
  /** Returns the public id of an event: its batch, and its place in it, which is less than 1024. */
  eventId(batchKey: number, index: number): string
  /** Returns the public id of a row: opaque, and invalid as an id of another kind. */
  rowId(kind: RowKind, key: number): string
  /** Returns the key behind such an id; null when this instance did not issue it. */
  rowKey(kind: RowKind, id: string): number | null
  /** Returns the keyed hashes of words that an account taught the spam filter (64 bits each). */
  spamWordHashes(accountKey: number, words: readonly string[]): string[]
  /** Returns the keyed hash of a client address bucket. */
  addressKey(bucket: string): string
  /** Returns the keyed hash of the network of a client. */
  networkKey(network: string): string
  /** Creates the salt of the visitor hashes of a day (256 bits). */
  newVisitorSalt(): string
  /** Returns the bit of a visitor in the bitmap of a day: a keyed hash with the salt of the day, less than `VISITOR_BITS`. */
  visitorBit(visitor: Visitor & { salt: string; endpointId: string }): number
  /** Returns the keyed hash of a mailbox in canonical form. */
  mailboxKey(canonicalMailbox: string): string
  /** Returns the keyed hash of one sender to one endpoint, which names their conversation. */
  conversationKey(endpointId: string, sender: string): string
  /** Seals a secret for the place where it is stored, with the link secret. The same secret is sealed differently each time. */
  sealSecret(secret: string, place: SecretPlace): string
  /**
   * Opens a sealed secret. Returns null when it was changed, moved to another place, or sealed with a link secret that is
   * neither the current one nor the old one. The old one opens as long as it is configured, whatever its date.
   */
  openSecret(sealed: string, place: SecretPlace): string | null
  /** Seals a secret again that was sealed with the old link secret. */
  resealSecret(sealed: string, place: SecretPlace): ResealedSecret
  /** Ids of the keys that seal secrets (`SEAL_KEY_ID`), which do not reveal the link secrets; `old`: see `LinkFingerprints`. */
  sealKeyIds: LinkFingerprints
  /**
   * Returns the key that identifies this instance to push services. It follows the link secret; `old`: the key of the old one,
   * which signs for browsers that subscribed with it.
   */
  pushServerKeys(): { current: PushServerKey; old: PushServerKey | null }
  /** Creates the idempotency key that a rendered form carries (80 bits). */
  newIdempotencyKey(): string
  /** Creates a token for the leases of one pull (80 bits). */
  newLease(): string
  /** Returns the keyed hash of an Idempotency-Key or of a body fingerprint. */
  hmacIdempotencyKey(text: string): string
  /** Creates a proof-of-work challenge for a form or for creating an endpoint; takes about 1 ms of a processor. */
  newChallenge(wanted: { subject: string; difficulty: ChallengeDifficulty; now: Date }): Promise<Challenge>
  /** Checks the solution of a challenge, in microseconds. It says nothing of earlier uses. */
  checkSolution(sent: { subject: string; solution: unknown; now: Date }): SolutionCheck
  /** Identifies the secret without revealing it. */
  hmacSecret: string
  /** Identifies the secret that links are signed with, and the one before it, without revealing them. */
  linkFingerprints: LinkFingerprints
}

/** `current`: it was sealed with the current link secret. `lost`: no link secret of this instance opens it. */
export type ResealedSecret = { kind: 'current' } | { kind: 'resealed'; sealed: string } | { kind: 'lost' }

/** A key of an endpoint: `id` may be shown, `endpointKey` is shown once. */
type EndpointKey = { id: string; endpointKey: string }

/** `old` is null when no earlier link secret is named. */
export type LinkFingerprints = { current: string; old: string | null }

/** Rows that have public ids; `cursor` is a position in a list. */
export type RowKind =
  | 'session'
  | 'api_key'
  | 'endpoint_key'
  | 'delivery'
  | 'cursor'
  | 'message'
  | 'audit'
  | 'watch'
  | 'annotation'
  | 'file'
  | 'device'
  | 'member'
  | 'label'
  | 'view'
