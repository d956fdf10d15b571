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
import { useAction } from '../../../shell/action.ts'
import { Loaded } from '../../../shell/loaded.tsx'
import { EmailLanguage } from '../../../shell/owned/email-language.tsx'
import { useSettingsDraft } from '../../../shell/owned/settings-draft.ts'
import { EMAIL_PART, toTriedQuery } from './email-settings.ts'
import { EmailTimesSection, SnoozeSection } from './email-times-section.tsx'

const FORMATS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Plain text' },
] as const

const KINDS = [
  { value: 'submission', label: 'One submission' },
  { value: 'digest', label: 'Several submissions' },
  { value: 'spam_digest', label: 'Weekly spam email' },
] as const satisfies readonly { value: EmailKind; label: string }[]

/** The preview follows what is typed after this pause. */
const TYPING_MS = 300

/** Matches screens of phones. */
const narrow = window.matchMedia('(max-width: 40rem)')

type PreviewFormat = (typeof FORMATS)[number]['value']

/** Email settings and preview of an endpoint. */
export function EmailsView({ endpoint }: { endpoint: Endpoint }) {
  const [look, setLook] = useState<PreviewFormat>(() => (narrow.matches ? 'phone' : 'desktop'))
  const [kind, setKind] = useState<(typeof KINDS)[number]['value']>('submission')
  const edited = useSettingsDraft({ kind: 'endpoints', owned: endpoint }, EMAIL_PART)
  const tried = useSettled(toTriedQuery(edited.draft), TYPING_MS)
  const previewed = { endpointId: endpoint.id, kind, tried }
  const query = useEmailPreview(previewed)
  const set = useAction(useChangeOwned('endpoints', endpoint.id), { failed: 'Not saved' })
  const { email_notifications, submitted_subject } = endpoint.settings
  return (
    <div className="flex flex-col gap-6">
      <Section title="Emails">
        <Switch
          label={`Email every submission to ${endpoint.recipient}`}
          hint="When off, submissions are kept here. Other destinations still get theirs."
          checked={email_notifications}
          onChange={(on) => set({ email_notifications: on })}
        />
        <Switch
          label="Use the form's subject"
          hint="Use the form's _subject field as the email subject, after the form's name."
          checked={submitted_subject}
          onChange={(on) => set({ submitted_subject: on })}
        />
        <EmailLanguage
          language={endpoint.language}
          hint="Taken from the page the form was created on, or from its first visitor, until you choose one."
          onChange={(language) => set({ language })}
        />
      </Section>
      <EmailTimesSection edited={edited} />
      {endpoint.state === 'retired' ? null : <SnoozeSection endpoint={endpoint} />}
      <Section
        title="Preview"
        description="Your latest submissions, or a sample, as an email. It follows what you edit above, before you save."
      >
        <div className="flex flex-wrap gap-2">
          <Select label="Email" value={kind} choices={KINDS} onChange={setKind} />
          <Select label="Shown" value={look} choices={FORMATS} onChange={setLook} />
        </div>
        {kind === 'spam_digest' ? (
          <p className="text-sm text-muted text-pretty">
            Sent at most once a week, about all your forms. You can turn it off under{' '}
            <Link to="/settings/account" className="underline underline-offset-4">
              Account
            </Link>
            .
          </p>
        ) : null}
        <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading the preview" />}>
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
        <Head name="From">{email.from}</Head>
        <Head name="To">{email.to}</Head>
        <Head name="Subject">{email.subject}</Head>
      </dl>
      {look === 'text' || email.html === '' ? (
        <pre className="px-4 py-3 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{email.text}</pre>
      ) : (
        // Sandboxed without any permission: no scripts, no navigation.
        <iframe
          title="The email"
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
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
