import type { Submission } from '../../../api/submissions/submissions.ts'
import { oneLine } from '../../inbox/list/summary.ts'

const BRACES = /\{([^{}\n]{1,100})\}/g

/**
 * Replaces names of fields in braces by what the visitor wrote, cut to one short line: "Hello {name}". `{form}` is the name of
 * the form. What is not known, or was left empty, stays as it is. Braces of the visitor are not filled in.
 */
export function fillBraces(
  text: string,
  { fields, endpoint_name }: Pick<Submission, 'fields' | 'endpoint_name'>,
): string {
  return text.replaceAll(BRACES, (whole, name: string) => {
    const wanted = name.trim().toLowerCase()
    const field = fields.find(([of]) => of.toLowerCase() === wanted)
    const value = oneLine(field ? field[1] : wanted === 'form' ? endpoint_name : '')
    return value === '' ? whole : value
  })
}
