import { useAudit } from '../../api/accounts/audit.ts'
import { joinPages } from '../../api/client/page.ts'
import type { AuditEntry } from '../../api/schema.ts'
import { LoadMore } from '../../controls/feedback/load-more.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { pluralize } from '../../controls/numbers.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { Loaded } from '../../shell/loaded.tsx'

const ACTIONS: Readonly<Record<AuditEntry['action'], string>> = {
  key_created: 'Key created',
  key_revoked: 'Key revoked',
  key_expired: 'Key expired',
  all_keys_revoked: 'All keys revoked',
  session_opened: 'Signed in',
  session_confirmed: 'Confirmed by email',
  session_ended: 'Signed out',
  session_expired: 'Session expired',
  all_sessions_ended: 'Signed out everywhere',
  settings_changed: 'Settings changed',
  endpoint_claimed: 'Claimed',
  endpoint_retired: 'Retired',
  endpoint_restored: 'Restored',
  endpoint_suspended: 'Suspended by the operator',
  endpoint_unsuspended: 'Suspension lifted by the operator',
  account_suspended: 'Account suspended by the operator',
  account_unsuspended: 'Suspension of the account lifted by the operator',
  destination_added: 'Destination added',
  destination_changed: 'Destination changed',
  destination_disabled: 'Destination disabled',
  destination_secret_rotated: 'Signing secret of a webhook replaced',
  destination_removed: 'Destination removed',
  destination_stopped: 'Recipient turned its emails off',
  destination_started: 'Recipient turned its emails back on',
  emails_stopped: 'Emails turned off by link',
  emails_started: 'Emails turned back on by link',
  emails_snoozed: 'Emails snoozed by link',
  emails_unsnoozed: 'Email snooze ended by link',
  answer_written: 'Answer written on a receipt',
  answer_deleted: 'Answer on a receipt deleted',
  file_links_revoked: 'Links to files revoked',
  public_link_created: 'Public link created',
  public_link_revoked: 'Public link revoked',
  badge_published: 'Status badge published',
  badge_revoked: 'Status badge revoked',
  watch_added: 'Watch added',
  watch_changed: 'Watch changed',
  watch_removed: 'Watch removed',
  submissions_exported: 'Submissions exported',
  events_exported: 'Events exported',
  submissions_imported: 'Submissions imported',
  account_exported: 'Account exported',
  learned_words_deleted: 'Learned words forgotten',
  email_key_added: 'OpenPGP key added',
  email_key_confirmed: 'OpenPGP key confirmed: emails are encrypted to it',
  email_key_removed: 'OpenPGP key removed',
  member_invited: 'Member invited',
  member_joined: 'Invitation accepted',
  member_role_changed: 'Role of a member changed',
  member_removed: 'Member removed',
  member_left: 'Member left',
  member_opened: 'Account opened by a member',
  invitation_declined: 'Invitation declined',
  hand_over_asked: 'Hand-over requested',
  hand_over_withdrawn: 'Hand-over withdrawn',
  hand_over_declined: 'Hand-over declined by the new owner',
  endpoint_handed_over: 'Form handed over',
  endpoint_received: 'Form received from another owner',
  submissions_changed: 'Submissions changed',
  sender_erased: 'Submissions of one sender erased',
  encrypted_only_changed: 'Setting “Send content only in encrypted emails” changed',
  device_added: 'Notifications turned on',
  device_changed: 'Notifications changed',
  device_removed: 'Notifications turned off',
}

/** Kinds of endpoints by the first letter of their IDs. */
const KINDS: Readonly<Record<string, string>> = { f: 'Form', t: 'Telemetry endpoint', q: 'Queue' }

/** Ways to sign in; earlier versions recorded the browser, which is that of the actor. */
const WAYS: Readonly<Record<string, string>> = {
  claim_page: 'on the claim page',
  email_link: 'by the link of an email',
  email_code: 'by the code of an email',
  invitation: 'by accepting an invitation',
}

/** Settings of the account that turn emails off and on, by their names in the API. */
const SETTINGS_OF_ACCOUNT: Readonly<Record<string, string>> = {
  spam_digest: 'weekly email about the spam folder',
}

/** Audit log of the account. */
export function ActivityScreen() {
  const query = useAudit()
  return (
    <SettingsPage
      title="Activity"
      description="Keys, sessions, settings and exports of the last 90 days. If you don't recognize something, sign out everywhere and revoke your keys."
    >
      <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading the activity" />}>
        {({ pages }) => (
          <>
            <ul aria-label="Activity" className="divide-y rounded-md border bg-card">
              {joinPages(pages).map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ul>
            <LoadMore more={query} />
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { at, action, actor, subject, subject_name } = entry
  const about = describeDetail(entry)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-5 py-2.5">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold">{describeAction({ action, subject })}</span>
        {!about ? null : <span> · {about}</span>}
        {subject_name === null ? null : <span> · {subject_name}</span>}
        {subject === null ? null : <code className="text-sm text-muted"> {subject}</code>}
      </p>
      <p className="w-full text-sm text-muted sm:w-auto">
        {actor === null ? null : (
          <>{actor.kind === 'key' ? `Key “${actor.name}”` : actor.name || 'Unknown browser'} · </>
        )}
        <RelativeTime at={at} />
      </p>
    </li>
  )
}

/** "name, redirect url", "312 submissions of all forms", "by the link of an email" */
function describeDetail({ action, subject, detail }: AuditEntry): string | null {
  switch (action) {
    case 'session_opened':
      return WAYS[detail ?? ''] ?? null
    case 'submissions_exported': {
      const count = detail === null ? [] : [pluralize(Number(detail), 'submission')]
      return [...count, ...(subject === null ? ['of all forms'] : [])].join(' ')
    }
    case 'events_exported':
      return detail === null ? null : pluralize(Number(detail), 'event')
    default: {
      // The names of settings in the API: queue_id.
      const words = action === 'settings_changed' ? detail?.replaceAll('_', ' ') : detail
      return SETTINGS_OF_ACCOUNT[words ?? ''] ?? words ?? null
    }
  }
}

/** "Key created", "Form retired" */
function describeAction({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>): string {
  const words = ACTIONS[action]
  if (action !== 'endpoint_retired' && action !== 'endpoint_restored') return words
  return `${KINDS[subject?.charAt(0) ?? ''] ?? 'Endpoint'} ${words.toLowerCase()}`
}
