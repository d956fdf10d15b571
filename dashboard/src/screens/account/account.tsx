import {
  useAccount,
  useChangeAccount,
  useDeleteAccount,
  useForgetLearned,
} from '../../api/accounts/account.ts'
import { exportAccount } from '../../api/accounts/export.ts'
import { leave } from '../../api/client/call.ts'
import type { Account } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { TallFact } from '../../controls/fact.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Switch } from '../../controls/fields/switch.tsx'
import { count } from '../../controls/numbers.ts'
import { Day } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useAction } from '../../shell/action.ts'
import { ConfirmedButton } from '../../shell/confirmed-action.tsx'
import { useFileExport } from '../../shell/file-export.tsx'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { hasLearned } from '../../shell/learning.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { BouncedAddresses } from './bounced-addresses.tsx'
import { EraseSenderSection } from './erase-sender.tsx'

const HOW =
  'Mark spam, and archive or answer real messages to teach it. An answer counts half, and so does leaving what you opened in the inbox for a week.'

/** Account screen: email address, weekly email, what the spam filter has learned, export, deletion. */
export function AccountScreen() {
  const query = useAccount()
  return (
    <SettingsPage title="Account">
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading your account" />}>
        {(account) => (
          <div className="flex flex-col gap-6">
            <Section title="You">
              <dl className="grid grid-cols-2 gap-x-8 gap-y-3">
                <TallFact name="Email address">
                  <span className="[overflow-wrap:anywhere]">{account.email}</span>
                </TallFact>
                <TallFact name="Member since">
                  <Day at={account.created_at} />
                </TallFact>
                <TallFact name="Forms, telemetry, queues">{count(account.endpoints)}</TallFact>
                <TallFact name="Total submissions">{count(account.submissions)}</TallFact>
              </dl>
              <p className="text-sm text-muted">You sign in by email, so keep your inbox secure.</p>
            </Section>
            <BouncedAddresses />
            <EmailSection account={account} />
            <SpamSection learned={account.learned} />
            <ExportSection />
            <EraseSenderSection />
            <DeleteAccount account={account} />
          </div>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function EmailSection({ account }: { account: Account }) {
  const change = useChangeAccount()
  const shown = change.isPending ? change.variables.spam_digest : account.spam_digest
  const save = useAction(change, { failed: 'Not saved' })
  return (
    <Section title="Emails">
      <Switch
        label="Weekly email about your spam folder"
        hint="Sent only if the filter put something there that you haven't looked at. Bots caught by the honeypot don't count."
        checked={shown === true}
        onChange={(spam_digest) => save({ spam_digest })}
        disabled={change.isPending}
      />
    </Section>
  )
}

function ExportSection() {
  const { busy, start } = useFileExport()
  return (
    <Section
      title="Export your data"
      description="One JSON file with your forms, telemetry endpoints and queues and their settings, every submission and its delivery history, every event, and the messages in your queues."
    >
      <Button icon="download" disabled={busy} className="self-start" onClick={() => start(exportAccount)}>
        Export your data
      </Button>
    </Section>
  )
}

function DeleteAccount({ account }: { account: Account }) {
  return (
    <DangerSection
      title="Delete the account"
      description="Retires every form, telemetry endpoint and queue, deletes every submission, event and message, revokes every key and ends every session. This can't be undone."
      button="Delete the account"
      question={{
        title: 'Delete your account?',
        description: `Your forms, telemetry endpoints and queues (${count(account.endpoints)} in total) will stop accepting anything, and everything in them will be deleted. Visitors of your forms will see an error.`,
        action: 'Delete everything',
        typed: account.email,
      }}
      mutation={useDeleteAccount()}
      onDone={() => leave('/')}
    />
  )
}

/** Section that says how much the spam filter has learned from the owner, and forgets it. */
function SpamSection({ learned }: { learned: Account['learned'] }) {
  const { spam, real, words } = learned
  return (
    <Section
      title="Spam filter"
      description={
        hasLearned(learned)
          ? `What the filter has learned from you helps to judge new submissions. ${HOW}`
          : `Learning starts after ${learned.needed} of each. You have ${spam} spam and ${real} real. ${HOW}`
      }
    >
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-3">
        <TallFact name="Learned as spam">{count(spam)}</TallFact>
        <TallFact name="Learned as real">{count(real)}</TallFact>
        <TallFact name="Words">{count(words)}</TallFact>
      </dl>
      <Forget isEmpty={spam + real + words === 0} />
    </Section>
  )
}

/** Stays mounted once nothing is left, so that its dialog closes and its toast is shown. */
function Forget({ isEmpty }: { isEmpty: boolean }) {
  return (
    <ConfirmedButton
      button={isEmpty ? null : { className: 'self-start', children: 'Forget what was learned' }}
      title="Forget what was learned?"
      action="Forget"
      mutation={useForgetLearned()}
      given={undefined}
      done={() => 'Learned words forgotten'}
    >
      The filter starts over for all your forms. Your submissions and lists stay as they are. This can't be
      undone.
    </ConfirmedButton>
  )
}
