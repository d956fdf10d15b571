import { getRouteApi } from '@tanstack/react-router'
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
import { t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { ConfirmedButton } from '../../shell/confirmed-action.tsx'
import { useFileExport } from '../../shell/file-export.tsx'
import { LanguageChoice } from '../../shell/frame/language-choice.tsx'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { hasLearned } from '../../shell/learning.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { BouncedAddresses } from './bounced-addresses.tsx'
import { EraseSenderSection } from './erase-sender.tsx'

const route = getRouteApi('/settings/account')

/** Account screen: email address, language, weekly email, what the spam filter has learned, export, deletion. */
export function AccountScreen() {
  const query = useAccount()
  const { erase } = route.useSearch()
  return (
    <SettingsPage title={t('shell.places.account')}>
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {(account) => (
          <div className="flex flex-col gap-6">
            <Section title={t('account.you.title')}>
              <dl className="grid grid-cols-2 gap-x-8 gap-y-3">
                <TallFact name={t('shell.words.emailAddress')}>
                  <bdi className="[overflow-wrap:anywhere]">{account.email}</bdi>
                </TallFact>
                <TallFact name={t('account.you.since')}>
                  <Day at={account.created_at} />
                </TallFact>
                <TallFact name={t('account.you.endpoints')}>{count(account.endpoints)}</TallFact>
                <TallFact name={t('account.you.submissions')}>{count(account.submissions)}</TallFact>
              </dl>
              <p className="text-sm text-muted">{t('account.you.hint')}</p>
            </Section>
            <Section title={t('shell.language.title')}>
              <LanguageChoice />
            </Section>
            <BouncedAddresses />
            <EmailSection account={account} />
            <SpamSection learned={account.learned} />
            <ExportSection />
            <EraseSenderSection key={erase} given={erase} />
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
  const save = useAction(change, { failed: t('shell.words.notSaved') })
  return (
    <Section title={t('account.emails.title')}>
      <Switch
        label={t('account.emails.weekly')}
        hint={t('account.emails.weeklyHint')}
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
    <Section title={t('account.export.title')} description={t('account.export.description')}>
      <Button icon="download" disabled={busy} className="self-start" onClick={() => start(exportAccount)}>
        {t('account.export.title')}
      </Button>
    </Section>
  )
}

function DeleteAccount({ account }: { account: Account }) {
  return (
    <DangerSection
      title={t('account.remove.title')}
      description={t('account.remove.description')}
      button={t('account.remove.title')}
      question={{
        title: t('account.remove.question'),
        description: t('account.remove.text', { number: count(account.endpoints) }),
        action: t('account.remove.action'),
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
      title={t('account.filter.title')}
      description={
        hasLearned(learned)
          ? t('account.filter.taught')
          : t('account.filter.starting', {
              needed: count(learned.needed),
              spam: count(spam),
              real: count(real),
            })
      }
    >
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-3">
        <TallFact name={t('account.filter.spam')}>{count(spam)}</TallFact>
        <TallFact name={t('account.filter.real')}>{count(real)}</TallFact>
        <TallFact name={t('account.filter.words')}>{count(words)}</TallFact>
      </dl>
      <Forget isEmpty={spam + real + words === 0} />
    </Section>
  )
}

/** Stays mounted once nothing is left, so that its dialog closes and its toast is shown. */
function Forget({ isEmpty }: { isEmpty: boolean }) {
  return (
    <ConfirmedButton
      button={isEmpty ? null : { className: 'self-start', children: t('account.filter.forgetNamed') }}
      title={t('account.filter.forgetTitle')}
      action={t('account.filter.forget')}
      mutation={useForgetLearned()}
      given={undefined}
      done={() => t('account.filter.forgotten')}
    >
      {t('account.filter.forgetText')}
    </ConfirmedButton>
  )
}
