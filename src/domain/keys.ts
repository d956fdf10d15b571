/**
 * What the instance's secret can do, as functions; `src/keys.ts` makes them from the secret.
 * Nothing that these return can be made or guessed without it.
 */
export type Keys = {
  /** A fresh `f_…` id from a secure random source (80 bits). */
  newFormId(): string
  /** The public `sub_…` id of the submission stored under this key (a positive safe integer). */
  submissionId(key: number): string
  /** The key behind a `sub_…` id; null when this instance never made such an id. */
  submissionKey(id: string): number | null
  /** The token of the claim link of this endpoint: always the same, and nowhere stored. */
  claimToken(formId: string): string
  /** The endpoint whose claim link this is; null for anything else. */
  formIdOfClaimToken(token: string): string | null
  /** The token of "I did not ask for this". */
  disownToken(formId: string): string
  formIdOfDisownToken(token: string): string | null
  /** The token that stops, and starts again, the letters of a claimed endpoint. */
  mailStopToken(formId: string): string
  formIdOfMailStopToken(token: string): string | null
  /** The token of the link that signs in, for the sign-in under this key. */
  signInToken(key: number): string
  /** The key behind the token of a sign-in link; null for anything else. */
  signInKeyOfToken(token: string): number | null
  /** The code that signs in the browser that asked: 8 digits of base32. */
  signInCode(key: number): string
  /** What the notice under this key is called where others can read it. */
  noticeId(key: number): string
  /** Keyed hash of a client address bucket. */
  addressKey(bucket: string): string
  /** Keyed hash of a mailbox in its canonical form. */
  mailboxKey(canonicalMailbox: string): string
  /** Keyed hash of what makes a request the same as an earlier one. */
  onceMark(text: string): string
  /** Tells this secret from every other. */
  secretMark: string
}
