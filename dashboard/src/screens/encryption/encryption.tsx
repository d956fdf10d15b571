import { useChangeEmailKey, useEmailKeys, useRemoveEmailKey } from '../../api/accounts/email-key.ts'
import type { EmailKeys } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { FactTable } from '../../controls/fact.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Switch } from '../../controls/fields/switch.tsx'
import { Day, Moment } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'
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
      title={t('encryption.title')}
      description={rich('encryption.about', {
        link: (
          <a href="/docs/encrypted-email" className="whitespace-nowrap text-accent underline">
            {t('encryption.howItWorks')}
          </a>
        ),
      })}
    >
      <Loaded query={query} loading={<SkeletonRows rows={2} />}>
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
      title={t('encryption.current.title')}
      description={isExpired ? t('encryption.current.expiredText') : t('encryption.current.text')}
    >
      <div>
        {isExpired ? (
          <Badge tone="bad">{t('encryption.expired')}</Badge>
        ) : (
          <Badge tone="good">{t('encryption.current.inUse')}</Badge>
        )}
      </div>
      <FactTable
        facts={[
          [t('encryption.fingerprint'), <Fingerprint key="fingerprint" of={current.fingerprint} />],
          [t('encryption.algorithm'), current.algorithm],
          [t('encryption.current.since'), <Day key="since" at={current.confirmed_at} />],
          [isExpired ? t('encryption.expired') : t('encryption.expires'), toExpiry(current.expires_at)],
        ]}
      />
      <RemoveKey title={t('encryption.current.removeTitle')} button={t('encryption.current.remove')}>
        {t('encryption.current.removeText')}
      </RemoveKey>
    </Section>
  )
}

function Reach({ isEncryptedOnly }: { isEncryptedOnly: boolean }) {
  const change = useChangeEmailKey()
  const shown = change.isPending ? change.variables.encrypted_only : isEncryptedOnly
  const save = useAction(change, { failed: t('shell.words.notSaved') })
  return (
    <Section title={t('encryption.others.title')}>
      <Switch
        label={t('encryption.others.only')}
        hint={t('encryption.others.hint')}
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
      title={t('encryption.next.title')}
      description={replaces ? t('encryption.next.replaces') : t('encryption.next.text')}
    >
      <FactTable
        facts={[
          [t('encryption.fingerprint'), <Fingerprint key="fingerprint" of={next.fingerprint} />],
          [t('encryption.algorithm'), next.algorithm],
          [t('encryption.expires'), toExpiry(next.expires_at)],
          [t('encryption.next.until'), <Moment key="until" at={next.confirm_until} />],
        ]}
      />
      {replaces ? null : (
        <RemoveKey title={t('encryption.next.removeTitle')} button={t('encryption.remove')}>
          {t('encryption.next.removeText')}
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
      action={t('encryption.remove')}
      mutation={useRemoveEmailKey()}
      given={undefined}
      done={() => t('encryption.removed')}
    >
      {children}
    </ConfirmedButton>
  )
}

function toExpiry(at: string | null) {
  return at === null ? t('encryption.never') : <Day at={at} />
}
