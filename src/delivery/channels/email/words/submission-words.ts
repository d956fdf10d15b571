/**
 * All sentences of the emails that carry a submission, in one language. `digits` is a formatted number; times are
 * formatted too.
 */
export type SubmissionWords = {
  /** Heading of the first email. */
  firstMessage: string
  /** First line of the first email, and of every other one until the confirmation: why this email comes. */
  previewOfFirst: string
  previewOfNext: string
  /** Below the heading of the first email. */
  introduction: string
  /** Heading of every other email: of a form with a name, of the reader's own form, of the form of another person. */
  newMessage(form: string): string
  /** @param sender the name that the sender of a confirmed form gave */
  newMessageBy(sender: string, form: string): string
  newMessageFromYours: string
  newMessageFromTheirs: string
  /** Above submitted text until a person has confirmed the endpoint. */
  warning: string
  /** Explains the limits of an endpoint that was claimed by its link alone. */
  unconfirmed: string
  /** Limits before the claim. */
  limits(limits: { cap: string; used: string; days: string }): string
  capReached(limits: { cap: string; days: string }): string
  replyTo(address: string): string
  claimToReply: string
  confirmToReply: string
  expired(days: string): string
  retired: string
  /** All fields have names that start with _. */
  onlyHidden: string
  /** `missing` is a list of `characters` and `fields`. */
  shortened(missing: string): string
  characters(digits: string, count: number): string
  fields(digits: string, count: number): string
  fullInDashboard: string
  fullAtOwner: string
  fullAfterClaim: string
  /** Under a shortened value; `missing` comes from `characters`. */
  valueShortened(missing: string): string
  /** In place of a missing name. */
  nameless: string
  /** Above the names of the fields that were not filled in. */
  leftEmpty: string
  claim: string
  confirm: string
  openInDashboard: string
  emailSettings: string
  /** Reason for emails to a destination that is not the recipient, and how to stop them. */
  added: string
  received(time: string): string
  endpoint(id: string): string
  submission(id: string): string
}
