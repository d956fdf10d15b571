import { useOwned, useOwnedList } from '../../api/endpoints/owned.ts'
import { Select } from '../../controls/fields/select.tsx'
import { t } from '../../language/texts.ts'

/** Stands for all forms and everything else, beside the IDs of forms. */
export const WHOLE_ACCOUNT = 'account'

/** Choice between the whole account and one of its forms. */
export function FormChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const forms = useOwnedList('endpoints', { state: 'claimed' })
  const listed = forms.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Select
      label={t('people.access')}
      showLabel
      value={value}
      choices={[
        { value: WHOLE_ACCOUNT, label: t('people.wholeAccount') },
        ...listed.map(({ id, name }) => ({ value: id, label: name ?? id })),
      ]}
      onChange={onChange}
      hint={t('people.accessHint')}
    />
  )
}

/** The name of a form, or its ID. */
export function FormName({ id }: { id: string }) {
  const { data: form } = useOwned('endpoints', id)
  return <bdi>{form?.name ?? id}</bdi>
}
