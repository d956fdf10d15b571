import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Submission } from '../../dashboard/src/api/submissions/submissions.ts'
import { momentText } from '../../dashboard/src/controls/time-words.ts'
import { csvRecord } from '../../dashboard/src/screens/table/csv.ts'
import { arrangeRows, listColumns, toCsv, toRows } from '../../dashboard/src/screens/table/table-rows.ts'
import {
  limitTo,
  parseTable,
  readTableSearch,
  stringifyTable,
} from '../../dashboard/src/screens/table/table-search.ts'
import { csvRecord as csvRecordOfService } from '../../src/domain/submissions/csv.ts'
import { EXAMPLE_STORED } from '../../src/http/submissions/submission-shape.ts'

function submission(id: string, fields: Submission['fields']): Submission {
  return { ...EXAMPLE_STORED, id, received_at: `2026-11-10T09:00:0${id}.000Z`, fields }
}

const ROWS = toRows([
  submission('1', [
    ['name', 'Bo'],
    ['seats', 10],
    ['_page', '/x'],
    ['company', ''],
  ]),
  submission('2', [
    ['name', 'ada'],
    ['seats', 9],
    ['seats', 1],
  ]),
  submission('3', [['name', '']]),
])
const ids = (search: Record<string, unknown>) =>
  arrangeRows(ROWS, readTableSearch(search)).map(({ id }) => id)

test('leaves test submissions out', () => {
  const real = submission('1', [['name', 'Bo']])
  const rows = toRows([real, { ...submission('2', [['_test', '1']]), test: true }])
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['1'],
  )
})

test('has a column for each field, reserved and empty ones only on choice', () => {
  const { all, usual } = listColumns(ROWS)
  assert.deepEqual(usual, ['received', 'field:name', 'field:seats'])
  assert.deepEqual(all, [...usual, 'field:_page', 'field:company'])
})

test('sorts numbers as numbers and words without case, empty cells last', () => {
  assert.deepEqual(ids({ sort: 'field:name' }), ['2', '1', '3'])
  assert.deepEqual(ids({ sort: '-field:name' }), ['1', '2', '3'])
  const numbers = toRows(
    ['10', '9', '-1'].map((seats, place) => submission(String(place), [['seats', seats]])),
  )
  assert.deepEqual(
    arrangeRows(numbers, { sort: 'field:seats' }).map(({ id }) => id),
    ['2', '1', '0'],
  )
})

test('filters times by what is shown and by what is exported', () => {
  const shown = momentText(new Date('2026-11-10T09:00:01.000Z'))
  assert.deepEqual(ids({ where: { received: shown } }), ['1', '2', '3'])
  assert.deepEqual(ids({ where: { received: '2026-11-10T09:00:02' } }), ['2'])
  assert.deepEqual(ids({ where: { received: '2026-11-11' } }), [])
})

test('drops the filters and the order of columns that are hidden', () => {
  const search = { where: { a: 'x', b: 'y' }, sort: '-a' }
  assert.deepEqual(limitTo(['a'], search), { where: { a: 'x' }, sort: '-a' })
  assert.deepEqual(limitTo(['b'], search), { where: { b: 'y' }, sort: undefined })
  assert.deepEqual(limitTo(['c'], search), { where: undefined, sort: undefined })
})

test('filters by the text of several columns', () => {
  assert.deepEqual(ids({ where: { 'field:name': 'A' } }), ['2'])
  assert.deepEqual(ids({ where: { 'field:name': 'a', 'field:seats': '10' } }), [])
})

test('writes exactly the shown columns and rows, and no formula, as the export of the service does', () => {
  const shown = arrangeRows(ROWS, { sort: '-received', where: { 'field:name': 'o' } })
  assert.equal(
    toCsv(shown, ['field:seats', 'received']),
    '\ufeff"seats","received_at"\r\n"10","2026-11-10T09:00:01.000Z"\r\n',
  )
  const hostile = [
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\t=1',
    '\r=1',
    'a;=1',
    'a\n=1',
    '"=1"',
    '\ufeff=1',
    '＝1',
    'a - b; c',
  ]
  assert.equal(csvRecord(hostile), csvRecordOfService(hostile, 'spreadsheet'))
})

test('reads the state of a table from any URL', () => {
  assert.deepEqual(
    readTableSearch({ columns: ['a', 'a', 1], widths: { a: 5, b: 'x' }, where: [], sort: 7 }),
    {
      ...{ columns: ['a'], sort: undefined, where: undefined, widths: { a: 64 }, folder: undefined },
    },
  )
})

test('keeps the state of a table in the text of a URL', () => {
  const search = { columns: ['field:name'], sort: '-field:name', where: { 'field:name': 'a' } }
  assert.partialDeepStrictEqual(parseTable(stringifyTable(search)), search)
  assert.equal(stringifyTable({ sort: undefined }), undefined)
  assert.deepEqual(parseTable('{'), {})
})
