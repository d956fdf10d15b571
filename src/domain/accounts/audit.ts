/** Days for which the audit log of an account is kept. */
export const AUDIT_DAYS = 90

/** Actions that the audit log of an account records. */
export const AUDIT_ACTIONS = [
  'key_created',
  'key_revoked',
  'key_expired',
  'all_keys_revoked',
  'session_opened',
  'session_confirmed',
  'session_ended',
  'session_expired',
  'all_sessions_ended',
  'settings_changed',
  'endpoint_claimed',
  'endpoint_retired',
  'endpoint_restored',
  'endpoint_suspended',
  'endpoint_unsuspended',
  'account_suspended',
  'account_unsuspended',
  'destination_added',
  'destination_changed',
  'destination_disabled',
  'destination_secret_rotated',
  'destination_removed',
  'destination_stopped',
  'destination_started',
  'emails_stopped',
  'emails_started',
  'emails_snoozed',
  'emails_unsnoozed',
  'public_link_created',
  'public_link_revoked',
  'badge_published',
  'badge_revoked',
  'watch_added',
  'watch_changed',
  'watch_removed',
  'answer_written',
  'answer_deleted',
  'file_links_revoked',
  'submissions_exported',
  'events_exported',
  'submissions_imported',
  'account_exported',
  'learned_words_deleted',
  'email_key_added',
  'email_key_confirmed',
  'email_key_removed',
  'encrypted_only_changed',
  'device_added',
  'device_changed',
  'device_removed',
  'member_invited',
  'member_joined',
  'member_role_changed',
  'member_removed',
  'member_left',
  'member_opened',
  'invitation_declined',
  'hand_over_asked',
  'hand_over_withdrawn',
  'hand_over_declined',
  'endpoint_handed_over',
  'endpoint_received',
  'submissions_changed',
  'sender_erased',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Ways to open a session: the button of the claim page, the link or the code of a sign-in email, or an invitation. */
export type SignInWay = 'claim_page' | 'email_link' | 'email_code' | 'invitation'

/** The session or API key that acted, by the key of its row. */
export type Actor = { kind: 'session' | 'api_key'; key: number }

/** A recorded action. */
export type AuditedAction = {
  action: AuditAction
  /** Id of the endpoint that it is about; null when it is about the account. */
  subject: string | null
  /**
   * Name of the key, `SignInWay`, names of the changed settings, number of exported or erased submissions, id of the submission whose
   * links were revoked, fingerprint of the OpenPGP key, browser of the device,
   * address (and role) of a member, of the new or the previous owner of a form,
   * what a member did with how many submissions, `declined`, `complaint`; null if there is nothing to add. Sessions of
   * earlier versions have their browser.
   */
  detail: string | null
}
