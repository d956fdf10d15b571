import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REFUSALS } from '../../src/http/kernel/refusals.ts'
import { errorCatalog, writtenErrorCatalog } from '../support/docs/error-catalog.ts'
import { kindSections, writtenKindSections } from '../support/docs/kind-sections.ts'
import { settingsTable, writtenTable } from '../support/docs/settings-table.ts'

const OUTDATED = 'The document is outdated. Run `npm run docs` and commit the file.'

test('the documented table of settings matches the code', () => {
  assert.ok(writtenTable() === settingsTable(), OUTDATED)
})

test('the documented kinds of chats match the code', () => {
  assert.ok(writtenKindSections() === kindSections(), OUTDATED)
})

test('the documented catalog of errors matches the code, and contains every code', () => {
  assert.ok(writtenErrorCatalog() === errorCatalog(), OUTDATED)
  for (const code of Object.keys(REFUSALS)) assert.ok(errorCatalog().includes(`### \`${code}\`\n`), code)
})
