import { attribute } from './quoting.ts'
import type { SnippetFiles } from './snippet.ts'

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE
/** A few megabytes take minutes on a slow line. */
const FILES_TIMEOUT = '600_000'
const TIMEOUT = '30_000'

/** Returns the attribute of a form that makes browsers send files instead of their names; empty for a form without files. */
export function encoding(files: SnippetFiles | null | undefined, name = 'enctype'): string {
  return files ? ` ${name}="multipart/form-data"` : ''
}

/** Returns the label of the files with the limits that a visitor must know. */
export function filesLabel({ maxFiles, maxBytes }: SnippetFiles): string {
  const size =
    maxBytes < MEBIBYTE
      ? `${Math.floor(maxBytes / KIBIBYTE)} KB`
      : `${Math.floor((maxBytes / MEBIBYTE) * 10) / 10} MB`
  return maxFiles === 1 ? `File (up to ${size})` : `Files (up to ${maxFiles}, ${size} each)`
}

/** Returns the attributes of the input for files, the same in HTML and JSX. The script for forms reads the limits. */
export function fileAttributes(files: SnippetFiles): string {
  const { accept, maxFiles, maxBytes, maxTotalBytes } = files
  const several = maxFiles === 1 ? '' : ' multiple'
  const limits = `data-max-files="${maxFiles}" data-max-bytes="${maxBytes}" data-max-total-bytes="${maxTotalBytes}"`
  return `type="file" name="attachment"${several} accept="${attribute(accept.join(','))}" ${limits}`
}

/** Returns the expression for what a submission contains: of a file its name, size and date. */
export function contentExpression(files: SnippetFiles | null | undefined): string {
  if (!files) return 'JSON.stringify([...body])'
  return `JSON.stringify([...body], (_, value) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value,
)`
}

/** Returns the milliseconds after which a form gives up, as a literal. */
export function timeoutLiteral(files: SnippetFiles | null | undefined): string {
  return files ? FILES_TIMEOUT : TIMEOUT
}

/** Files as the public facts of a form tell them; a form that takes none tells nothing. */
type FilesFact = { accept: readonly string[]; max_files: number; max_bytes: number; max_total_bytes: number }

/** Reads the files that a form takes from its public facts. */
export function readFilesFact(files: FilesFact | undefined): SnippetFiles | null {
  if (!files) return null
  const { accept, max_files: maxFiles, max_bytes: maxBytes, max_total_bytes: maxTotalBytes } = files
  return { accept, maxFiles, maxBytes, maxTotalBytes }
}
