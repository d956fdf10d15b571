import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findSender,
  toFoundPreview,
  toPreview,
  toText,
} from '../../dashboard/src/screens/inbox/list/summary.ts'

test('names the sender by name, else first and last name, else email address', () => {
  assert.equal(
    findSender([
      ['email', 'a@b.org'],
      ['Your-Name', ' Ada\n Lovelace '],
    ]),
    'Ada Lovelace',
  )
  assert.equal(
    findSender([
      ['last_name', 'Lovelace'],
      ['firstName', 'Ada'],
    ]),
    'Ada Lovelace',
  )
  assert.equal(
    findSender([
      ['name', ''],
      ['email', 'a@b.org'],
    ]),
    'a@b.org',
  )
  for (const name of ['your-email', 'user_email', 'contact[email]', 'e-mail', 'mail', '_replyto'])
    assert.equal(findSender([[name, 'a@b.org']]), 'a@b.org', name)
  assert.equal(findSender([['colour', 'red']]), null)
})

test('previews subject and message on one line, else the other fields', () => {
  assert.equal(
    toPreview([
      ['message', 'Two\n lines'],
      ['subject', 'Hi'],
    ]),
    'Hi · Two lines',
  )
  assert.equal(
    toPreview([
      ['name', 'Ada'],
      ['_page', '/x'],
      ['seats', 3],
      ['lunch', true],
    ]),
    'seats: 3 · lunch: true',
  )
  assert.equal(toPreview([['_page', '/x']]), '_page: /x')
  assert.equal(toPreview([]), '')
  assert.ok(toPreview([['message', 'x'.repeat(65_536)]]).length <= 200)
})

test('formats every JSON value as text', () => {
  assert.equal(toText(null), '')
  assert.equal(toText(['mon', 'tue', 3]), 'mon, tue, 3')
  assert.equal(toText([]), '')
  assert.equal(toText({ city: 'London' }), '{\n  "city": "London"\n}')
  assert.equal(toText(false), 'false')
})

test('previews the field that was found when neither the sender nor the usual preview shows it', () => {
  const fields: [string, unknown][] = [
    ['name', 'Priya'],
    ['message', 'Loved it.'],
    ['event', `${'Guests of the '.repeat(5)}Éngine workshop`],
  ]
  assert.equal(toFoundPreview(fields, []), 'Loved it.')
  assert.equal(toFoundPreview(fields, ['priya']), 'Loved it.')
  assert.equal(toFoundPreview(fields, ['love']), 'Loved it.')
  assert.equal(toFoundPreview(fields, ['engine']), 'event: …the Guests of the Éngine workshop')
  assert.equal(toFoundPreview(fields, ['absent']), 'Loved it.')
})
