import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { faultsText } from '../../src/config/faults-text.ts'
import { blamed, listFaults, parseConfig } from '../support/service/configuration.ts'

const SECRET = 'kq3Zr0-vT8mYw2_LxB7nHd5GfJ1aPsEu'
const DKIM = { FORMSLOT_DKIM_DOMAIN: 'acme.org', FORMSLOT_DKIM_SELECTOR: 'formslot' }

function fileWith(content: string) {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), 'formslot-'))
  const file = path.join(folder.path, 'content')
  writeFileSync(file, content)
  return { file, [Symbol.dispose]: () => folder.remove() }
}

function pem(kind: 'rsa' | 'ed25519', bits: number): string {
  const pair =
    kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: bits }) : generateKeyPairSync(kind)
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

test('rejects a secret of 31 bytes and accepts one of 32', () => {
  assert.equal(SECRET.length, 32)
  assert.equal(parseConfig({ FORMSLOT_SECRET: SECRET }).secret, SECRET)
  assert.deepEqual(blamed({ FORMSLOT_SECRET: SECRET.slice(1) }), ['FORMSLOT_SECRET'])
})

test('a rotation of the link secret needs both secrets and a date that exists', () => {
  const other = SECRET.toUpperCase().split('').reverse().join('')
  const rotation = {
    FORMSLOT_LINK_SECRET: other,
    FORMSLOT_OLD_LINK_SECRET: SECRET,
    FORMSLOT_OLD_LINK_SECRET_UNTIL: '2026-12-24',
  }
  assert.deepEqual(parseConfig(rotation).oldLinkSecret, { secret: SECRET, until: new Date('2026-12-24') })
  assert.deepEqual(parseConfig({ FORMSLOT_LINK_SECRET: other }).oldLinkSecret, null)
  for (const name of Object.keys(rotation)) {
    if (name === 'FORMSLOT_LINK_SECRET') continue
    assert.deepEqual(blamed({ ...rotation, [name]: '' }), [name])
  }
  assert.deepEqual(blamed({ ...rotation, FORMSLOT_LINK_SECRET: '' }), ['FORMSLOT_LINK_SECRET'])
  assert.deepEqual(blamed({ ...rotation, FORMSLOT_LINK_SECRET: SECRET }), ['FORMSLOT_LINK_SECRET'])
  for (const until of ['2026-02-30', 'tomorrow', '2026-12-24T18:00', '24.12.2026', '2026-12-24T25:00Z']) {
    const wrong = { ...rotation, FORMSLOT_OLD_LINK_SECRET_UNTIL: until }
    assert.deepEqual(blamed(wrong), ['FORMSLOT_OLD_LINK_SECRET_UNTIL'], until)
  }
  const evening = { ...rotation, FORMSLOT_OLD_LINK_SECRET_UNTIL: '2026-12-24T18:00Z' }
  assert.deepEqual(parseConfig(evening).oldLinkSecret?.until, new Date('2026-12-24T18:00:00Z'))
})

test('rejects a secret of a repeated character or word', () => {
  assert.deepEqual(blamed({ FORMSLOT_SECRET: '0'.repeat(64) }), ['FORMSLOT_SECRET'])
  assert.deepEqual(blamed({ FORMSLOT_SECRET: 'changeme'.repeat(8) }), ['FORMSLOT_SECRET'])
})

test('reads a secret from its file without the final line break', () => {
  using kept = fileWith(`${SECRET}\r\n`)
  assert.equal(parseConfig({ FORMSLOT_SECRET_FILE: kept.file }).secret, SECRET)
})

test('a secret set twice is an error, even with equal values', () => {
  using kept = fileWith(SECRET)
  const env = { FORMSLOT_SECRET: SECRET, FORMSLOT_SECRET_FILE: kept.file }
  assert.deepEqual(blamed(env), ['FORMSLOT_SECRET_FILE'])
})

test('names the variable whose file is missing or empty', () => {
  using empty = fileWith('\n')
  for (const file of [empty.file, path.join(empty.file, 'below'), tmpdir()]) {
    assert.deepEqual(blamed({ FORMSLOT_SECRET_FILE: file }), ['FORMSLOT_SECRET_FILE'], file)
  }
})

test('reads the mail server from a file too', () => {
  using kept = fileWith('smtps://ada:lovelace@mail.acme.org\n')
  const env = { FORMSLOT_SMTP_URL_FILE: kept.file, FORMSLOT_MAIL_FROM: 'forms@acme.org' }
  assert.equal(
    parseConfig({ ...env, FORMSLOT_BASE_URL: 'https://forms.acme.org' }).smtp?.password,
    'lovelace',
  )
})

test('no error message shows a secret', () => {
  const wrong: Record<string, string>[] = [
    { FORMSLOT_SECRET: 'hush-hush' },
    { FORMSLOT_SMTP_URL: 'smtp://ada:hush-hush%zz@mail.acme.org' },
    { FORMSLOT_SMTP_URL: 'http://ada:hush-hush@mail.acme.org' },
    { FORMSLOT_SMTP_URL: 'smtp://ada:hush-hush#@mail.acme.org' },
    { FORMSLOT_SMTP_URL: 'smtp://ada:hush-hush@mail.acme.org/path' },
    { FORMSLOT_DKIM_KEY: 'hush-hush', ...DKIM },
    { FORMSLOT_DATABASE_URL: 'mysql://ada:hush-hush@db/formslot' },
    { FORMSLOT_DATABASE_URL: 'postgres://ada:hush-hush@db' },
    { FORMSLOT_DATABASE_URL: 'postgres://db?password=hush-hush' },
    { FORMSLOT_LISTEN_URL: 'postgres://ada:hush-hush@db' },
  ]
  for (const env of wrong) {
    const found = listFaults({ FORMSLOT_MAIL_FROM: 'forms@acme.org', ...env })
    assert.equal(found.length, 1)
    assert.doesNotMatch(faultsText(found), /hush-hush/)
  }
})

test('signs DKIM with the key, even if it is on one line', () => {
  const key = pem('rsa', 1024)
  for (const text of [key, key.trim().replaceAll('\n', '\\n')]) {
    const { dkim } = parseConfig({ ...DKIM, FORMSLOT_DKIM_KEY: text })
    assert.deepEqual(dkim, { domain: 'acme.org', selector: 'formslot', privateKey: key.trim() })
  }
})

test('an incomplete DKIM configuration is an error that names the missing settings', () => {
  assert.deepEqual(blamed(DKIM), ['FORMSLOT_DKIM_KEY'])
  const missing = ['FORMSLOT_DKIM_DOMAIN', 'FORMSLOT_DKIM_SELECTOR']
  assert.deepEqual(blamed({ FORMSLOT_DKIM_KEY: pem('rsa', 1024) }), missing)
})

test('rejects a DKIM key that cannot sign emails', () => {
  for (const key of [pem('rsa', 1016), pem('ed25519', 0), 'not a key', pem('rsa', 1024).slice(0, 200)]) {
    assert.deepEqual(blamed({ ...DKIM, FORMSLOT_DKIM_KEY: key }), ['FORMSLOT_DKIM_KEY'])
  }
})

test('requires DNS names for the DKIM domain and selector', () => {
  const env = {
    FORMSLOT_DKIM_KEY: pem('rsa', 1024),
    FORMSLOT_DKIM_DOMAIN: 'acme',
    FORMSLOT_DKIM_SELECTOR: 'a b',
  }
  assert.deepEqual(blamed(env), ['FORMSLOT_DKIM_DOMAIN', 'FORMSLOT_DKIM_SELECTOR'])
})
