import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { parseFilesPlace, parseS3Endpoint } from '../../src/config/files.ts'
import { blamed, listFaults, parseConfig } from '../support/service/configuration.ts'

const LOGIN = { FORMSLOT_S3_KEY: 'AKID', FORMSLOT_S3_SECRET: 'geheim' }
const S3 = { FORMSLOT_FILES: 's3://acme/forms', ...LOGIN }

test('keeps files in a folder, and what is being received on the same disk', () => {
  const read = (text: string) => parseConfig({ FORMSLOT_FILES: text }).files
  assert.deepEqual(read('file:/srv/files'), {
    kind: 'folder',
    folder: '/srv/files',
    spoolFolder: '/srv/files/in',
  })
  assert.deepEqual(read('file:///srv/my%20files/'), {
    kind: 'folder',
    folder: '/srv/my files',
    spoolFolder: '/srv/my files/in',
  })
  assert.equal(read('file:files').spoolFolder, path.resolve('files/in'))
})

test('reads a bucket, its prefix and its login', () => {
  assert.deepEqual(parseConfig({ ...S3, FORMSLOT_DATA_DIR: '/var/lib/formslot' }).files, {
    kind: 's3',
    bucket: 'acme',
    prefix: 'forms/',
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    key: 'AKID',
    secret: 'geheim',
    usesPathStyle: false,
    spoolFolder: '/var/lib/formslot/files/in',
  })
  const prefix = (text: string) => {
    const read = parseFilesPlace(text)
    return read.kind === 'ok' && read.value.kind === 's3' ? read.value.prefix : 'fault'
  }
  assert.equal(prefix('s3://acme'), '')
  assert.equal(prefix('s3://acme/'), '')
  assert.equal(prefix('s3://acme/a'), 'a/')
  assert.equal(prefix('s3://acme/a/B_2.x/'), 'a/B_2.x/')
  assert.equal(prefix(`s3://acme/${'a'.repeat(199)}`), `${'a'.repeat(199)}/`)
  for (const text of ['a//b', '/a', '../a', 'a/..', './a', 'a b', 'a?b', 'a#b', 'ä', 'a'.repeat(200)]) {
    assert.equal(prefix(`s3://acme/${text}`), 'fault', text)
  }
})

test('puts the bucket into the path where a server was named, and where its dots would break the certificate', () => {
  const style = (more: Record<string, string>) => {
    const { files } = parseConfig({ ...S3, ...more })
    return files.kind === 's3' && files.usesPathStyle
  }
  const own = { FORMSLOT_S3_ENDPOINT: 'https://s3.acme.org' }
  assert.equal(style({}), false)
  assert.equal(style(own), true)
  assert.equal(style({ FORMSLOT_FILES: 's3://acme.forms' }), true)
  assert.equal(style({ ...own, FORMSLOT_S3_PATH_STYLE: 'off' }), false)
  assert.equal(style({ FORMSLOT_S3_PATH_STYLE: 'on' }), true)
  const off = { ...S3, FORMSLOT_S3_PATH_STYLE: 'off' }
  assert.deepEqual(blamed({ ...off, FORMSLOT_FILES: 's3://acme.forms' }), ['FORMSLOT_S3_PATH_STYLE'])
  for (const endpoint of ['http://127.0.0.1:9000', 'http://[::1]:9000']) {
    assert.deepEqual(blamed({ ...off, FORMSLOT_S3_ENDPOINT: endpoint }), ['FORMSLOT_S3_PATH_STYLE'])
  }
})

test('refuses a place that is no folder and no bucket', () => {
  const wrong = [
    '/srv/files',
    'files',
    'file:',
    'file:/',
    'file:///',
    'file://host/files',
    'file:///srv?x',
    's3:acme',
    's3://',
    's3://ab',
    's3://Acme',
    's3://ac..me',
    's3://-acme',
    's3://acme:9000/x',
    's3://AKID:geheim@acme/x',
    'https://s3.acme.org/acme',
  ]
  for (const text of wrong) assert.equal(parseFilesPlace(text).kind, 'fault', text)
})

test('half a configuration of S3 is a fault, and so is one without a bucket', () => {
  assert.deepEqual(blamed({ FORMSLOT_FILES: 's3://acme' }), ['FORMSLOT_S3_KEY', 'FORMSLOT_S3_SECRET'])
  assert.deepEqual(blamed({ ...S3, FORMSLOT_S3_KEY: '' }), ['FORMSLOT_S3_KEY'])
  assert.deepEqual(blamed(LOGIN), ['FORMSLOT_S3_KEY', 'FORMSLOT_S3_SECRET'])
  assert.deepEqual(
    blamed({ FORMSLOT_FILES: 'nonsense', ...LOGIN }),
    ['FORMSLOT_FILES'],
    'one fault, not three',
  )
  assert.deepEqual(blamed({ ...S3, FORMSLOT_S3_REGION: 'a b', FORMSLOT_S3_PATH_STYLE: 'yes' }), [
    'FORMSLOT_S3_REGION',
    'FORMSLOT_S3_PATH_STYLE',
  ])
})

test('takes an origin as the server, and never shows a login', () => {
  const ends = ['https://s3.acme.org', 'http://127.0.0.1:9000/']
  assert.deepEqual(
    ends.map((text) => parseS3Endpoint(text)),
    ['https://s3.acme.org', 'http://127.0.0.1:9000'].map((value) => ({ kind: 'ok', value })),
  )
  for (const text of [
    's3.acme.org',
    'https://AKID:geheim@s3.acme.org',
    'https://s3.acme.org/acme',
    'ftp://a',
  ]) {
    assert.equal(parseS3Endpoint(text).kind, 'fault', text)
  }
  const faults = listFaults({
    ...S3,
    FORMSLOT_S3_SECRET: 'ge heim',
    FORMSLOT_S3_ENDPOINT: 'https://AKID:geheim@s3.acme.org',
  })
  assert.equal(faults.length, 2)
  assert.ok(!/ge ?heim/.test(JSON.stringify(faults)))
})
