import type { ApiError } from '../../api/client/api-error.ts'
import { errorText } from '../../shell/error-words.ts'

/** Splits the text of a field into entries, one a line. */
export function readEntries(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Returns the sentence for the list that was refused, with the wrong entry; null for the other list. */
export function findListFault(
  error: ApiError | null,
  { list, text }: { list: 'block' | 'allow'; text: string },
): string | null {
  const field = `spam.${list}`
  if (error === null || (error.field !== field && !error.field?.startsWith(`${field}.`))) return null
  if (error.field === field) return error.message || errorText(error)
  const entry = readEntries(text)[Number(error.field?.slice(field.length + 1))]
  return entry === undefined ? error.message : `“${entry}”: ${error.message}`
}
