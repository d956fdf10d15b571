import type { ReactNode } from 'react'
import { useAccount, useDeleteAccount } from '../../api/accounts/account.ts'
import { exportAccount } from '../../api/accounts/export.ts'
import type { Account } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { count, countOf } from '../../controls/numbers.ts'
import { Day } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useFileExport } from '../../shell/file-export.tsx'
import { Page } from '../../shell/frame/page.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { DangerSection } from '../../shell/owned/danger-section.tsx'

/** The mailbox, everything that is kept about it, and the way out. */
export function AccountScreen() {
  const query = useAccount()
  return (
    <Page title="Account">
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading your account" />}>
        {(account) => (
          <div className="flex flex-col gap-6">
            <Section title="You">
              <dl className="grid grid-cols-2 gap-x-8 gap-y-3">
                <Fact name="Mailbox">
                  <span className="[overflow-wrap:anywhere]">{account.mailbox}</span>
                </Fact>
                <Fact name="Owner since">
                  <Day at={account.created_at} />
                </Fact>
                <Fact name="Endpoints">{count(account.endpoints)}</Fact>
                <Fact name="Submissions in all">{count(account.submissions)}</Fact>
              </dl>
              <p className="text-sm text-muted">
                Your account is your mailbox: whoever reads it can sign in. There is no password to lose.
              </p>
            </Section>
            <TakeEverything />
            <DeleteAccount account={account} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

function TakeEverything() {
  const { busy, start } = useFileExport()
  return (
    <Section
      title="Take everything with you"
      description="One JSON file: your endpoints with their settings, every submission with what became of its emails, every event, and what your queues hold."
    >
      <Button icon="download" disabled={busy} className="self-start" onClick={() => start(exportAccount)}>
        Download everything
      </Button>
    </Section>
  )
}

function DeleteAccount({ account }: { account: Account }) {
  const endpoints = countOf(account.endpoints, 'endpoint')
  return (
    <DangerSection
      title="Delete the account"
      description="Every endpoint is retired, every submission, event and message is deleted, every key and session ends. It cannot be taken back."
      button="Delete the account"
      question={{
        title: 'Delete the account?',
        says: `${endpoints} will take nothing any more, and all that they hold will be gone. Forms that post to them will show their visitors an error.`,
        deed: 'Delete everything',
        typed: account.mailbox,
      }}
      mutation={useDeleteAccount()}
      onDone={() => window.location.assign('/')}
    />
  )
}
