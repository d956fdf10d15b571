import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Submission, SubmissionList } from '../../dashboard/src/api/submissions/submissions.ts'
import { withChanged, withInserted, without } from '../../dashboard/src/screens/inbox/list/cached-lists.ts'
import { EXAMPLE_STORED } from '../../src/http/submissions/submission-shape.ts'

/** The later the email, the older; those in upper case arrived in the same instant as the one before. */
const getMinute = (id: string) => id.toLowerCase().charCodeAt(0)

function submission(id: string): Submission {
  const received_at = new Date(Date.UTC(2026, 10, 20) - getMinute(id) * 60_000).toISOString()
  return { ...EXAMPLE_STORED, id, received_at }
}

function list(...pages: string[]): SubmissionList {
  return {
    pages: pages.map((ids) => ({ data: [...ids].map(submission), next_cursor: null })),
    pageParams: pages.map(() => null),
  }
}

const getIds = ({ pages }: SubmissionList) => pages.map(({ data }) => data.map(({ id }) => id).join(''))
const submissions = (ids: string) => [...ids].map(submission)

test('puts restored rows back in their place, even with equal timestamps', () => {
  const full = list('aAb', 'cCd')
  const left = without(full, new Set(['A', 'C', 'd']))
  assert.deepEqual(getIds(left), ['ab', 'c'])
  const before = new Map([
    ['A', 'b'],
    ['C', undefined],
    ['d', undefined],
  ])
  assert.deepEqual(getIds(withInserted(left, { submissions: submissions('ACd'), before })), ['aAb', 'cCd'])
})

test('sorts a restored row by time when its neighbor is gone', () => {
  const before = new Map([['c', 'x']])
  assert.deepEqual(getIds(withInserted(list('ab', 'de'), { submissions: submissions('c'), before })), [
    'ab',
    'cde',
  ])
  assert.deepEqual(getIds(withInserted(list(''), { submissions: submissions('ab'), before: new Map() })), [
    'ab',
  ])
})

test('inserts no row twice', () => {
  const before = new Map([['b', 'c']])
  assert.deepEqual(getIds(withInserted(list('abc'), { submissions: submissions('b'), before })), ['abc'])
})

test('keeps the identity of unchanged pages, so that they do not re-render', () => {
  const full = list('ab', 'cd')
  const changed = withChanged(full, { ids: new Set(['c']), change: (one) => ({ ...one, read: true }) })
  assert.equal(changed.pages[0], full.pages[0])
  assert.deepEqual(
    changed.pages[1]?.data.map(({ read }) => read),
    [true, false],
  )
})
