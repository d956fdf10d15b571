import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import * as dashboard from '../../dashboard/src/api/submissions/canned-limits.ts'
import { fillBraces } from '../../dashboard/src/screens/submission/canned/fill-braces.ts'
import { replyLink } from '../../dashboard/src/screens/submission/reply.ts'
import * as service from '../../src/domain/accounts/canned-answer.ts'
import { EXAMPLE_STORED } from '../../src/http/submissions/submission-shape.ts'

const FORM = { fields: [] as [string, unknown][], endpoint_name: 'Contact' }
const fill = (text: string, ...fields: [string, unknown][]) => fillBraces(text, { ...FORM, fields })

test('the limits of the dashboard are those of the service', () => {
  assert.deepEqual({ ...dashboard }, { ...service })
})

test('fills in fields and the name of the form, whatever the case of their names', () => {
  assert.equal(
    fill('Hello { Name }, about {TOPIC}', ['name', 'Grace'], ['Topic', 'Moths']),
    'Hello Grace, about Moths',
  )
  assert.equal(fill('{form}: {form}'), 'Contact: Contact')
  assert.equal(fill('{form}', ['form', 'a field']), 'a field')
  assert.equal(fillBraces('{form}', { ...FORM, endpoint_name: null }), '{form}')
})

test('leaves what it does not know, and what was left empty', () => {
  assert.equal(fill('Hello {name} {', ['email', 'x'], ['Name', ' ']), 'Hello {name} {')
  assert.equal(fill('{constructor} {__proto__} {}'), '{constructor} {__proto__} {}')
})

test('fills in what visitors wrote on one line, cut, and not once more', () => {
  assert.equal(fill('{a}', ['a', 'one\ntwo']), 'one two')
  assert.equal(fill('{a} {b}', ['a', '{b}'], ['b', 'secret']), '{b} secret')
  assert.equal(fill('{a}', ['a', '$&$1']), '$&$1')
  assert.equal(fill('{a}', ['a', 'x'.repeat(64_000)]).length, 200)
})

test('a reply begins with the canned answer, adds no header, and quotes less below a long one', () => {
  const fields: [string, unknown][] = [
    ['email', 'charles@babbage.org'],
    ['message', 'm'.repeat(2000)],
  ]
  const submission = { ...EXAMPLE_STORED, fields }
  const bodyOf = (text: string) => {
    const url = new URL(replyLink(submission, text) ?? '')
    assert.deepEqual([...url.searchParams.keys()], ['subject', 'body'])
    return url.searchParams.get('body') ?? ''
  }
  assert.match(bodyOf('Hello\nAda&bcc=x@y.org'), /^Hello\r\nAda&bcc=x@y\.org\r\n\r\nOn .+ wrote:\r\n> m/s)
  assert.equal(/m{2,}/.exec(bodyOf(''))?.[0].length, 1200)
  assert.equal(/m{2,}/.exec(bodyOf('x'.repeat(900)))?.[0].length, 300)
  assert.equal(/m{2,}/.exec(bodyOf('x'.repeat(2000)))?.[0].length, 200)
})
