import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import { describeLearning } from '../../dashboard/src/shell/learning.ts'

test('says how far the spam filter is with learning', () => {
  const describe = (spam: number, real: number) => describeLearning({ spam, real, needed: 10 })
  assert.equal(describe(0, 0), '0 of 10 spam, 0 of 10 real: learns after 20 more.')
  assert.equal(describe(8, 10), '8 of 10 spam, 10 of 10 real: learns after 2 more.')
  assert.equal(describe(55, 3), '10 of 10 spam, 3 of 10 real: learns after 7 more.')
  assert.equal(describe(10, 10), 'Has learned from 10 spam and 10 real submissions.')
})
