import { MAX_NAME_LENGTH, type Owned, type OwnedKind } from '../../api/endpoints/owned.ts'
import { TextField } from '../../controls/fields/text-field.tsx'
import { t } from '../../language/texts.ts'
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
    <SettingsForm title={t('shell.words.name')} edited={edited}>
      <TextField
        label={t('shell.words.name')}
        quietLabel
        hint={t('owned.nameHint')}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...edited.bind('name')}
      />
    </SettingsForm>
  )
}
