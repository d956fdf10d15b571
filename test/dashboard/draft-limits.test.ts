import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DRAFT_DAYS, listSurplus, MAX_DRAFTS } from '../../dashboard/src/api/client/draft-limits.ts'

const NOW = Date.UTC(2026, 10, 24)
const AGE_LIMIT = DRAFT_DAYS * 86_400_000

test('keeps a draft for thirty days after its last change', () => {
  const drafts = [
    { key: 'younger', changedAt: NOW - AGE_LIMIT + 1 },
    { key: 'at the limit', changedAt: NOW - AGE_LIMIT },
    { key: 'older', changedAt: NOW - AGE_LIMIT - 1 },
  ]
  assert.deepEqual(listSurplus(drafts, NOW), ['at the limit', 'older'])
})

test('keeps a hundred drafts, and drops the oldest of more', () => {
  const drafts = Array.from({ length: MAX_DRAFTS }, (_, age) => ({ key: `${age}`, changedAt: NOW - age }))
  assert.deepEqual(listSurplus(drafts, NOW), [])
  assert.deepEqual(listSurplus([{ key: 'oldest', changedAt: NOW - MAX_DRAFTS }, ...drafts], NOW), ['oldest'])
})
