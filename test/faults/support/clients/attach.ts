/** Builds a multipart body of texts and files. */
export function attach(
  fields: Record<string, string>,
  files: readonly (readonly [string, Buffer])[],
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, bytes] of files) form.append('file', new File([new Uint8Array(bytes)], name), name)
  return form
}
