import type { AuditEntry } from '../../api/schema.ts'
import { listText } from '../../language/lists.ts'
import { type FilledKey, type PlainKey, t } from '../../language/texts.ts'

type Action = AuditEntry['action']

/** Actions that are about an endpoint are told by its kind. */
const ACTIONS = {
  key_created: 'activity.did.keyCreated',
  key_revoked: 'activity.did.keyRevoked',
  key_expired: 'activity.did.keyExpired',
  all_keys_revoked: 'activity.did.allKeysRevoked',
  session_opened: 'activity.did.signedIn',
  session_confirmed: 'activity.did.confirmedByEmail',
  session_ended: 'activity.did.signedOut',
  session_expired: 'activity.did.sessionExpired',
  all_sessions_ended: 'activity.did.signedOutEverywhere',
  settings_changed: 'activity.did.settingsChanged',
  endpoint_claimed: 'activity.did.claimed',
  endpoint_retired: 'activity.retired.endpoint',
  endpoint_restored: 'activity.restored.endpoint',
  endpoint_suspended: 'activity.did.suspended',
  endpoint_unsuspended: 'activity.did.unsuspended',
  account_suspended: 'activity.did.accountSuspended',
  account_unsuspended: 'activity.did.accountUnsuspended',
  destination_added: 'activity.did.destinationAdded',
  destination_changed: 'activity.did.destinationChanged',
  destination_disabled: 'activity.did.destinationDisabled',
  destination_secret_rotated: 'activity.did.secretReplaced',
  destination_removed: 'activity.did.destinationRemoved',
  destination_stopped: 'activity.did.recipientStopped',
  destination_started: 'activity.did.recipientStarted',
  emails_stopped: 'activity.did.emailsStopped',
  emails_started: 'activity.did.emailsStarted',
  emails_snoozed: 'activity.did.emailsSnoozed',
  emails_unsnoozed: 'activity.did.emailsUnsnoozed',
  answer_written: 'activity.did.answerWritten',
  answer_deleted: 'activity.did.answerDeleted',
  file_links_revoked: 'activity.did.fileLinksRevoked',
  public_link_created: 'activity.did.publicLinkCreated',
  public_link_revoked: 'activity.did.publicLinkRevoked',
  badge_published: 'activity.did.badgePublished',
  badge_revoked: 'activity.did.badgeRevoked',
  watch_added: 'activity.did.watchAdded',
  watch_changed: 'activity.did.watchChanged',
  watch_removed: 'activity.did.watchRemoved',
  submissions_exported: 'activity.did.submissionsExported',
  events_exported: 'activity.did.eventsExported',
  submissions_imported: 'activity.did.submissionsImported',
  account_exported: 'activity.did.accountExported',
  learned_words_deleted: 'activity.did.learnedWordsDeleted',
  email_key_added: 'activity.did.emailKeyAdded',
  email_key_confirmed: 'activity.did.emailKeyConfirmed',
  email_key_removed: 'activity.did.emailKeyRemoved',
  member_invited: 'activity.did.memberInvited',
  member_joined: 'activity.did.memberJoined',
  member_role_changed: 'activity.did.memberRoleChanged',
  member_removed: 'activity.did.memberRemoved',
  member_left: 'activity.did.memberLeft',
  member_opened: 'activity.did.memberOpened',
  invitation_declined: 'activity.did.invitationDeclined',
  hand_over_asked: 'activity.did.handOverAsked',
  hand_over_withdrawn: 'activity.did.handOverWithdrawn',
  hand_over_declined: 'activity.did.handOverDeclined',
  endpoint_handed_over: 'activity.did.handedOver',
  endpoint_received: 'activity.did.received',
  submissions_changed: 'activity.did.submissionsChanged',
  sender_erased: 'activity.did.senderErased',
  encrypted_only_changed: 'activity.did.encryptedOnlyChanged',
  device_added: 'activity.did.deviceAdded',
  device_changed: 'activity.did.deviceChanged',
  device_removed: 'activity.did.deviceRemoved',
} satisfies Record<Action, PlainKey>

/** By the prefix of the IDs of a kind. */
const RETIRED: Readonly<Record<string, PlainKey>> = {
  f: 'activity.retired.form',
  t: 'activity.retired.telemetry',
  q: 'activity.retired.queue',
}
const RESTORED: Readonly<Record<string, PlainKey>> = {
  f: 'activity.restored.form',
  t: 'activity.restored.telemetry',
  q: 'activity.restored.queue',
}

/** Ways to sign in; earlier versions recorded the browser, which is that of the actor. */
const WAYS: Readonly<Record<string, PlainKey>> = {
  claim_page: 'activity.ways.claimPage',
  email_link: 'activity.ways.emailLink',
  email_code: 'activity.ways.emailCode',
  invitation: 'activity.ways.invitation',
}

/** Settings by their names in the API. */
const SETTINGS: Readonly<Record<string, PlainKey>> = {
  name: 'activity.settings.name',
  redirect_url: 'activity.settings.redirectUrl',
  error_url: 'activity.settings.errorUrl',
  allowed_origins: 'activity.settings.allowedOrigins',
  honeypot: 'activity.settings.honeypot',
  expect: 'activity.settings.expect',
  submitted_subject: 'activity.settings.submittedSubject',
  queue_id: 'activity.settings.queueId',
  queue_limits: 'activity.settings.queueLimits',
  spam: 'activity.settings.spam',
  challenge: 'activity.settings.challenge',
  store: 'activity.settings.store',
  files: 'activity.settings.files',
  email: 'activity.settings.email',
  email_notifications: 'activity.settings.emailNotifications',
  language: 'activity.settings.language',
  goal: 'activity.settings.goal',
}

/** Details that are one of a few words. */
const WORDS: Readonly<Record<string, PlainKey>> = {
  spam_digest: 'activity.details.spamDigest',
  declined: 'activity.details.declined',
  complaint: 'activity.details.complaint',
  on: 'activity.details.on',
  off: 'activity.details.off',
}

/** Actions whose detail is one of these words, and no name that somebody chose. */
const SAID_IN_WORDS: ReadonlySet<Action> = new Set<Action>([
  'endpoint_retired',
  'emails_stopped',
  'emails_started',
  'encrypted_only_changed',
])

const ROLES: Readonly<Record<string, PlainKey>> = {
  viewer: 'activity.roles.viewer',
  editor: 'activity.roles.editor',
  owner: 'activity.roles.owner',
}

type CountKey = {
  [Key in FilledKey]: Parameters<typeof t<Key>>[1] extends { count: number } ? Key : never
}[FilledKey] &
  `activity.${string}`

/** Changes of submissions by members, by their names in the API. */
const CHANGES: Readonly<Record<string, CountKey>> = {
  archive: 'activity.changes.archived',
  inbox: 'activity.changes.movedToInbox',
  spam: 'activity.changes.markedAsSpam',
  not_spam: 'activity.changes.markedAsNotSpam',
  trash: 'activity.changes.deleted',
  delete: 'activity.changes.deleted',
  restore: 'activity.changes.restored',
  delete_permanently: 'activity.changes.deletedForGood',
  star: 'activity.changes.starred',
  unstar: 'activity.changes.unstarred',
  starred: 'activity.changes.starChanged',
  label: 'activity.changes.labelAdded',
  unlabel: 'activity.changes.labelRemoved',
  labels: 'activity.changes.labelsChanged',
  note: 'activity.changes.noteChanged',
  assign: 'activity.changes.assigned',
  unassign: 'activity.changes.unassigned',
  assigned: 'activity.changes.assigneeChanged',
  verdict: 'activity.changes.verdictGiven',
}
const CHANGE = /^(\w+) (\d+)$/
const ADDRESS_AND_ROLE = /^(.+) \((\w+)\)$/

/** "Key created", "Form retired" */
export function describeAction({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>): string {
  const kind = subject?.charAt(0) ?? ''
  if (action === 'endpoint_retired') return t(RETIRED[kind] ?? ACTIONS[action])
  if (action === 'endpoint_restored') return t(RESTORED[kind] ?? ACTIONS[action])
  return t(ACTIONS[action])
}

/** "name and redirect URL", "312 submissions of all forms", "with a link in an email" */
export function describeDetail({ action, subject, detail }: AuditEntry): string | null {
  if (action === 'submissions_exported') return describeExport(subject, detail)
  if (detail === null) return null
  if (SAID_IN_WORDS.has(action)) return translate(WORDS, detail)
  switch (action) {
    case 'session_opened': {
      const way = WAYS[detail]
      return way ? t(way) : null
    }
    case 'settings_changed':
      return listText(detail.split(', ').map((name) => translate(SETTINGS, name)))
    case 'submissions_imported':
    case 'sender_erased':
      return t('activity.details.submissions', { count: Number(detail) })
    case 'events_exported':
      return t('activity.details.events', { count: Number(detail) })
    case 'submissions_changed':
      return describeChange(detail)
    case 'member_invited':
    case 'member_role_changed':
      return describeMember(detail)
    default:
      return detail
  }
}

function describeExport(subject: string | null, detail: string | null): string | null {
  if (detail === null) return subject === null ? t('activity.details.ofAllForms') : null
  const count = Number(detail)
  return subject === null
    ? t('activity.details.submissionsOfAllForms', { count })
    : t('activity.details.submissions', { count })
}

/** "3 submissions archived" */
function describeChange(detail: string): string {
  const [, name = '', count] = CHANGE.exec(detail) ?? []
  const key = CHANGES[name]
  return key ? t(key, { count: Number(count) }) : detail
}

/** "ada@example.com (editor)" */
function describeMember(detail: string): string {
  const [, email = '', role = ''] = ADDRESS_AND_ROLE.exec(detail) ?? []
  const key = ROLES[role]
  return key ? t('activity.details.member', { email, role: t(key) }) : detail
}

/** A name that this version does not know is shown as it is. */
function translate(keys: Readonly<Record<string, PlainKey>>, name: string): string {
  const key = keys[name]
  return key ? t(key) : name.replaceAll('_', ' ')
}
