import assert from 'node:assert/strict'
import { chmodSync, mkdtempDisposableSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { loadSecret, SecretLost } from '../../src/runtime/secret.ts'

function freshPlace() {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), 'formslot-'))
  const dataDir = path.join(folder.path, 'data')
  return {
    place: {
      secret: null,
      dataDir,
      database: { kind: 'sqlite' as const, file: path.join(folder.path, 'formslot.db') },
    },
    file: path.join(dataDir, 'secret'),
    [Symbol.dispose]: () => folder.remove(),
  }
}

test('the first start creates a secret that only its user can read, and leaves no other files', () => {
  using fresh = freshPlace()
  const secret = loadSecret(fresh.place)
  assert.equal(secret.length, 43, '32 bytes as base64url')
  assert.equal(statSync(fresh.file).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(fresh.place.dataDir), ['secret'])
})

test('every later start finds the same secret, and two instances never share one', () => {
  using fresh = freshPlace()
  using other = freshPlace()
  const secret = loadSecret(fresh.place)
  assert.deepEqual(loadSecret(fresh.place), secret)
  assert.notDeepEqual(loadSecret(other.place), secret)
})

test('the stored secret stays the same when moved to FORMSLOT_SECRET', () => {
  using fresh = freshPlace()
  const secret = loadSecret(fresh.place)
  const moved = readFileSync(fresh.file, 'utf8').trim()
  assert.deepEqual(loadSecret({ ...fresh.place, secret: moved }), secret)
})

test('uses a configured secret unchanged and writes nothing', () => {
  using fresh = freshPlace()
  const secret = loadSecret({ ...fresh.place, secret: 'given by the operator, and long enough' })
  assert.equal(secret.toString(), 'given by the operator, and long enough')
  assert.throws(() => statSync(fresh.file), /ENOENT/)
})

test('restricts the permissions of a secret that others could read', () => {
  using fresh = freshPlace()
  loadSecret(fresh.place)
  chmodSync(fresh.file, 0o644)
  loadSecret(fresh.place)
  assert.equal(statSync(fresh.file).mode & 0o777, 0o600)
})

test('does not start a database without its secret with a new one', () => {
  using fresh = freshPlace()
  writeFileSync(fresh.place.database.file, '')
  assert.throws(() => loadSecret(fresh.place), SecretLost)
  assert.throws(() => statSync(fresh.file), /ENOENT/)
})

test('rejects a truncated secret: 31 bytes fail, 32 pass', () => {
  using fresh = freshPlace()
  loadSecret(fresh.place)
  writeFileSync(fresh.file, 'x'.repeat(31))
  assert.throws(() => loadSecret(fresh.place), SecretLost)
  writeFileSync(fresh.file, `${'x'.repeat(32)}\n`)
  assert.equal(loadSecret(fresh.place).length, 32)
})
