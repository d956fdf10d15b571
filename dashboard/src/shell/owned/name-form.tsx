import { MAX_NAME_LENGTH, type Owned, type OwnedKind } from '../../api/endpoints/owned.ts'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useSettingsDraft } from './settings-draft.ts'
import { SettingsForm } from './settings-form.tsx'
import type { SettingsPart } from './settings-part.ts'

type Draft = { name: string }

const NAME: SettingsPart<OwnedKind, Draft> = {
  name: 'name',
  toDraft: ({ name }) => ({ name: name ?? '' }),
  toRequest: ({ name }) => ({ name: name.trim() || null }),
}

/** Form that changes a name. */
export function NameForm({ kind, owned }: { kind: OwnedKind; owned: Owned }) {
  const edited = useSettingsDraft({ kind, owned }, NAME)
  return (
    <SettingsForm title="Name" edited={edited}>
      <TextField
        label="Name"
        quietLabel
        hint="Shown in the dashboard."
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...edited.bind('name')}
      />
    </SettingsForm>
  )
}
