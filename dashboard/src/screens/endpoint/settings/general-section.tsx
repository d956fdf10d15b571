import { MAX_NAME_LENGTH } from '../../../api/endpoints/owned.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { ListField } from '../../../controls/fields/list-field.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { t } from '../../../language/texts.ts'
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
    <SettingsForm title={t('endpoint.sections.general')} edited={edited}>
      <TextField
        label={t('shell.words.name')}
        hint={t('endpoint.general.nameHint')}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        dir="auto"
        {...bind('name')}
      />
      <TextField
        label={t('endpoint.general.redirect')}
        hint={t('endpoint.general.redirectHint')}
        type="url"
        dir="ltr"
        inputMode="url"
        placeholder="https://acme.org/thanks"
        {...bind('redirect_url')}
      />
      <TextField
        label={t('endpoint.general.errorRedirect')}
        hint={t('endpoint.general.errorRedirectHint', { query: '?error=…&field=…' })}
        type="url"
        dir="ltr"
        inputMode="url"
        placeholder="https://acme.org/sorry"
        {...bind('error_url')}
      />
      <ListField
        label={t('endpoint.general.sites')}
        empty={t('endpoint.general.noSites')}
        hint={t('endpoint.general.sitesHint', { example: 'https://acme.org' })}
        dir="ltr"
        {...bind('allowed_origins')}
      />
      <ListField
        label={t('endpoint.general.fields')}
        empty={t('endpoint.general.noFields')}
        hint={t('endpoint.general.fieldsHint', { example: 'email' })}
        dir="ltr"
        {...bind('expect')}
      />
    </SettingsForm>
  )
}
