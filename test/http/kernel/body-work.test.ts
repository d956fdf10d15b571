import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCounting } from '../../support/service/steps.ts'

const URLENCODED = 'application/x-www-form-urlencoded'

test('a hostile body of twice the size takes at most twice the work', async () => {
  // Loaded here, because only code that is loaded while steps are counted is counted.
  using steps = await startCounting()
  const { readBody } = await import('../../../src/http/kernel/body/read-body.ts')
  const bodies: [string, (size: number) => string, string][] = [
    ['percent signs', (size) => '%'.repeat(size), URLENCODED],
    ['empty pairs', (size) => '&='.repeat(size), URLENCODED],
    ['bytes that are not UTF-8', (size) => `a=${'%FF'.repeat(size)}`, URLENCODED],
    ['opened arrays as a form', (size) => '['.repeat(size), URLENCODED],
    [
      'parameters of a part',
      (size) => `--x\r\ncontent-type:${'; '.repeat(size)}charset=latin1\r\n\r\n--x--`,
      'multipart/form-data; boundary=x',
    ],
    ['backslashes', (size) => `{"a":"${'\\\\'.repeat(size)}"}`, 'application/json'],
    ['quotes', (size) => '"'.repeat(size), 'application/json'],
    ['quotes in an object', (size) => `{${'"'.repeat(size)}`, 'application/json'],
    ['closed brackets', (size) => `{"a":1${']'.repeat(size)}`, 'application/json'],
    ['headers', (size) => `--x\r\n${'a: b\r\n'.repeat(size)}\r\n--x--`, 'multipart/form-data; boundary=x'],
    ['boundaries', (size) => `${'--x\r\n'.repeat(size)}--x--`, 'multipart/form-data; boundary=x'],
  ]
  const work = async (body: string, contentType: string) => {
    await readBody({ contentType, contentEncoding: undefined, body: Buffer.from(body) })
    return steps.take()
  }
  await steps.take()
  for (const [what, getBody, type] of bodies) {
    const single = await work(getBody(5000), type)
    const double = await work(getBody(10_000), type)
    assert.ok(single > 0 && double <= 2.1 * single + 100, `${what}: ${single}, then ${double} steps`)
  }
})
