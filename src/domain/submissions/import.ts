import type { Field } from './fields.ts'

/** Maximum size of a file to import. */
export const MAX_IMPORT_BYTES = 20 * 1024 * 1024
/** Maximum number of rows of a file, and of imported submissions that a form holds. */
export const MAX_IMPORT_ROWS = 100_000
/** Maximum number of columns of a CSV file. */
export const MAX_IMPORT_COLUMNS = 2000
/** Maximum number of errors that the answer to an import lists. */
export const MAX_IMPORT_ERRORS = 100
/** Earliest time at which an imported submission can have been received. */
const EARLIEST = new Date('2000-01-01T00:00:00.000Z')

/** Names of the time of a submission in the exports of other services and in ours. */
const TIMES = ['_date', 'received_at', 'submitted_at', 'created_at']
/** Names that mean this only at the beginning of a row, because forms have fields of these names. */
const LEADING_TIME = 'date'
const LEADING_IDS = ['id', '_id']
const LEADING = 2
/** Columns of our own export before the fields. */
const OUR_COLUMNS = ['id', 'endpoint', 'received_at', 'folder']

/** A row as a submission: its time, null where the row has none, and its fields. */
type ReadRow =
  | { kind: 'read'; sentAt: Date | null; fields: Field[] }
  | { kind: 'bad'; field: string; message: string }

/**
 * Reads a row of an export: takes its time out of the fields, and puts an underscore before the names that the exporting
 * service added, so that they are stored and nothing takes them for data.
 */
export function readImportRow(row: readonly Field[], now: Date): ReadRow {
  const isOurs = OUR_COLUMNS.every((name, index) => row[index]?.name === name)
  const timeAt = row.findIndex(({ name }, index) => isTime(name, index))
  const fields = row.flatMap(({ name, value }, index): Field[] => {
    if (index === timeAt) return []
    const isAdded = (index < LEADING && LEADING_IDS.includes(name)) || (isOurs && OUR_COLUMNS.includes(name))
    return [{ name: isAdded && !name.startsWith('_') ? `_${name}` : name, value }]
  })
  const time = row[timeAt]
  if (time === undefined || time.value === '' || time.value === null)
    return { kind: 'read', sentAt: null, fields }
  const sentAt = typeof time.value === 'string' ? parseTime(time.value.trim()) : null
  const bad = (message: string) => ({ kind: 'bad', field: time.name, message }) as const
  if (sentAt === null) return bad('This is not a time. Write it like 2026-11-20T10:00:00Z.')
  if (sentAt < EARLIEST) return bad('This time is before the year 2000.')
  if (sentAt > now) return bad('This time is in the future.')
  return { kind: 'read', sentAt, fields }
}

function isTime(name: string, index: number): boolean {
  return TIMES.includes(name) || (name === LEADING_TIME && index < LEADING)
}

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)? ?(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/

/** Parses an ISO 8601 time, in UTC where it names no offset; null for any other text. */
function parseTime(text: string): Date | null {
  const [
    matched,
    year = '',
    month = '',
    day = '',
    hours = '00',
    minutes = '00',
    seconds = '00',
    fraction = '',
    zone = 'Z',
  ] = TIME.exec(text) ?? []
  if (matched === undefined) return null
  // Date accepts the 31st of each month.
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`)
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return null
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z'
  const time = new Date(
    `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${offset}`,
  )
  return Number.isNaN(time.getTime()) ? null : time
}
