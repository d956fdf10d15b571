import type { Folder } from './folder.ts'

/** Types of columns; `?`: or null. Times are whole milliseconds since 1970 (UTC), marks are 1 or null. */
type Values = {
  integer: number
  'integer?': number | null
  text: string
  'text?': string | null
  'folder?': Folder | null
  'mark?': 1 | null
}

type Column = {
  type: keyof Values
  /** `arrival`: with its row. `later`: by a change, or by an import. */
  set: 'arrival' | 'later'
  /** Member of the API that shows it, also in JSON exports; null for none. */
  api: string | null
  /** Column of CSV exports that shows it; null for none. */
  csv: string | null
  /** `empties`: a withdrawal by the visitor deletes its content, as that of everything that the visitor wrote. */
  withdrawal: 'keeps' | 'empties'
}

/**
 * Columns of a submission. They are declared here alone: the type of the row and the effect of a withdrawal are derived
 * from them, new rows, the API and the CSV export are tied to them by types, and a test compares both databases with them.
 */
export const SUBMISSION_COLUMNS = {
  key: { type: 'integer', set: 'arrival', api: 'id', csv: 'id', withdrawal: 'keeps' },
  endpoint_key: { type: 'integer', set: 'arrival', api: 'endpoint_id', csv: 'endpoint', withdrawal: 'keeps' },
  received_at: {
    type: 'integer',
    set: 'arrival',
    api: 'received_at',
    csv: 'received_at',
    withdrawal: 'keeps',
  },
  /** JSON list of [name, value] in the order sent. */
  fields: { type: 'text', set: 'arrival', api: 'fields', csv: null, withdrawal: 'empties' },
  /** Verdict on arrival: a JSON list of reasons, null for real submissions. */
  spam_reasons: { type: 'text?', set: 'arrival', api: 'spam_reasons', csv: null, withdrawal: 'keeps' },
  /** `getSpamClass` of its reasons; null for real submissions. */
  spam_class: { type: 'text?', set: 'arrival', api: null, csv: null, withdrawal: 'keeps' },
  /** 1: the answer to the request led its visitor to the receipt. */
  receipt_shown: { type: 'mark?', set: 'arrival', api: 'receipt_shown', csv: null, withdrawal: 'keeps' },
  /** Number of its files, which stand in a table of their own; null for none. */
  file_count: { type: 'integer?', set: 'arrival', api: 'files', csv: 'files', withdrawal: 'empties' },
  /** Its content as an armored OpenPGP message, where the form stores it encrypted; then there are no fields. */
  ciphertext: { type: 'text?', set: 'arrival', api: 'ciphertext', csv: 'ciphertext', withdrawal: 'empties' },
  /** Time at which it went out without a verdict of the second tier, whose limit had passed; null for all others. */
  unjudged_at: { type: 'integer?', set: 'later', api: 'unjudged', csv: null, withdrawal: 'keeps' },
  /** Folder that the owner moved it to; null where the verdict decides. */
  moved_to: { type: 'folder?', set: 'later', api: 'folder', csv: 'folder', withdrawal: 'keeps' },
  /** When it was moved to the trash. */
  trashed_at: { type: 'integer?', set: 'later', api: 'trashed_at', csv: null, withdrawal: 'keeps' },
  /** `moved_to` before it was moved to the trash. */
  trashed_from: { type: 'folder?', set: 'later', api: null, csv: null, withdrawal: 'keeps' },
  read_at: { type: 'integer?', set: 'later', api: 'read', csv: null, withdrawal: 'keeps' },
  /** Time at which an imported submission was first received elsewhere; null where its file does not say. */
  sent_at: { type: 'integer?', set: 'later', api: 'received_at', csv: 'received_at', withdrawal: 'keeps' },
  /** Hash of the content of an imported submission; null for all others. */
  import_hash: { type: 'text?', set: 'later', api: 'imported_at', csv: null, withdrawal: 'keeps' },
  /** Time at which its visitor withdrew it. */
  withdrawn_at: { type: 'integer?', set: 'later', api: 'withdrawn_at', csv: null, withdrawal: 'keeps' },
  /** The owner's answer on its receipt. */
  answer: { type: 'text?', set: 'later', api: 'answer', csv: null, withdrawal: 'empties' },
  answered_at: { type: 'integer?', set: 'later', api: 'answer', csv: null, withdrawal: 'empties' },
} as const satisfies Record<string, Column>

type Columns = typeof SUBMISSION_COLUMNS
type Name = keyof Columns

/** A row of the table. */
export type SubmissionRow = { -readonly [Column in Name]: Values[Columns[Column]['type']] }

/** The columns that a new row says; all others are null. */
export type ArrivingColumn = {
  [Column in Name]: Columns[Column]['set'] extends 'arrival' ? Column : never
}[Name]

/** Content of a submission that arrives; all that is left out is null. */
export type Arrival = {
  /** Its fields as `stringifyFields` writes them. */
  text: string
  spamReasons: readonly string[] | null
  /** The answer to the request leads its visitor to the receipt. */
  receiptShown?: boolean
  /** Number of its files; null for none. */
  fileCount?: number | null
  /** Its content as an armored OpenPGP message; null where `text` has it. */
  ciphertext?: string | null
}

/** Members of the API that show a column. */
export type ApiMember = NonNullable<Columns[Name]['api']>
/** Columns of CSV exports. */
export type CsvColumn = NonNullable<Columns[Name]['csv']>

/** Columns that may be null. */
type Nullable = { [Column in Name]: null extends SubmissionRow[Column] ? Column : never }[Name]

/** Content that a withdrawal leaves: no fields, and null in all other columns that it empties. */
export const EMPTIED_BY_WITHDRAWAL: Pick<SubmissionRow, 'fields'> & { [Column in Nullable]?: null } = {
  ...Object.fromEntries(
    Object.entries(SUBMISSION_COLUMNS)
      .filter(([, { withdrawal }]) => withdrawal === 'empties')
      .map(([name]) => [name, null]),
  ),
  fields: '[]',
}
