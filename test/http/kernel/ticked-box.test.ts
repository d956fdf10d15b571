import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTicked } from '../../../src/http/kernel/request.ts'

const send = (body: string, type = 'application/x-www-form-urlencoded') =>
  isTicked({ headers: { 'content-type': type }, body: Buffer.from(body) }, 'never')

test('a box is ticked by its name and the value 1 alone', async () => {
  assert.equal(await send('never=1'), true)
  assert.equal(await send('other=x&never=1'), true)
  for (const body of ['', 'never=', 'never=0', 'never=true', 'never=11', 'other=1', 'NEVER=1']) {
    assert.equal(await send(body), false, body)
  }
  assert.equal(await send('never=1', 'text/plain'), false)
  assert.equal(await send('--x\r\n', 'multipart/form-data; boundary=x'), false)
})
