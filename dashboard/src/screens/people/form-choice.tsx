import { useOwned, useOwnedList } from '../../api/endpoints/owned.ts'
import { Select } from '../../controls/fields/select.tsx'

/** Stands for all forms and everything else, beside the IDs of forms. */
export const WHOLE_ACCOUNT = 'account'

/** Choice between the whole account and one of its forms. */
export function FormChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const forms = useOwnedList('endpoints', { state: 'claimed' })
  const listed = forms.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Select
      label="Access to"
      showLabel
      value={value}
      choices={[
        { value: WHOLE_ACCOUNT, label: 'Whole account' },
        ...listed.map(({ id, name }) => ({ value: id, label: name ?? id })),
      ]}
      onChange={onChange}
      hint="A member of one form sees its messages, and nothing else."
    />
  )
}

/** The name of a form, or its ID. */
export function FormName({ id }: { id: string }) {
  const { data: form } = useOwned('endpoints', id)
  return <>{form?.name ?? id}</>
}
