import { useChangeOwned } from '../../../api/endpoints/owned.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { Button } from '../../../controls/button.tsx'
import { Choices } from '../../../controls/fields/choices.tsx'
import { Select } from '../../../controls/fields/select.tsx'
import { Switch } from '../../../controls/fields/switch.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { Moment } from '../../../controls/relative-time.tsx'
import { Section } from '../../../controls/section.tsx'
import { rich, t } from '../../../language/texts.ts'
import { useAction } from '../../../shell/action.ts'
import type { useSettingsDraft } from '../../../shell/owned/settings-draft.ts'
import { SettingsForm } from '../../../shell/owned/settings-form.tsx'
import { type EmailDraft, suggestZone, usesTimes } from './email-settings.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const SHORT_FIELD = '[&_input]:max-w-40'

function listModes() {
  return [
    {
      value: 'every',
      label: t('endpoint.emails.modes.every'),
      explained: t('endpoint.emails.modes.everyText'),
    },
    {
      value: 'hourly',
      label: t('endpoint.emails.modes.hourly'),
      explained: t('endpoint.emails.modes.hourlyText'),
    },
    {
      value: 'daily',
      label: t('endpoint.emails.modes.daily'),
      explained: t('endpoint.emails.modes.dailyText'),
    },
  ] as const
}

function listFormats() {
  return [
    { value: 'html_and_text', label: t('endpoint.emails.formats.htmlAndText') },
    { value: 'text', label: t('endpoint.emails.formats.text') },
  ] as const
}

/** Times, sender, subject and format of the emails to the owner. */
export function EmailTimesSection({
  edited,
}: {
  edited: ReturnType<typeof useSettingsDraft<'endpoints', EmailDraft>>
}) {
  const { draft, set, bind } = edited
  const withZone = (times: Partial<EmailDraft>) =>
    set({ ...times, 'email.time_zone': suggestZone(draft['email.time_zone']) })
  return (
    <SettingsForm
      title={t('endpoint.emails.times')}
      description={t('endpoint.emails.timesText')}
      edited={edited}
    >
      <Choices
        label={t('endpoint.emails.when')}
        value={draft['email.mode']}
        choices={listModes()}
        onChange={(mode) => (mode === 'daily' ? withZone : set)({ 'email.mode': mode })}
      />
      {draft['email.mode'] === 'daily' ? (
        <TextField
          label={t('endpoint.emails.time')}
          type="time"
          className={SHORT_FIELD}
          {...bind('email.daily_at')}
        />
      ) : (
        <Switch
          label={t('endpoint.emails.quiet')}
          hint={t('endpoint.emails.quietHint')}
          checked={draft.quiet === 'on'}
          onChange={(on) => (on ? withZone : set)({ quiet: on ? 'on' : 'off' })}
        />
      )}
      {draft['email.mode'] !== 'daily' && draft.quiet === 'on' ? (
        <div className="grid grid-cols-2 gap-4 sm:max-w-96">
          <TextField label={t('endpoint.emails.quietFrom')} type="time" {...bind('email.quiet_hours.from')} />
          <TextField label={t('endpoint.emails.quietUntil')} type="time" {...bind('email.quiet_hours.to')} />
        </div>
      ) : null}
      {usesTimes(draft) ? (
        <TextField
          label={t('endpoint.emails.zone')}
          autoComplete="off"
          spellCheck={false}
          className="sm:max-w-96"
          hint={t('endpoint.emails.zoneHint')}
          dir="ltr"
          {...bind('email.time_zone')}
        />
      ) : null}
      <TextField
        label={t('endpoint.emails.senderName')}
        hint={t('endpoint.emails.senderNameHint')}
        autoComplete="off"
        maxLength={60}
        dir="auto"
        {...bind('email.sender_name')}
      />
      <TextField
        label={t('endpoint.emails.subject')}
        hint={t('endpoint.emails.subjectHint', { example: '[{form}] {topic}', site: '{site}' })}
        autoComplete="off"
        spellCheck={false}
        maxLength={150}
        dir="auto"
        {...bind('email.subject')}
      />
      <Select
        label={t('endpoint.emails.format')}
        showLabel
        value={draft['email.format']}
        choices={listFormats()}
        onChange={(format) => set({ 'email.format': format })}
        className="w-full sm:w-96"
      />
    </SettingsForm>
  )
}

/** Snoozes the emails of a form for a week, or ends the snooze. */
export function SnoozeSection({ endpoint }: { endpoint: Endpoint }) {
  const set = useAction(useChangeOwned('endpoints', endpoint.id), { failed: t('shell.words.notSaved') })
  const { snoozed_until: until } = endpoint.settings.email
  const isSnoozed = until !== null && new Date(until).getTime() > Date.now()
  return (
    <Section
      title={t('endpoint.snooze.title')}
      description={
        isSnoozed
          ? rich('endpoint.snooze.running', { time: <Moment at={until} /> })
          : t('endpoint.snooze.text')
      }
    >
      {isSnoozed ? (
        <Button className="self-start" onClick={() => set({ email: { snoozed_until: null } })}>
          {t('endpoint.snooze.end')}
        </Button>
      ) : (
        <Button
          className="self-start"
          onClick={() => set({ email: { snoozed_until: new Date(Date.now() + WEEK_MS).toISOString() } })}
        >
          {t('endpoint.snooze.begin')}
        </Button>
      )}
    </Section>
  )
}
