/** The members of inputs, textareas and selects that are used here. */
type Field = Pick<HTMLInputElement, 'checked' | 'name' | 'type' | 'value'> & {
  defaultValue?: string
  options?: HTMLOptionsCollection
}

/** Writes a submission back into a form in which nothing was typed. Returns false, and changes nothing, for any other. */
export function restoreFields(form: HTMLFormElement, entries: readonly [string, string][]): boolean {
  const fields = [...form.elements].filter((element): element is Element & Field =>
    element.matches('input,textarea,select'),
  )
  if (fields.some(({ value, defaultValue = value }) => value !== defaultValue)) return false
  const left = new Set(entries)
  const take = ({ name }: Field, value?: string) => {
    for (const entry of left)
      if (entry[0] === name && entry[1] === (value ?? entry[1])) {
        left.delete(entry)
        return entry[1]
      }
    return undefined
  }
  for (const field of fields) {
    const { type, value } = field
    if (field.options)
      for (const option of field.options) option.selected = take(field, option.value) === option.value
    else if (/^(checkbox|radio|submit)$/.test(type)) field.checked = take(field, value) === value
    else field.value = take(field) ?? value
  }
  return true
}
