/** State of the table of a form, kept in the URL. */
export type TableSearch = {
  /** Chosen columns in their order; absent: the first fields. */
  columns?: readonly string[] | undefined
  /** Column, preceded by `-` for descending order. */
  sort?: string | undefined
  /** Text that each column must contain. */
  where?: Readonly<Record<string, string>> | undefined
  /** Widths in px. */
  widths?: Readonly<Record<string, number>> | undefined
  folder?: 'archive' | 'spam' | undefined
}

const MAX_COLUMNS = 60
const MAX_TEXT = 200
export const MIN_WIDTH = 64
export const MAX_WIDTH = 800
const FOLDERS = ['archive', 'spam'] as const

/** Parses the state in a URL; what cannot be read is left out. */
export function parseTable(text: string | undefined): TableSearch {
  if (text === undefined) return {}
  try {
    return readTableSearch(Object(JSON.parse(text)))
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** Writes the state for the URL; undefined while everything has its default. */
export function stringifyTable(search: TableSearch): string | undefined {
  const text = JSON.stringify(search)
  return text === '{}' ? undefined : text
}

/** Reads the state from anything. */
export function readTableSearch(search: Record<string, unknown>): TableSearch {
  const { columns, sort, where, widths, folder } = search
  return {
    columns: Array.isArray(columns) ? [...new Set(columns.filter(isText))].slice(0, MAX_COLUMNS) : undefined,
    sort: isText(sort) ? sort : undefined,
    where: readRecord(where, (value) => (isText(value) && value !== '' ? value : null)),
    widths: readRecord(widths, (value) => (typeof value === 'number' ? toWidth(value) : null)),
    folder: FOLDERS.find((one) => one === folder),
  }
}

/** Returns the filters and the order without those of hidden columns, which nobody would see or could undo. */
export function limitTo(columns: readonly string[], { where = {}, sort }: TableSearch): TableSearch {
  const filters = Object.entries(where).filter(([column]) => columns.includes(column))
  return {
    where: filters.length === 0 ? undefined : Object.fromEntries(filters),
    sort: sort !== undefined && columns.includes(sort.replace(/^-/, '')) ? sort : undefined,
  }
}

/** Returns a width within the limits. */
export function toWidth(width: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT
}

function readRecord<Value>(
  given: unknown,
  read: (value: unknown) => Value | null,
): Record<string, Value> | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const entries = Object.entries(given)
    .slice(0, MAX_COLUMNS)
    .flatMap(([name, value]) => {
      const known = read(value)
      return known === null || !isText(name) ? [] : [[name, known] as const]
    })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
