import { useChangeEmailKey, useEmailKeys, useRemoveEmailKey } from '../../api/accounts/email-key.ts'
import type { EmailKeys } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { FactTable } from '../../controls/fact.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Switch } from '../../controls/fields/switch.tsx'
import { Day, Moment } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useAction } from '../../shell/action.ts'
import { ConfirmedButton } from '../../shell/confirmed-action.tsx'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { AddKey } from './add-key.tsx'
import { Fingerprint } from './fingerprint.tsx'

type Current = NonNullable<EmailKeys['current']>
type Next = NonNullable<EmailKeys['next']>

/** Settings of encrypted emails: the OpenPGP key in use, one that awaits confirmation, and a form that adds one. */
export function EncryptionScreen() {
  const query = useEmailKeys()
  return (
    <SettingsPage
      title="Encrypted email"
      description={
        <>
          Get emails with content encrypted to your OpenPGP key, so that only you can read them.{' '}
          <a href="/docs/encrypted-email" className="whitespace-nowrap text-accent underline">
            How it works
          </a>
        </>
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={2} label="Loading your key" />}>
        {({ current, next, encrypted_only }) => (
          <div className="flex flex-col gap-6">
            {current ? <CurrentKey current={current} /> : null}
            {current ? <Reach isEncryptedOnly={encrypted_only} /> : null}
            {next ? <NextKey next={next} replaces={current !== null} /> : null}
            <AddKey hasKey={current !== null} />
          </div>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function CurrentKey({ current }: { current: Current }) {
  const isExpired = current.state === 'expired'
  return (
    <Section
      title="Your key"
      description={
        isExpired
          ? 'It has expired. Each email with content waits up to 7 days for another key, and is not sent after that. Everything stays in the dashboard.'
          : 'Emails with content are encrypted to this key. Sign-in links and notices without content are not.'
      }
    >
      <div>{isExpired ? <Badge tone="bad">Expired</Badge> : <Badge tone="good">In use</Badge>}</div>
      <FactTable
        facts={[
          ['Fingerprint', <Fingerprint key="fingerprint" of={current.fingerprint} />],
          ['Algorithm', current.algorithm],
          ['In use since', <Day key="since" at={current.confirmed_at} />],
          [isExpired ? 'Expired' : 'Expires', toExpiry(current.expires_at)],
        ]}
      />
      <RemoveKey title="Remove your key?" button="Remove the key">
        Emails will be sent unencrypted again, including those that wait for another key. You'll get an email
        about it.
      </RemoveKey>
    </Section>
  )
}

function Reach({ isEncryptedOnly }: { isEncryptedOnly: boolean }) {
  const change = useChangeEmailKey()
  const shown = change.isPending ? change.variables.encrypted_only : isEncryptedOnly
  const save = useAction(change, { failed: 'Not saved' })
  return (
    <Section title="Other destinations">
      <Switch
        label="Send content only in encrypted emails"
        hint="Webhooks and chats get IDs and a link, and other email addresses get nothing, because they have no key. Turn this off to send them content as before."
        checked={shown}
        onChange={(encrypted_only) => save({ encrypted_only })}
        disabled={change.isPending}
      />
    </Section>
  )
}

function NextKey({ next, replaces }: { next: Next; replaces: boolean }) {
  return (
    <Section
      title="Awaiting confirmation"
      description={
        replaces
          ? 'We sent you an email that is encrypted to this key. Open it and follow its link. Until then, the other key stays in use.'
          : 'We sent you an email that is encrypted to this key. Open it and follow its link. Until then, nothing is encrypted.'
      }
    >
      <FactTable
        facts={[
          ['Fingerprint', <Fingerprint key="fingerprint" of={next.fingerprint} />],
          ['Algorithm', next.algorithm],
          ['Expires', toExpiry(next.expires_at)],
          ['Link works until', <Moment key="until" at={next.confirm_until} />],
        ]}
      />
      {replaces ? null : (
        <RemoveKey title="Remove this key?" button="Remove">
          The link in the email will no longer work.
        </RemoveKey>
      )}
    </Section>
  )
}

function RemoveKey(props: { title: string; button: string; children: string }) {
  const { title, button, children } = props
  return (
    <ConfirmedButton
      button={{ className: 'self-start', children: button }}
      title={title}
      action="Remove"
      mutation={useRemoveEmailKey()}
      given={undefined}
      done={() => 'Key removed'}
    >
      {children}
    </ConfirmedButton>
  )
}

function toExpiry(at: string | null) {
  return at === null ? 'Never' : <Day at={at} />
}
