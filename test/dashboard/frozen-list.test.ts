import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isContinued } from '../../dashboard/src/screens/queue/frozen-list.ts'

const list = (ids: string) => [...ids].map((id) => ({ id }))

test('shows appended rows at once while all shown rows keep their place', () => {
  for (const now of ['abc', 'abcd', 'abcdef']) assert.ok(isContinued(list('abc'), list(now)), now)
  assert.ok(isContinued([], list('ab')))
  for (const now of ['bc', 'bcd', 'ab', '', 'xabc', 'acb'])
    assert.ok(!isContinued(list('abc'), list(now)), now)
})
