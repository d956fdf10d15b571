import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import type { AuditEntry } from '../../dashboard/src/api/schema.ts'
import { describeAction, describeDetail } from '../../dashboard/src/screens/activity/entry-words.ts'

function detailOf(action: AuditEntry['action'], detail: string | null, subject: string | null = null) {
  const facts = { id: 'aud_1', at: '2026-11-28T10:00:00.000Z', actor: null, subject_name: null }
  return describeDetail({ ...facts, action, detail, subject })
}

test('says what was retired or restored by the kind of its endpoint', () => {
  const of = (action: 'endpoint_retired' | 'endpoint_restored') =>
    ['f_1', 't_1', 'q_1', null].map((subject) => describeAction({ action, subject }))
  assert.deepEqual(of('endpoint_retired'), [
    'Form retired',
    'Telemetry endpoint retired',
    'Queue retired',
    'Endpoint retired',
  ])
  assert.equal(of('endpoint_restored')[2], 'Queue restored')
})

test('puts numbers and names of the API into words', () => {
  assert.deepEqual(
    [
      detailOf('settings_changed', 'redirect_url, submitted_subject'),
      detailOf('submissions_exported', '312'),
      detailOf('submissions_exported', '1', 'f_1'),
      detailOf('submissions_exported', null),
      detailOf('submissions_exported', null, 'f_1'),
      detailOf('events_exported', '1', 't_1'),
      detailOf('sender_erased', '2'),
      detailOf('submissions_changed', 'archive 1'),
      detailOf('submissions_changed', 'delete_permanently 2000'),
      detailOf('session_opened', 'email_code'),
      detailOf('emails_stopped', 'spam_digest'),
      detailOf('member_invited', 'bo@builds.dev (editor)'),
    ],
    [
      'redirect URL and submitted subject',
      '312 submissions of all forms',
      '1 submission',
      'of all forms',
      null,
      '1 event',
      '2 submissions',
      '1 submission archived',
      '2,000 submissions deleted for good',
      'with a code from an email',
      'weekly email about the spam folder',
      'bo@builds.dev (editor)',
    ],
  )
})

test('leaves names that somebody chose as they are, and those that this version does not know readable', () => {
  assert.equal(detailOf('key_created', 'on'), 'on')
  assert.equal(detailOf('key_created', 'spam_digest'), 'spam_digest')
  assert.equal(detailOf('settings_changed', 'new_setting'), 'new setting')
  assert.equal(detailOf('submissions_changed', 'sent_on 3'), 'sent_on 3')
  assert.equal(detailOf('session_opened', 'Firefox · Linux'), null)
})
