import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type EmailKind, toEmailUrl, useEmailPreview } from '../../../api/endpoints/emails.ts'
import { useChangeOwned } from '../../../api/endpoints/owned.ts'
import type { EmailPreview, Endpoint } from '../../../api/schema.ts'
import { classes } from '../../../controls/classes.ts'
import { SkeletonRows } from '../../../controls/feedback/skeleton.tsx'
import { Select } from '../../../controls/fields/select.tsx'
import { Switch } from '../../../controls/fields/switch.tsx'
import { Section } from '../../../controls/section.tsx'
import { useSettled } from '../../../controls/settled.ts'
import { rich, t } from '../../../language/texts.ts'
import { useAction } from '../../../shell/action.ts'
import { Loaded } from '../../../shell/loaded.tsx'
import { EmailLanguage } from '../../../shell/owned/email-language.tsx'
import { useSettingsDraft } from '../../../shell/owned/settings-draft.ts'
import { EMAIL_PART, toTriedQuery } from './email-settings.ts'
import { EmailTimesSection, SnoozeSection } from './email-times-section.tsx'

/** The preview follows what is typed after this pause. */
const TYPING_MS = 300

/** Matches screens of phones. */
const narrow = window.matchMedia('(max-width: 40rem)')

type PreviewFormat = 'desktop' | 'phone' | 'text'

function listFormats() {
  return [
    { value: 'desktop', label: t('endpoint.preview.desktop') },
    { value: 'phone', label: t('endpoint.preview.phone') },
    { value: 'text', label: t('endpoint.preview.text') },
  ] as const satisfies readonly { value: PreviewFormat; label: string }[]
}

function listKinds() {
  return [
    { value: 'submission', label: t('endpoint.preview.submission') },
    { value: 'digest', label: t('endpoint.preview.digest') },
    { value: 'spam_digest', label: t('endpoint.preview.spamDigest') },
  ] as const satisfies readonly { value: EmailKind; label: string }[]
}

/** Email settings and preview of an endpoint. */
export function EmailsView({ endpoint }: { endpoint: Endpoint }) {
  const [look, setLook] = useState<PreviewFormat>(() => (narrow.matches ? 'phone' : 'desktop'))
  const [kind, setKind] = useState<Exclude<EmailKind, 'claim'>>('submission')
  const edited = useSettingsDraft({ kind: 'endpoints', owned: endpoint }, EMAIL_PART)
  const tried = useSettled(toTriedQuery(edited.draft), TYPING_MS)
  const previewed = { endpointId: endpoint.id, kind, tried }
  const query = useEmailPreview(previewed)
  const set = useAction(useChangeOwned('endpoints', endpoint.id), { failed: t('shell.words.notSaved') })
  const { email_notifications, submitted_subject } = endpoint.settings
  return (
    <div className="flex flex-col gap-6">
      <Section title={t('endpoint.sections.emails')}>
        <Switch
          label={rich('endpoint.emails.notify', { email: <bdi>{endpoint.recipient}</bdi> })}
          hint={t('endpoint.emails.notifyHint')}
          checked={email_notifications}
          onChange={(on) => set({ email_notifications: on })}
        />
        <Switch
          label={t('endpoint.emails.formSubject')}
          hint={t('endpoint.emails.formSubjectHint', { field: '_subject' })}
          checked={submitted_subject}
          onChange={(on) => set({ submitted_subject: on })}
        />
        <EmailLanguage
          language={endpoint.language}
          hint={t('endpoint.emails.languageHint')}
          onChange={(language) => set({ language })}
        />
      </Section>
      <EmailTimesSection edited={edited} />
      {endpoint.state === 'retired' ? null : <SnoozeSection endpoint={endpoint} />}
      <Section title={t('endpoint.preview.title')} description={t('endpoint.preview.description')}>
        <div className="flex flex-wrap gap-2">
          <Select label={t('endpoint.preview.email')} value={kind} choices={listKinds()} onChange={setKind} />
          <Select
            label={t('endpoint.preview.shown')}
            value={look}
            choices={listFormats()}
            onChange={setLook}
          />
        </div>
        {kind === 'spam_digest' ? (
          <p className="text-sm text-muted text-pretty">
            {rich('endpoint.preview.spamDigestNote', {
              account: (
                <Link to="/settings/account" className="underline underline-offset-4">
                  {t('endpoint.preview.account')}
                </Link>
              ),
            })}
          </p>
        ) : null}
        <Loaded query={query} loading={<SkeletonRows rows={3} />}>
          {(email) => (
            <Preview
              key={`${kind} ${endpoint.version}`}
              email={email}
              look={look}
              address={toEmailUrl(previewed, 'html')}
            />
          )}
        </Loaded>
      </Section>
    </div>
  )
}

function Preview({ email, look, address }: { email: EmailPreview; look: PreviewFormat; address: string }) {
  return (
    <div className="overflow-hidden rounded-md border">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b bg-sunken px-4 py-3 text-sm">
        <Head name={t('endpoint.preview.from')}>{email.from}</Head>
        <Head name={t('endpoint.preview.to')}>{email.to}</Head>
        <Head name={t('endpoint.emails.subject')}>{email.subject}</Head>
      </dl>
      {look === 'text' || email.html === '' ? (
        <pre dir="auto" className="px-4 py-3 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
          {email.text}
        </pre>
      ) : (
        // Sandboxed without any permission: no scripts, no navigation.
        <iframe
          title={t('endpoint.preview.frame')}
          sandbox=""
          src={address}
          className={classes('mx-auto block h-180 w-full bg-white', look === 'phone' && 'max-w-[23.4375rem]')}
        />
      )}
    </div>
  )
}

function Head({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="[overflow-wrap:anywhere] text-start">
        {children}
      </dd>
    </>
  )
}
