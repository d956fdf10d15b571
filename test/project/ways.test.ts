import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { Address } from '../../scripts/house/routes.ts'
import type { Ways } from '../../scripts/house/ways.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The ways are no longer than this. Lower a limit when a way gets shorter; a feature that nobody uses is no reason to raise one. */
const LIMITS: Record<keyof Ways, { files: number; hops: number; transactions: number }> = {
  submit: { files: 46, hops: 97, transactions: 1 },
  email: { files: 50, hops: 290, transactions: 2 },
  // Whoever deletes a suspended account and claims again stays suspended: the claim that opens an account reads that.
  claim: { files: 49, hops: 151, transactions: 1 },
  list: { files: 55, hops: 153, transactions: 0 },
}

test('no way through the house has become longer', () => {
  const script = path.join(ROOT, 'scripts/house/ways.ts')
  const ways: Ways = JSON.parse(execFileSync(process.execPath, [script, ROOT], { encoding: 'utf8' }))
  for (const [name, limit] of Object.entries(LIMITS)) {
    const { files, hops, transactions } = ways[name as keyof Ways]
    const seen = `${name}: ${files.length} files, ${hops} hops, ${transactions} write transactions`
    assert.ok(files.length <= limit.files && hops <= limit.hops, `${seen}\n${files.join('\n')}`)
    assert.equal(transactions, limit.transactions, seen)
  }
})

test('every address has a file that answers it', () => {
  const script = path.join(ROOT, 'scripts/house/routes.ts')
  const addresses: Address[] = JSON.parse(
    execFileSync(process.execPath, [script, ROOT], { encoding: 'utf8' }),
  )
  const list = addresses.map(({ method, url, file }) => `${method} ${url} ${file}`)
  assert.ok(list.includes('GET /api/v1/keys src/http/accounts/keys.ts'), list.join('\n'))
  assert.ok(list.includes('GET /claim/:token src/http/endpoints/claim.ts'))
  assert.ok(list.includes('DELETE /api/v1/telemetry/:id/keys/:key src/http/endpoints/kind-key-routes.ts'))
  for (const { file } of addresses)
    for (const each of file.split(' or ')) assert.ok(existsSync(path.join(ROOT, each)), each)
})
