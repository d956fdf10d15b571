import { MAX_NAME_LENGTH } from '../../../api/endpoints/owned.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { ListField } from '../../../controls/fields/list-field.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { useSettingsDraft } from '../../../shell/owned/settings-draft.ts'
import { SettingsForm } from '../../../shell/owned/settings-form.tsx'
import { readEntries, type SettingsPart } from '../../../shell/owned/settings-part.ts'
import { type Draft, findFaults, readOrigins } from './settings-faults.ts'

const GENERAL: SettingsPart<'endpoints', Draft> = {
  name: 'general',
  toDraft: ({ name, settings }) => ({
    name: name ?? '',
    redirect_url: settings.redirect_url ?? '',
    error_url: settings.error_url ?? '',
    allowed_origins: settings.allowed_origins.join('\n'),
    expect: settings.expect.join('\n'),
  }),
  toRequest: (draft) => ({
    name: draft.name.trim() || null,
    redirect_url: draft.redirect_url.trim() || null,
    error_url: draft.error_url.trim() || null,
    allowed_origins: readOrigins(draft.allowed_origins),
    expect: readEntries(draft.expect),
  }),
  findFaults,
}

/** Name of a form, its redirects, the sites that may use it, and its fields. */
export function GeneralSection({ endpoint }: { endpoint: Endpoint }) {
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
      <ListField
        label="Allowed sites"
        empty="All sites can use this form"
        hint="One per line, such as https://acme.org. Leave empty to allow all. Requests without an origin (curl, servers) are always accepted."
        {...bind('allowed_origins')}
      />
      <ListField
        label="Expected fields"
        empty="None"
        hint="One name per line, such as email. Dry runs and the health of the form warn when one is missing. Nothing is refused."
        {...bind('expect')}
      />
    </SettingsForm>
  )
}
