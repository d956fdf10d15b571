import { useFormChoices } from '../../api/accounts/devices.ts'
import type { Device, Endpoint } from '../../api/schema.ts'
import { Checkbox } from '../../controls/fields/checkbox.tsx'
import { Switch } from '../../controls/fields/switch.tsx'
import { t } from '../../language/texts.ts'
import { useSaveDevice } from './save-device.ts'

/** Chooses the forms that a device is notified of. */
export function ChosenForms({ device }: { device: Device }) {
  const { data: forms = [] } = useFormChoices()
  const { save, shown } = useSaveDevice(device)
  const chosen = shown.endpoint_ids
  const toggle = (id: string, isChosen: boolean) => {
    const next = isChosen ? [...(chosen ?? []), id] : (chosen ?? []).filter((one) => one !== id)
    if (next.length > 0) save({ endpoint_ids: next })
  }
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t('notifications.allForms')}
        hint={t('notifications.allFormsHint')}
        checked={chosen === null}
        onChange={(all) => save({ endpoint_ids: all ? null : forms.map(({ id }) => id) })}
        disabled={forms.length === 0}
      />
      {chosen === null ? null : (
        <fieldset>
          <legend className="sr-only">{t('notifications.forms')}</legend>
          <ul className="flex max-h-80 flex-col gap-1 overflow-y-auto rounded-md border border-edge px-3 py-2">
            {forms.map((form) => (
              <li key={form.id} className="py-1">
                <Checkbox
                  checked={chosen.includes(form.id)}
                  onChange={(is) => toggle(form.id, is)}
                  disabled={chosen.length === 1 && chosen.includes(form.id)}
                  label={toLabel(form)}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </div>
  )
}

function toLabel({ id, name }: Endpoint): string {
  return name ?? id
}
