/** Writes a submission back into a form in which nothing was typed. Returns false, and changes nothing, for any other. */
export function restoreFields(form: HTMLFormElement, entries: readonly [string, string][]): boolean {
  const fields = [...form.elements].filter(
    (element) =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  )
  if (fields.some((field) => !(field instanceof HTMLSelectElement) && field.value !== field.defaultValue))
    return false
  const left = [...entries]
  const take = (isWanted: (entry: [string, string]) => boolean) => {
    const index = left.findIndex(isWanted)
    return index < 0 ? undefined : left.splice(index, 1)[0]
  }
  for (const field of fields) {
    const takeChoice = (value: string) =>
      take((entry) => entry[0] === field.name && entry[1] === value) !== undefined
    if (field instanceof HTMLSelectElement) {
      for (const option of field.options) option.selected = takeChoice(option.value)
    } else if (field.type === 'checkbox' || field.type === 'radio') {
      if (field instanceof HTMLInputElement) field.checked = takeChoice(field.value)
    } else {
      field.value = take((entry) => entry[0] === field.name)?.[1] ?? field.value
    }
  }
  return true
}
