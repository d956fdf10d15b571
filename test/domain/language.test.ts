import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes, formatInstant, LANGUAGES } from '../../src/domain/language.ts'

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

test('writes sizes in binary units, with the number and the unit of the reader', () => {
  const KIBIBYTE = 1024
  const sizes: [number, string][] = [
    [0, '0 B'],
    [1, '1 B'],
    [KIBIBYTE - 1, '1,023 B'],
    [KIBIBYTE, '1 KiB'],
    [1.4 * KIBIBYTE, '1 KiB'],
    [KIBIBYTE ** 2 - 1, '1,024 KiB'],
    [KIBIBYTE ** 2, '1 MiB'],
    [1.25 * KIBIBYTE ** 2, '1.3 MiB'],
    [5 * KIBIBYTE ** 3, '5 GiB'],
    [5000 * KIBIBYTE ** 3, '5,000 GiB'],
  ]
  for (const [bytes, text] of sizes) assert.equal(formatBytes('en', bytes).replace('\u00a0', ' '), text)
  assert.equal(formatBytes('de', 1.5 * KIBIBYTE ** 2), '1,5\u00a0MiB')
  assert.equal(formatBytes('fr', 1.5 * KIBIBYTE ** 2), '1,5\u00a0Mio')
  assert.equal(formatBytes('fr', 12), '12\u00a0o')
  assert.equal(formatBytes('ar', 1.5 * KIBIBYTE ** 2), '1.5\u00a0MiB')
})
