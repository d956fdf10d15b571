import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatInstant, LANGUAGES } from '../../src/domain/language.ts'

test('writes the first day of a month as an ordinal where the language does', () => {
  const first = new Date('2026-12-01T00:00:00Z')
  const eleventh = new Date('2026-12-11T00:00:00Z')
  assert.match(formatInstant('fr', first), /^1er décembre 2026 à 00:00 UTC$/)
  assert.match(formatInstant('fr', eleventh), /^11 décembre 2026/)
  assert.match(formatInstant('pt', first), /^1º de dezembro de 2026/)
  assert.match(formatInstant('pt', eleventh), /^11 de dezembro/)
  assert.match(formatInstant('es', first), /^1 de diciembre de 2026/)
  assert.match(formatInstant('de', first), /^1\. Dezember 2026/)
  for (const language of LANGUAGES) assert.match(formatInstant(language, first), / UTC$/)
})
