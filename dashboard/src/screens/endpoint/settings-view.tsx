import { MAX_NAME_LENGTH, useEmptyOwned } from '../../api/endpoints/owned.ts'
import type { Endpoint, SettingsRequest } from '../../api/schema.ts'
import { TextArea, TextField } from '../../controls/fields/text-field.tsx'
import { pluralize } from '../../controls/numbers.ts'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { RetirableView } from '../../shell/owned/retirable-view.tsx'
import { type SettingsPart, useSettingsDraft } from '../../shell/owned/settings-draft.ts'
import { SettingsForm } from '../../shell/owned/settings-form.tsx'
import { DestinationsSection } from '../destinations/destinations-section.tsx'
import { FilesSection } from './files-section.tsx'
import { QueueSection } from './queue-section.tsx'
import { type Draft, findFaults, readOrigins } from './settings-faults.ts'
import { readEntries } from './spam-lists.ts'
import { SpamSection } from './spam-section.tsx'
import { StoreSection } from './store-section.tsx'

const GENERAL: SettingsPart<'endpoints', Draft> = { toDraft, listChanges, findFaults }

/** Settings of an endpoint. */
export function SettingsView({ endpoint }: { endpoint: Endpoint }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {endpoint.state === 'retired' ? (
        <p className="rounded-md bg-warn-tint px-4 py-3 text-warn">
          This form is retired and doesn't accept submissions. These settings have no effect.
        </p>
      ) : null}
      <GeneralForm endpoint={endpoint} />
      <SpamSection endpoint={endpoint} />
      <FilesSection endpoint={endpoint} />
      <StoreSection endpoint={endpoint} />
      <DestinationsSection
        subject={{ kind: 'endpoints', id: endpoint.id }}
        recipient={endpoint.recipient}
        emailsOn={endpoint.settings.email_notifications}
        isRetired={endpoint.state === 'retired'}
      />
      {endpoint.state === 'retired' ? null : <QueueSection endpoint={endpoint} />}
      <RetirableView kind="endpoints" owned={endpoint}>
        <Empty endpoint={endpoint} />
      </RetirableView>
    </div>
  )
}

function GeneralForm({ endpoint }: { endpoint: Endpoint }) {
  const edited = useSettingsDraft({ kind: 'endpoints', owned: endpoint }, GENERAL)
  const { bind } = edited
  return (
    <SettingsForm title="General" edited={edited}>
      <TextField
        label="Name"
        hint="Shown in the dashboard and in email subjects."
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...bind('name')}
      />
      <TextField
        label="Redirect after submit"
        hint="Leave empty to use our thank-you page."
        type="url"
        inputMode="url"
        placeholder="https://acme.org/thanks"
        {...bind('redirect_url')}
      />
      <TextField
        label="Redirect after an error"
        hint="We add ?error=…&field=… to the URL. Leave empty to use our error page."
        type="url"
        inputMode="url"
        placeholder="https://acme.org/sorry"
        {...bind('error_url')}
      />
      <TextArea
        label="Allowed sites"
        hint="One per line, such as https://acme.org. Leave empty to allow all. Requests without an origin (curl, servers) are always accepted."
        spellCheck={false}
        {...bind('allowed_origins')}
      />
      <TextField
        label="Honeypot field"
        hint="Name of a hidden field that only bots fill in. _gotcha always works."
        autoComplete="off"
        spellCheck={false}
        {...bind('honeypot')}
      />
      <TextArea
        label="Expected fields"
        hint="One name per line, such as email. Dry runs and the health of the form warn when one is missing. Nothing is refused."
        spellCheck={false}
        autoCapitalize="off"
        {...bind('expect')}
      />
    </SettingsForm>
  )
}

function Empty({ endpoint }: { endpoint: Endpoint }) {
  return (
    <DangerSection
      title="Delete its submissions"
      description={
        endpoint.state === 'retired'
          ? 'Every submission, including spam and archive, and emails not sent yet.'
          : 'Every submission, including spam and archive, and emails not sent yet. The form keeps accepting new ones.'
      }
      button="Delete all submissions"
      question={{
        title: 'Delete all submissions?',
        description: "This can't be undone. Export them first if you might need them.",
        action: 'Delete all',
        typed: endpoint.name ?? endpoint.id,
      }}
      mutation={useEmptyOwned('endpoints', endpoint.id)}
      done={({ deleted }) => `${pluralize(deleted, 'submission')} deleted`}
    />
  )
}

function toDraft({ name, settings }: Endpoint): Draft {
  return {
    name: name ?? '',
    redirect_url: settings.redirect_url ?? '',
    error_url: settings.error_url ?? '',
    allowed_origins: settings.allowed_origins.join('\n'),
    honeypot: settings.honeypot ?? '',
    expect: settings.expect.join('\n'),
  }
}

function listChanges(draft: Draft, before: Draft): SettingsRequest {
  const origins = readOrigins(draft.allowed_origins)
  const expect = readEntries(draft.expect)
  const texts = (['name', 'redirect_url', 'error_url', 'honeypot'] as const).filter(
    (field) => draft[field].trim() !== before[field],
  )
  return {
    ...Object.fromEntries(texts.map((field) => [field, draft[field].trim() || null])),
    ...(origins.join('\n') === before.allowed_origins ? {} : { allowed_origins: origins }),
    ...(expect.join('\n') === before.expect ? {} : { expect }),
  }
}
