import { Link } from '@tanstack/react-router'
import { useEmailKeys } from '../../../api/accounts/email-key.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { Switch } from '../../../controls/fields/switch.tsx'
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
      title="Encrypted storage"
      description="Only you can read stored submissions. Not even the operator of this instance."
      guide="/docs/encrypted-email"
      edited={edited}
    >
      <Switch
        label="Store submissions encrypted"
        hint="New submissions are encrypted to your OpenPGP key before they are stored. Search, text filters and previews don't see their content, exports contain the encrypted text, and webhooks, chats, queues and other email addresses get no content. What is stored already stays as it is, with its files."
        checked={isOn}
        disabled={!isOn && (!hasKey || hasFiles)}
        onChange={(next) => set({ store: next ? 'encrypted' : 'plain' })}
      />
      {isOn || hasKey || keys === undefined ? null : (
        <p className="text-sm text-muted">
          This requires a confirmed OpenPGP key.{' '}
          <Link to="/settings/encryption" className="text-accent underline">
            Add your key
          </Link>
        </p>
      )}
      {hasFiles && !isOn ? (
        <p className="text-sm text-muted">Not available for forms that accept files. Turn off files first.</p>
      ) : null}
    </SettingsForm>
  )
}
