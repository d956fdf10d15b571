/** Settings of a form about the files that visitors attach, made by its owner. */
export type FileSettings = {
  /** true: the form takes files, once it is claimed and confirmed. */
  on: boolean
  /** Suffixes and groups of kinds that it takes; empty: those that `file-kinds.ts` accepts by default. */
  accept: readonly string[]
  /** Maximum number of files of one submission; null: that of the plan. */
  maxFiles: number | null
  /** Maximum size of one file in bytes; null: that of the plan. */
  maxBytes: number | null
  /** true: emails contain small files of some kinds as attachments; false: links alone. */
  attach: boolean
}

/** A new form takes no files. */
export const NO_FILE_SETTINGS: FileSettings = {
  on: false,
  accept: [],
  maxFiles: null,
  maxBytes: null,
  attach: false,
}

/** Returns true when both say the same. */
export function isSameFileSettings(one: FileSettings, other: FileSettings): boolean {
  return (
    one.on === other.on &&
    one.accept.join(' ') === other.accept.join(' ') &&
    one.maxFiles === other.maxFiles &&
    one.maxBytes === other.maxBytes &&
    one.attach === other.attach
  )
}
