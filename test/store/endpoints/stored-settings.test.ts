import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_SETTINGS } from '../../../src/domain/endpoints/settings.ts'
import { parseStoredSettings, stringifySettings } from '../../../src/store/endpoints/stored-settings.ts'

test('parses stored settings unchanged, with defaults for settings of earlier versions', () => {
  const addedAt = new Date('2026-11-10T09:00:00.000Z')
  const destination = {
    kind: 'email' as const,
    id: 'dst_0000000000000000',
    mailbox: 'sales@bo.dev',
    addedAt,
    confirmedAt: null,
    stoppedAt: new Date('2026-11-12T09:00:00.000Z'),
  }
  const settings = { ...NO_SETTINGS, name: 'Contact', destinations: [destination] }
  assert.deepEqual(parseStoredSettings(stringifySettings(settings)), settings)
  assert.equal(parseStoredSettings(stringifySettings(NO_SETTINGS)), NO_SETTINGS)
  assert.deepEqual(parseStoredSettings('{"name":"Contact"}'), { ...NO_SETTINGS, name: 'Contact' })
  const { stoppedAt: _, ...earlier } = { ...destination, confirmedAt: addedAt }
  assert.deepEqual(parseStoredSettings(JSON.stringify({ ...NO_SETTINGS, destinations: [earlier] })), {
    ...NO_SETTINGS,
    destinations: [{ ...earlier, stoppedAt: null }],
  })
})
