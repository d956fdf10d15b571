import { type ReactNode, useState } from 'react'
import { ACCOUNT_EXPORT, type Account, useAccount, useDeleteAccount } from '../../api/account.ts'
import { Button, buttonClass } from '../../controls/button.tsx'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { countOf } from '../../controls/numbers.ts'
import { Day } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'

/** The mailbox, everything that is kept about it, and the way out. */
export function AccountScreen() {
  const query = useAccount()
  return (
    <Page title="Account">
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading your account" />}>
        {(account) => (
          <div className="flex flex-col gap-6">
            <Section title="You">
              <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
                <Fact name="Mailbox">
                  <span className="[overflow-wrap:anywhere]">{account.mailbox}</span>
                </Fact>
                <Fact name="Owner since">
                  <Day at={account.created_at} />
                </Fact>
                <Fact name="Endpoints">{countOf(account.endpoints, 'endpoint')}</Fact>
                <Fact name="Submissions kept">{countOf(account.submissions, 'submission')}</Fact>
              </dl>
              <p className="text-sm text-muted">
                Your account is your mailbox: whoever reads it can sign in. There is no password to lose.
              </p>
            </Section>
            <Section
              title="Take everything with you"
              description="One JSON file: your endpoints with their settings, every submission, and what became of its letters."
            >
              <a href={ACCOUNT_EXPORT} download className={`${buttonClass()} self-start`}>
                Download everything
              </a>
            </Section>
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

function DeleteAccount({ account }: { account: Account }) {
  const [open, setOpen] = useState(false)
  const remove = useDeleteAccount()
  const close = () => {
    remove.reset()
    setOpen(false)
  }
  return (
    <Section
      tone="danger"
      title="Delete the account"
      description="Every endpoint is retired, every submission is deleted, every key and session ends. It cannot be taken back."
    >
      <Button weight="danger-plain" className="self-start" onClick={() => setOpen(true)}>
        Delete the account
      </Button>
      <ConfirmDialog
        open={open}
        onClose={close}
        title="Delete the account?"
        deed="Delete everything"
        typed={account.mailbox}
        busy={remove.isPending}
        error={remove.error ? `${remove.error.message} ${remove.error.hint}` : null}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => window.location.assign('/') })}
      >
        {countOf(account.endpoints, 'endpoint')} will take no more submissions, and{' '}
        {countOf(account.submissions, 'submission')} will be gone. Forms that post to them will show their
        visitors an error.
      </ConfirmDialog>
    </Section>
  )
}
