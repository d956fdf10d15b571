import {
  FILE_GROUPS,
  FILE_KINDS,
  type FileGroup,
  type FileKind,
  findFileKind,
  findNeverReason,
  listDefaultKinds,
  listGroup,
} from './file-kinds.ts'

/** Maximum number of entries in the list of an owner. */
export const MAX_ACCEPT_ENTRIES = 50
/** Maximum length of the part of an entry that a message repeats, in UTF-16 code units. */
const MAX_SHOWN_LENGTH = 40
/** Entry for the kinds that are taken by default, to which others can be added. */
const DEFAULT_ENTRY = 'default'

export type ParsedAccept =
  | { kind: 'accept'; entries: readonly string[]; kinds: readonly FileKind[] }
  | { kind: 'problem'; message: string }

/**
 * Parses the list of an owner: suffixes (`pdf` or `.pdf`), groups (`images`), media types as in the attribute `accept` of HTML
 * (`image/*`, `application/pdf`), and `default`. Returns the entries in one way of writing, each once, and the kinds of files
 * that they name. An empty list is the default.
 */
export function parseAccept(list: readonly string[]): ParsedAccept {
  if (list.length > MAX_ACCEPT_ENTRIES) return problem(`List at most ${MAX_ACCEPT_ENTRIES} kinds of files.`)
  const entries = new Set<string>()
  const kinds = new Set<FileKind>()
  for (const text of list) {
    const entry = text
      .trim()
      .toLowerCase()
      .replace(/^\*?\./, '')
    const named = findKinds(entry)
    if (named.length === 0) return problem(explainRefusal(entry))
    entries.add(entry)
    for (const kind of named) kinds.add(kind)
  }
  return {
    kind: 'accept',
    entries: [...entries],
    kinds: list.length === 0 ? listDefaultKinds() : FILE_KINDS.filter((kind) => kinds.has(kind)),
  }
}

/** Returns the kinds that a form takes. Entries of an older list that are not known any more name none. */
export function listAcceptedKinds(accept: readonly string[]): readonly FileKind[] {
  if (accept.length === 0) return listDefaultKinds()
  const kinds = new Set(accept.flatMap(findKinds))
  return FILE_KINDS.filter((kind) => kinds.has(kind))
}

/** Returns the suffixes that a form takes, with their dots, for the attribute `accept` of a file input. */
export function listAcceptedSuffixes(accept: readonly string[]): readonly string[] {
  return listAcceptedKinds(accept).flatMap((kind) => kind.suffixes.map((suffix) => `.${suffix}`))
}

function findKinds(entry: string): readonly FileKind[] {
  if (entry === DEFAULT_ENTRY) return listDefaultKinds()
  const group = findGroup(entry)
  if (group !== undefined) return listGroup(group)
  const kind = findFileKind(entry)
  return kind === null ? FILE_KINDS.filter(({ type }) => type.toLowerCase() === entry) : [kind]
}

/** Finds a group by its name or as HTML writes it: `images` and `image/*`. */
function findGroup(entry: string): FileGroup | undefined {
  return FILE_GROUPS.find((group) => entry === group || entry === `${group.replace(/s$/, '')}/*`)
}

function explainRefusal(entry: string): string {
  const shown = JSON.stringify(entry.slice(0, MAX_SHOWN_LENGTH))
  const reason = findNeverReason(entry)
  if (reason !== null) return `Files of the type ${shown} are never accepted: ${reason}.`
  const known = FILE_KINDS.map(({ suffixes }) => suffixes[0]).join(', ')
  return `${shown} is not a known kind of file. Known are the groups ${FILE_GROUPS.join(', ')}, and ${known}.`
}

function problem(message: string): ParsedAccept {
  return { kind: 'problem', message }
}
