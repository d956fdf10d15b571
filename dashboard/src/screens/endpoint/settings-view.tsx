import { useEmptyOwned } from '../../api/endpoints/owned.ts'
import type { Endpoint, SettingsRequest } from '../../api/schema.ts'
import { TextArea, TextField } from '../../controls/fields/text-field.tsx'
import { pluralize } from '../../controls/numbers.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { errorText } from '../../shell/error-words.ts'
import { MAX_NAME_LENGTH } from '../../shell/name-length.ts'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { RetirableView } from '../../shell/owned/retirable-view.tsx'
import { DestinationsSection } from './destinations-section.tsx'
import { QueueSection } from './queue-section.tsx'
import { type Draft, findFaults, readOrigins } from './settings-faults.ts'
import { SettingsForm } from './settings-form.tsx'
import { readEntries } from './spam-lists.ts'
import { SpamSection } from './spam-section.tsx'
import { type SettingsPart, useSettingsDraft } from './use-settings-draft.ts'

/** Names in the API of the settings that show their own errors. */
const FIELDS = ['name', 'redirect_url', 'error_url', 'allowed_origins', 'honeypot', 'expect']
const GENERAL: SettingsPart<Draft> = { toDraft, listChanges, findFaults }

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
      <DestinationsSection endpoint={endpoint} />
      {endpoint.state === 'retired' ? null : <QueueSection endpoint={endpoint} />}
      <RetirableView kind="endpoints" owned={endpoint}>
        <Empty endpoint={endpoint} />
      </RetirableView>
    </div>
  )
}

function GeneralForm({ endpoint }: { endpoint: Endpoint }) {
  const edited = useSettingsDraft(endpoint, GENERAL)
  const { draft, faults, error, set } = edited
  const findFault = (field: string) => (error?.field?.startsWith(field) ? errorText(error) : null)
  return (
    <SettingsForm title="General" edited={edited} shownAtField={FIELDS}>
      <TextField
        label="Name"
        hint="Shown in the dashboard and in email subjects."
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={findFault('name')}
      />
      <TextField
        label="Redirect after submit"
        hint="Leave empty to use our thank-you page."
        type="url"
        inputMode="url"
        placeholder="https://acme.org/thanks"
        value={draft.redirect}
        onChange={(event) => set({ redirect: event.target.value })}
        error={faults.redirect ?? findFault('redirect_url')}
      />
      <TextField
        label="Redirect after an error"
        hint="We add ?error=…&field=… to the URL. Leave empty to use our error page."
        type="url"
        inputMode="url"
        placeholder="https://acme.org/sorry"
        value={draft.onError}
        onChange={(event) => set({ onError: event.target.value })}
        error={faults.onError ?? findFault('error_url')}
      />
      <TextArea
        label="Allowed sites"
        hint="One per line, such as https://acme.org. Leave empty to allow all. Requests without an origin (curl, servers) are always accepted."
        value={draft.origins}
        onChange={(event) => set({ origins: event.target.value })}
        spellCheck={false}
        error={faults.origins ?? findFault('allowed_origins')}
      />
      <TextField
        label="Honeypot field"
        hint="Name of a hidden field that only bots fill in. _gotcha always works."
        value={draft.honeypot}
        onChange={(event) => set({ honeypot: event.target.value })}
        autoComplete="off"
        spellCheck={false}
        error={faults.honeypot ?? findFault('honeypot')}
      />
      <TextArea
        label="Expected fields"
        hint="One name per line, such as email. Dry runs and the health of the form warn when one is missing. Nothing is refused."
        value={draft.expect}
        onChange={(event) => set({ expect: event.target.value })}
        spellCheck={false}
        autoCapitalize="off"
        error={findFault('expect')}
      />
    </SettingsForm>
  )
}

function Empty({ endpoint }: { endpoint: Endpoint }) {
  const { showToast } = useToast()
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
      onDone={({ deleted }) => showToast({ title: `${pluralize(deleted, 'submission')} deleted` })}
    />
  )
}

function toDraft({ name, settings }: Endpoint): Draft {
  return {
    name: name ?? '',
    redirect: settings.redirect_url ?? '',
    onError: settings.error_url ?? '',
    origins: settings.allowed_origins.join('\n'),
    honeypot: settings.honeypot ?? '',
    expect: settings.expect.join('\n'),
  }
}

function listChanges(draft: Draft, from: Endpoint): SettingsRequest {
  const before = toDraft(from)
  const origins = readOrigins(draft.origins)
  const expect = readEntries(draft.expect)
  return {
    ...(draft.name.trim() === before.name ? {} : { name: orNull(draft.name) }),
    ...(draft.redirect.trim() === before.redirect ? {} : { redirect_url: orNull(draft.redirect) }),
    ...(draft.onError.trim() === before.onError ? {} : { error_url: orNull(draft.onError) }),
    ...(origins.join('\n') === before.origins ? {} : { allowed_origins: origins }),
    ...(draft.honeypot.trim() === before.honeypot ? {} : { honeypot: orNull(draft.honeypot) }),
    ...(expect.join('\n') === before.expect ? {} : { expect }),
  }
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
