/** Colors of labels, by name: a label is never told by its color alone. */
export const LABEL_COLORS = ['gray', 'red', 'orange', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type LabelColor = (typeof LABEL_COLORS)[number]

/** Labels of an account. A submission may have all of them. */
export const MAX_LABELS = 50
export const MAX_LABEL_NAME_LENGTH = 40
/** Characters of the note on a submission. */
export const MAX_NOTE_LENGTH = 4000
/** Saved views of an account. */
export const MAX_VIEWS = 30
export const MAX_VIEW_NAME_LENGTH = 60

/** A word that an owner puts on submissions. */
export type Label = { key: number; name: string; color: LabelColor }

/** Returns the name by which labels and views are compared: two of an account differ in more than case. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
