import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  OPERATOR_PLACES,
  OTHER_PLACES,
  SETTINGS_PLACES,
  WORK_PLACES,
} from '../../dashboard/src/shell/frame/places.ts'

test('every place has a shortcut of its own', () => {
  const keys = [...WORK_PLACES, ...OTHER_PLACES, ...OPERATOR_PLACES, ...SETTINGS_PLACES].map(
    (place) => place.keys,
  )
  assert.ok(keys.length >= 15)
  assert.deepEqual([...new Set(keys)], keys)
})
