import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Field } from '../../../src/domain/submissions/fields.ts'
import { type ReadBody, readBody } from '../../../src/http/kernel/body/read-body.ts'

const URLENCODED = 'application/x-www-form-urlencoded'

function read(body: string | Buffer, contentType: string | undefined, contentEncoding?: string) {
  return readBody({ contentType, contentEncoding, body: Buffer.from(body) })
}

function getFields(read: ReadBody): Field[] {
  assert.equal(read.kind, 'fields', JSON.stringify(read))
  return read.kind === 'fields' ? read.fields : []
}

async function getCode(read: ReadBody | Promise<ReadBody>): Promise<string> {
  const done = await read
  return done.kind === 'refused' ? done.refusal.code : 'fields'
}

const pairs = (fields: Field[]) => fields.map((field) => [field.name, field.value])

test('parses urlencoded bodies like the URL standard, without characters a database cannot store', () => {
  const clean = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')
  const part = fc.string({
    unit: fc.constantFrom('a', 'ä', '%', '+', '=', '&', '2', '4', '\0', '漢', '😀', '%20', '%C3%BC', '%00'),
  })
  fc.assert(
    fc.property(part, (text) => {
      // Node's own parser trips over bare emails beyond ASCII beside broken escapes, so it gets them escaped.
      const escaped = text.replace(/[^\0-\x7f]/gu, encodeURIComponent)
      // Bytes that are not UTF-8 are windows-1252, where the standard loses them.
      const standard = [...new URLSearchParams(escaped)]
      const bytes = escaped
        .split('&')
        .filter((pair) => pair !== '')
        .map((pair) => {
          const [name = '', ...value] = pair.split('=')
          return [unescapeBytes(name), unescapeBytes(value.join('='))]
        })
      const expected = standard.map((pair, at) =>
        pair.map((text, part) => clean(decodeBytes(bytes[at]?.[part] ?? Buffer.alloc(0)) ?? text)),
      )
      assert.deepEqual(pairs(getFields(read(text, URLENCODED) as ReadBody)), expected)
    }),
  )
})

function unescapeBytes(text: string): Buffer {
  const spaced = text.replaceAll('+', ' ')
  const latin = spaced.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(latin, 'latin1')
}

/** Decodes bytes that are not UTF-8; null for those that are. */
function decodeBytes(bytes: Buffer): string | null {
  return isUtf8(bytes) ? null : new TextDecoder('windows-1252').decode(bytes)
}

test('parses JSON objects in the order sent, with repeated names', async () => {
  const text = '{"2":"a", "b" : [1,true,null], "2":{"x":"}\\"{"},"1":"c","__proto__":{"p":1}}'
  const fields = getFields(await read(text, 'application/json'))
  assert.deepEqual(pairs(fields).slice(0, 4), [
    ['2', 'a'],
    ['b', [1, true, null]],
    ['2', { x: '}"{' }],
    ['1', 'c'],
  ])
  assert.equal(fields[4]?.name, '__proto__')
  assert.equal(Reflect.get({}, 'p'), undefined)
})

test('parses any JSON object into its members', () => {
  const name = fc.string({ maxLength: 20 }).filter((text) => !/^\d+$/.test(text) && !text.includes('\0'))
  const value = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.string({ maxLength: 20 }),
    fc.array(fc.integer(), { maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 20 }), fc.constantFrom(0, 2), (object, indent) => {
      const text = JSON.stringify(object, null, indent).replaceAll('\\u0000', '')
      const expected = Object.entries(JSON.parse(text) as Record<string, unknown>)
      assert.deepEqual(pairs(getFields(read(text, 'application/json') as ReadBody)), expected)
    }),
  )
})

test('parses numbers like JavaScript, and keeps one out of range as text', async () => {
  const text = '{"a":9007199254740993,"b":1e400,"d":0.1,"e":[12345678901234567890],"f":1500}'
  assert.deepEqual(pairs(getFields(await read(text, 'application/json'))), [
    ['a', 9007199254740992],
    ['b', 'Infinity'],
    ['d', 0.1],
    ['e', [12345678901234567000]],
    ['f', 1500],
  ])
})

test('rejects JSON that is not an object, malformed, not UTF-8, or too deep', async () => {
  for (const text of ['[]', '"x"', '1', 'null', '', '{', '{"a":1}x', '{"a":NaN}', '{"a":1,}', "{'a':1}"]) {
    assert.equal(await getCode(read(text, 'application/json')), 'body_unparsable', text)
  }
  assert.equal(
    await getCode(read(Buffer.from('{"a":"b"}', 'utf16le'), 'application/json')),
    'body_unparsable',
  )
  assert.equal(
    await getCode(read(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json')),
    'body_unparsable',
  )
  const nested = (depth: number) => `{"deep":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  assert.equal(await getCode(read(nested(8), 'application/json')), 'fields')
  const tooDeep = await read(nested(9), 'application/json')
  assert.deepEqual(tooDeep.kind === 'refused' && [tooDeep.refusal.code, tooDeep.refusal.field], [
    'field_invalid',
    'deep',
  ])
  assert.equal(await getCode(read(nested(100_000), 'application/json')), 'field_invalid')
  for (const brackets of ['[[[[[[[[[]]]]]]]]]', '['.repeat(100_000), ' \n['.repeat(9)]) {
    assert.equal(await getCode(read(brackets, 'application/json')), 'body_unparsable')
  }
})

test('enforces body limits at their edges, including nested values', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=x`).join('&')
  assert.equal(await getCode(read(many(200), URLENCODED)), 'fields')
  assert.equal(await getCode(read(many(201), URLENCODED)), 'too_many_fields')
  const leaves = (count: number) => JSON.stringify({ a: Array.from({ length: count }, () => 1) })
  assert.equal(await getCode(read(leaves(200), 'application/json')), 'fields')
  assert.equal(await getCode(read(leaves(201), 'application/json')), 'too_many_fields')
  const mixed = (count: number) =>
    `{${'"a":{"b":[{},[]],"c":","},'.repeat(count / 3 - 1)}"d":[1,{"e":"x"},[]]}`
  assert.equal(await getCode(read(mixed(198), 'application/json')), 'fields')
  assert.equal(await getCode(read(mixed(201), 'application/json')), 'too_many_fields')
  assert.equal(await getCode(read(`${'n'.repeat(128)}=x`, URLENCODED)), 'fields')
  assert.equal(await getCode(read(`${'n'.repeat(129)}=x`, URLENCODED)), 'field_invalid')
  assert.equal(await getCode(read(`${'ä'.repeat(65)}=x`, URLENCODED)), 'field_invalid')
  assert.equal(await getCode(read(`a=${'x'.repeat(65_536)}`, URLENCODED)), 'fields')
  assert.equal(await getCode(read(`a=${'x'.repeat(65_537)}`, URLENCODED)), 'field_invalid')
})

test('parses multipart bodies in order and leaves out the empty file part', async () => {
  const form = new FormData()
  form.append('b', 'one\r\ntwo')
  form.append('a', 'ä漢😀')
  form.append('b', '')
  form.append('upload', new File([], ''))
  const response = new Response(form)
  const body = Buffer.from(await response.arrayBuffer())
  const fields = getFields(await read(body, response.headers.get('content-type') ?? ''))
  assert.deepEqual(pairs(fields), [
    ['b', 'one\r\ntwo'],
    ['a', 'ä漢😀'],
    ['b', ''],
  ])
})

test('rejects malformed multipart bodies without hanging', async () => {
  const type = 'multipart/form-data; boundary=xx'
  const part = (headers: string, content = 'v') => `--xx\r\n${headers}\r\n\r\n${content}\r\n`
  const named = (name: string) => part(`Content-Disposition: form-data; name="${name}"`)
  const cases: [string, string, string][] = [
    ['no final boundary', named('a'), 'body_unparsable'],
    ['nothing at all', '', 'body_unparsable'],
    ['no name', `${part('Content-Disposition: form-data')}--xx--\r\n`, 'body_unparsable'],
    [
      'no name, and more than a buffer holds',
      `${part('X: y', 'v'.repeat(70_000))}--xx--\r\n`,
      'body_unparsable',
    ],
    [
      'a name, then none and more than a buffer holds',
      `${named('a')}${part('X: y', 'v'.repeat(200_000))}--xx--\r\n`,
      'body_unparsable',
    ],
    ['5000 parts', `${named('a').repeat(5000)}--xx--\r\n`, 'too_many_fields'],
    [
      'a file',
      `${part('Content-Disposition: form-data; name="f"; filename="a.txt"')}--xx--\r\n`,
      'file_refused',
    ],
    [
      'stopped within a part',
      `--xx\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf--xx--`,
      'body_unparsable',
    ],
  ]
  for (const [what, body, code] of cases) assert.equal(await getCode(read(body, type)), code, what)
  const withBoundary = (boundary: string) =>
    getCode(read('--x--', `multipart/form-data; boundary=${boundary}`))
  for (const boundary of ['', 'x'.repeat(71), '"a\\"b"', 'ä']) {
    assert.equal(await withBoundary(boundary), 'body_unparsable', boundary)
  }
  assert.equal(await withBoundary('x'.repeat(10_000)), 'unsupported_media_type')
  const odd = `${named('__proto__')}${part('__proto__: x\r\nContent-Disposition: form-data; name="a"')}--xx--\r\n`
  assert.deepEqual(pairs(getFields(await read(odd, type))), [
    ['__proto__', 'v'],
    ['a', 'v'],
  ])
})

test('parses media types strictly', async () => {
  for (const type of [
    undefined,
    'application/json garbage',
    'application/jsonx',
    'application/problem+json',
    'application/json; charset=utf-7',
    'application/json;;=',
    'json',
  ]) {
    assert.equal(await getCode(read('{"a":1}', type)), 'unsupported_media_type', String(type))
  }
  for (const type of [
    'application/json',
    'text/plain',
    'text/plain;charset=UTF-8',
    'APPLICATION/JSON',
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"',
    ' application/json ',
  ]) {
    assert.equal(await getCode(read('{"a":1}', type)), 'fields', type)
  }
  assert.equal(await getCode(read('a=b', URLENCODED, 'gzip')), 'unsupported_media_type')
  assert.equal(await getCode(read('a=b', URLENCODED, 'identity')), 'fields')
})

test('reads a JSON object sent as text, and says what to send instead of any other text', async () => {
  const type = 'text/plain;charset=UTF-8'
  assert.deepEqual(pairs(getFields(await read(' {"name":"Jane","tags":["a"]}', type))), [
    ['name', 'Jane'],
    ['tags', ['a']],
  ])
  const explain = async (body: string) => {
    const answer = await read(body, type)
    return answer.kind === 'refused' ? `${answer.refusal.code} ${answer.refusal.message}` : answer.kind
  }
  for (const body of ['[1]', '"text"', '{"name":', '{a:1}\r\n', 'hello', 'a=b', '']) {
    assert.match(await explain(body), /^unsupported_media_type .*Content-Type: application\/json/, body)
  }
  assert.match(await explain('name=Jane\r\nmessage={"a":1}\r\n'), /^unsupported_media_type .*enctype/)
  assert.match(
    await explain(`{"a":${'['.repeat(99)}${']'.repeat(99)}}`),
    /^(?!unsupported)/,
    'its own limits',
  )
})

test('turns any bytes with any media type into fields or a refusal, quickly', async () => {
  const types = fc.constantFrom(
    'application/json',
    URLENCODED,
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=--',
    '',
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .string({
        unit: fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"',
          '\\',
          ':',
          ',',
          '1',
          '--x',
          '\r\n',
          '=',
          '&',
          '%',
          'Content-Disposition: form-data; name=a',
        ),
      })
      .map((text) => Buffer.from(text)),
  )
  await fc.assert(
    fc.asyncProperty(bytes, types, async (body, type) => {
      const done = await read(Buffer.from(body), type)
      assert.ok(done.kind === 'fields' || done.refusal.code)
    }),
    { numRuns: 500 },
  )
})

test('stops reading a body with too many values', async (context) => {
  const parse = context.mock.method(JSON, 'parse')
  for (const body of [
    `{${'"":1,'.repeat(50_000)}"b":1}`,
    `{"a":[${'1,'.repeat(100_000)}1]}`,
    `{${'"a":{},'.repeat(30_000)}"b":1}`,
  ]) {
    assert.equal(await getCode(read(body, 'application/json')), 'too_many_fields')
  }
  assert.equal(parse.mock.callCount(), 0)
})
