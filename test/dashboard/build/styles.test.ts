import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { builtDashboard } from '../../support/browser/dashboard.ts'

const folder = await builtDashboard()
/** `:has(…) *`, as `group-has` and `peer-has` of Tailwind write it. */
const ALL_WITHIN = /:has\((?:[^()]|\([^()]*\))*\)[^,{}]* \*/g

test('no style depends on what the page has for all elements, or each new row would restyle the page', () => {
  const sheets = globSync('assets/*.css', { cwd: folder })
  const styles = sheets.map((sheet) => readFileSync(path.join(folder, sheet), 'utf8')).join('')
  assert.match(styles, /:has\(\[data-bottom-bar\]\) \[data-foot-navigation\]/)
  assert.deepEqual(styles.match(ALL_WITHIN) ?? [], [])
})
