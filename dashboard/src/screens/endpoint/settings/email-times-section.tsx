import { useChangeOwned } from '../../../api/endpoints/owned.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { Button } from '../../../controls/button.tsx'
import { Choices } from '../../../controls/fields/choices.tsx'
import { Select } from '../../../controls/fields/select.tsx'
import { Switch } from '../../../controls/fields/switch.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { Moment } from '../../../controls/relative-time.tsx'
import { Section } from '../../../controls/section.tsx'
import { useAction } from '../../../shell/action.ts'
import type { useSettingsDraft } from '../../../shell/owned/settings-draft.ts'
import { SettingsForm } from '../../../shell/owned/settings-form.tsx'
import { type EmailDraft, suggestZone, usesTimes } from './email-settings.ts'

const MODES = [
  {
    value: 'every',
    label: 'Each submission',
    explained: 'One email each. If too many arrive within an hour, you get one email an hour instead.',
  },
  {
    value: 'hourly',
    label: 'At most one an hour',
    explained:
      'The first one is sent right away. Those that arrive within the next hour are sent as one email.',
  },
  { value: 'daily', label: 'Once a day', explained: 'Everything since the previous day, as one email.' },
] as const
const FORMATS = [
  { value: 'html_and_text', label: 'HTML and plain text' },
  { value: 'text', label: 'Plain text only' },
] as const
const WEEK_MS = 7 * 24 * 3_600_000
const SHORT_FIELD = '[&_input]:max-w-40'

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
      title="Delivery and format"
      description="Only for emails to you. Other destinations get every submission right away."
      edited={edited}
    >
      <Choices
        label="When"
        value={draft['email.mode']}
        choices={MODES}
        onChange={(mode) => (mode === 'daily' ? withZone : set)({ 'email.mode': mode })}
      />
      {draft['email.mode'] === 'daily' ? (
        <TextField label="Time" type="time" className={SHORT_FIELD} {...bind('email.daily_at')} />
      ) : (
        <Switch
          label="Quiet hours"
          hint="Emails wait until quiet hours end. Sign-in emails don't."
          checked={draft.quiet === 'on'}
          onChange={(on) => (on ? withZone : set)({ quiet: on ? 'on' : 'off' })}
        />
      )}
      {draft['email.mode'] !== 'daily' && draft.quiet === 'on' ? (
        <div className="grid grid-cols-2 gap-4 sm:max-w-96">
          <TextField label="From" type="time" {...bind('email.quiet_hours.from')} />
          <TextField label="Until" type="time" {...bind('email.quiet_hours.to')} />
        </div>
      ) : null}
      {usesTimes(draft) ? (
        <TextField
          label="Time zone"
          autoComplete="off"
          spellCheck={false}
          className="sm:max-w-96"
          hint="An IANA time zone, such as Europe/Berlin."
          {...bind('email.time_zone')}
        />
      ) : null}
      <TextField
        label="Sender name"
        hint="Leave empty to use the form's name. The address is always that of this service."
        autoComplete="off"
        maxLength={60}
        {...bind('email.sender_name')}
      />
      <TextField
        label="Subject"
        hint="Use field names in braces, such as [{form}] {topic}. {site} is your website. Leave empty for the default subject."
        autoComplete="off"
        spellCheck={false}
        maxLength={150}
        {...bind('email.subject')}
      />
      <Select
        label="Format"
        showLabel
        value={draft['email.format']}
        choices={FORMATS}
        onChange={(format) => set({ 'email.format': format })}
        className="w-full sm:w-96"
      />
    </SettingsForm>
  )
}

/** Snoozes the emails of a form for a week, or ends the snooze. */
export function SnoozeSection({ endpoint }: { endpoint: Endpoint }) {
  const set = useAction(useChangeOwned('endpoints', endpoint.id), { failed: 'Not saved' })
  const { snoozed_until: until } = endpoint.settings.email
  const isSnoozed = until !== null && new Date(until).getTime() > Date.now()
  return (
    <Section
      title="Snooze"
      description={
        isSnoozed ? (
          <>
            Emails wait until <Moment at={until} />, and are then sent as one.
          </>
        ) : (
          'Submissions are kept here, and you get all of them in one email at the end.'
        )
      }
    >
      {isSnoozed ? (
        <Button className="self-start" onClick={() => set({ email: { snoozed_until: null } })}>
          End the snooze
        </Button>
      ) : (
        <Button
          className="self-start"
          onClick={() => set({ email: { snoozed_until: new Date(Date.now() + WEEK_MS).toISOString() } })}
        >
          Snooze for a week
        </Button>
      )}
    </Section>
  )
}
