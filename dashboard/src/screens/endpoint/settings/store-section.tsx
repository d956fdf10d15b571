import { Link } from '@tanstack/react-router'
import { useEmailKeys } from '../../../api/accounts/email-key.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { Switch } from '../../../controls/fields/switch.tsx'
import { sentenceSpace } from '../../../language/sentences.ts'
import { t } from '../../../language/texts.ts'
import { useSettingsDraft } from '../../../shell/owned/settings-draft.ts'
import { SettingsForm } from '../../../shell/owned/settings-form.tsx'
import type { SettingsPart } from '../../../shell/owned/settings-part.ts'

type Draft = { store: Endpoint['settings']['store'] }

const STORE: SettingsPart<'endpoints', Draft> = {
  name: 'encryption',
  toDraft: ({ settings }) => ({ store: settings.store }),
  toRequest: (draft) => draft,
}

/** Chooses whether submissions are stored encrypted to the owner's OpenPGP key. */
export function StoreSection({ endpoint }: { endpoint: Endpoint }) {
  const edited = useSettingsDraft({ kind: 'endpoints', owned: endpoint }, STORE)
  const { draft, set } = edited
  const { data: keys } = useEmailKeys()
  const isOn = draft.store === 'encrypted'
  const hasKey = keys?.current?.state === 'active'
  const hasFiles = endpoint.settings.files.on
  return (
    <SettingsForm
      title={t('endpoint.store.title')}
      description={t('endpoint.store.text')}
      guide="/docs/encrypted-email"
      edited={edited}
    >
      <Switch
        label={t('endpoint.store.label')}
        hint={t('endpoint.store.hint')}
        checked={isOn}
        disabled={!isOn && (!hasKey || hasFiles)}
        onChange={(next) => set({ store: next ? 'encrypted' : 'plain' })}
      />
      {isOn || hasKey || keys === undefined ? null : (
        <p className="text-sm text-muted">
          {t('endpoint.store.keyNeeded')}
          {sentenceSpace}
          <Link to="/settings/encryption" className="text-accent underline">
            {t('endpoint.store.addKey')}
          </Link>
        </p>
      )}
      {hasFiles && !isOn ? <p className="text-sm text-muted">{t('endpoint.store.noFiles')}</p> : null}
    </SettingsForm>
  )
}
