import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQueue } from '../../support/fixtures/queue.ts'
import { ADA, type Endpoint, startService, type TestService } from '../../support/service/service.ts'

const FORM = 'application/x-www-form-urlencoded'
const WITHOUT_RATE = { FORMSLOT_SUBMIT_RATE: '0' }

/** Fields of the newest submission, as they are stored. */
async function newestFields(service: TestService): Promise<unknown> {
  const [row] = await service.sql('select fields from submissions order by key desc limit 1')
  const { fields } = row ?? {}
  return typeof fields === 'string' ? JSON.parse(fields) : fields
}

async function send(service: TestService, endpoint: Endpoint, body: string | Buffer, type = FORM) {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  return service.post(endpoint.endpoint_url, {
    body: new Uint8Array(bytes),
    headers: { 'content-type': type },
  })
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A multipart body of parts, each with its headers. */
function multipart(...parts: { name: string; value: string; type?: string }[]): Buffer {
  const texts = parts.map(
    ({ name, value, type }) =>
      `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n${value}\r\n`,
  )
  return latin1(`${texts.join('')}--xx--\r\n`)
}
const MULTIPART = 'multipart/form-data; boundary=xx'

test('stores text of other charsets as the visitor typed it, however the charset is known', async () => {
  await using service = await startService({ env: WITHOUT_RATE })
  const endpoint = await service.createEndpoint()
  const utf8 = (text: string) => Buffer.from(text).toString('latin1')
  const cases: [string, string | Buffer, string, [string, unknown][]][] = [
    // A form with accept-charset does not say so; its bytes are not UTF-8.
    [
      'escaped bytes',
      'name=Gr%FC%DFe&price=5+%80',
      FORM,
      [
        ['name', 'Grüße'],
        ['price', '5 €'],
      ],
    ],
    [
      'bytes as they are',
      'na\xefve=Gr\xfc\xdfe&plain=x',
      FORM,
      [
        ['naïve', 'Grüße'],
        ['plain', 'x'],
      ],
    ],
    [
      'a field of each',
      `one=Gr%FC%DFe&two=Gr%C3%BC%C3%9Fe`,
      FORM,
      [
        ['one', 'Grüße'],
        ['two', 'Grüße'],
      ],
    ],
    [
      'UTF-8',
      `name=${utf8('Grüße 漢😀')}&e=%F0%9F%98%80`,
      FORM,
      [
        ['name', 'Grüße 漢😀'],
        ['e', '😀'],
      ],
    ],
    ['U+FFFD itself', 'name=%EF%BF%BD', FORM, [['name', '\uFFFD']]],
    ['the charset of the type', 'name=%C3%BC', `${FORM}; charset=ISO-8859-1`, [['name', 'Ã¼']]],
    ['a charset in quotes', 'name=%8E%86', `${FORM};charset="Shift_JIS"`, [['name', '紙']]],
    ['a charset of ASCII bytes', 'name=%1B$B4A;z%1B(B', `${FORM};charset=iso-2022-jp`, [['name', '漢字']]],
    [
      '_charset_',
      '_charset_=windows-1251&name=%CF%F0%E8',
      FORM,
      [
        ['_charset_', 'windows-1251'],
        ['name', 'При'],
      ],
    ],
    [
      '_charset_ at the end',
      'name=%D0%90&_charset_=windows-1252',
      FORM,
      [
        ['name', 'Ð\u0090'],
        ['_charset_', 'windows-1252'],
      ],
    ],
    [
      '_charset_ of UTF-8',
      '_charset_=UTF-8&name=%C3%BC',
      FORM,
      [
        ['_charset_', 'UTF-8'],
        ['name', 'ü'],
      ],
    ],
    [
      'an empty _charset_',
      '_charset_=&name=%FC',
      FORM,
      [
        ['_charset_', ''],
        ['name', 'ü'],
      ],
    ],
    ['JSON', latin1('{"name":"Grüße"}'), 'application/json; charset=windows-1252', [['name', 'Grüße']]],
    [
      'multipart',
      multipart({ name: 'name', value: 'Gr\xfc\xdfe' }, { name: 'na\xefve', value: 'x' }),
      MULTIPART,
      [
        ['name', 'Grüße'],
        ['naïve', 'x'],
      ],
    ],
    [
      'multipart of each',
      multipart({ name: 'one', value: '\xfc \x80' }, { name: 'two', value: utf8('ü €') }),
      MULTIPART,
      [
        ['one', 'ü €'],
        ['two', 'ü €'],
      ],
    ],
    [
      'the charset of a part',
      multipart(
        { name: 'one', value: '\xcf\xf0', type: 'text/plain; charset=windows-1251' },
        { name: 'two', value: utf8('ü') },
      ),
      MULTIPART,
      [
        ['one', 'Пр'],
        ['two', 'ü'],
      ],
    ],
    [
      'UTF-8 as the charset of a part',
      multipart({ name: 'one', value: utf8('ü charset=x'), type: 'text/plain;charset=UTF-8' }),
      MULTIPART,
      [['one', 'ü charset=x']],
    ],
    [
      '_charset_ in multipart',
      multipart({ name: '_charset_', value: 'windows-1251' }, { name: 'name', value: '\xcf\xf0\xe8' }),
      MULTIPART,
      [
        ['_charset_', 'windows-1251'],
        ['name', 'При'],
      ],
    ],
    [
      'the charset of multipart',
      multipart({ name: 'n', value: '\xcf\xf0' }),
      `${MULTIPART}; charset=windows-1251`,
      [['n', 'Пр']],
    ],
  ]
  for (const [name, body, type, fields] of cases) {
    const answer = await send(service, endpoint, body, type)
    assert.equal(answer.status, 200, `${name}: ${answer.text}`)
    assert.deepEqual(await newestFields(service), fields, name)
    const rehearsed = await service.post(`${endpoint.endpoint_url}?dry_run=1`, {
      body: new Uint8Array(typeof body === 'string' ? latin1(body) : body),
      headers: { 'content-type': type },
    })
    assert.deepEqual(rehearsed.json.fields, Object.fromEntries(fields), name)
  }
})

test('refuses an unknown charset and bytes that are not in the declared one, and says so', async () => {
  await using service = await startService({ env: WITHOUT_RATE })
  const endpoint = await service.createEndpoint()
  const cases: [string, string | Buffer, string, number, RegExp, string?][] = [
    ['an unknown charset', 'name=x', `${FORM}; charset=utf-7`, 415, /charset "utf-7"/],
    ['UTF-16', 'name=x', `${FORM}; charset=utf-16`, 415, /charset "utf-16"/],
    ['an unknown charset of JSON', '{"a":1}', 'application/json; charset=none', 415, /charset "none"/],
    ['an unknown _charset_', '_charset_=none&name=%FC', FORM, 400, /charset "none"/, '_charset_'],
    [
      'an unknown charset of a part',
      multipart({ name: 'a', value: 'x', type: 'text/plain; charset=none' }),
      MULTIPART,
      415,
      /charset "none"/,
    ],
    ['other bytes', 'name=%FF%FF', `${FORM}; charset=shift_jis`, 400, /not valid shift_jis/],
    [
      'other bytes in multipart',
      multipart({ name: 'a', value: '\xff\xff' }),
      `${MULTIPART}; charset=shift_jis`,
      400,
      /not valid shift_jis/,
    ],
    [
      'other bytes in JSON',
      latin1('{"a":"\xff\xff"}'),
      'application/json; charset=shift_jis',
      400,
      /not valid shift_jis/,
    ],
    ['JSON that is not UTF-8', latin1('{"a":"\xfc"}'), 'application/json', 400, /not UTF-8/],
  ]
  for (const [name, body, type, status, message, field] of cases) {
    const answer = await send(service, endpoint, body, type)
    assert.equal(answer.status, status, `${name}: ${answer.text}`)
    assert.match(String(answer.json.message), message, name)
    assert.equal(answer.json.field, field, name)
    const rehearsed = await send(
      service,
      { ...endpoint, endpoint_url: `${endpoint.endpoint_url}?dry_run=1` },
      body,
      type,
    )
    assert.deepEqual([rehearsed.status, rehearsed.json.message], [status, answer.json.message], name)
  }
  assert.equal(await newestFields(service), undefined)
})

test('refuses JSON that was sent as a form, in a dry run too, and says how to send it', async () => {
  await using service = await startService({ env: { ...WITHOUT_RATE, FORMSLOT_CREATE_SPACING_MS: '0' } })
  const endpoint = await service.createEndpoint()
  const long = JSON.stringify({ message: 'x'.repeat(60_000), more: 'y=z&'.repeat(10_000) })
  const bodies = [
    '{"message":"hello"}',
    ' \r\n{"a":"b&c=d"}\n',
    '[{"a":1}]',
    long,
    '{"message": "a comma too many",}',
    "'{message:hello}'",
    '\xef\xbb\xbf{"a":1}',
    // curl --data-urlencode, and clients that encode the JSON text as the name of a field.
    '%7B%22a%22%3A1%7D',
    '%7b%22a+b%22%3a%221%26%3D%22%7d=',
    '{"a":1}=',
  ]
  for (const body of bodies) {
    for (const query of ['', '?dry_run=1']) {
      const answer = await send(service, { ...endpoint, endpoint_url: endpoint.endpoint_url + query }, body)
      assert.deepEqual([answer.status, answer.json.code], [400, 'body_unparsable'], body.slice(0, 40))
      assert.match(String(answer.json.message), /was sent as a form.*Content-Type: application\/json/)
    }
  }
  assert.equal(await newestFields(service), undefined)
  for (const query of ['', '?dry_run=1']) {
    for (const path of ['/new', '/t/new', '/q/new']) {
      const answer = await service.post(`${path}${query}`, {
        body: JSON.stringify({ recipient: ADA }),
        headers: { 'content-type': FORM },
      })
      assert.deepEqual([answer.status, answer.json.code], [400, 'body_unparsable'], path)
      assert.match(String(answer.json.message), /was sent as a form/)
    }
  }
  // Inputs without a value, whose names are no JSON.
  for (const body of ['%7B%7Bname%7D%7D=', '%7B%ZZ%7D', '{x'])
    assert.equal((await send(service, endpoint, body)).json.code, 'fields_blank', body)
  // Forms about JSON, as browsers send them.
  for (const body of ['%7B%22a%22%3A1%7D=x', '%7B%22a%22%3A1%7D=&b=2', 'json={"a":1}', '[]=x&[]=y']) {
    assert.equal((await send(service, endpoint, body)).status, 200, body)
  }
})

test('stores events and messages of other charsets as they were typed', async () => {
  await using service = await startService({ env: WITHOUT_RATE })
  const made = await service.post('/t/new', { form: { recipient: ADA } })
  service.pass({ seconds: 2 })
  const sendEvent = (body: Buffer, type: string) =>
    service.post(String(made.json.telemetry_url), {
      body: new Uint8Array(body),
      headers: { 'content-type': type },
    })
  for (const [body, type] of [
    [latin1('name=Gr%FC%DFe'), FORM],
    [latin1('{"name":"Grüße"}'), 'text/plain'],
    [latin1('{"name":"Grüße"}\n'), 'application/x-ndjson'],
  ] as const) {
    assert.equal((await sendEvent(body, type)).status, 202, type)
  }
  const listed = await service.get(`${made.json.telemetry_url}/events`, {
    authorization: `Bearer ${made.json.read_key}`,
  })
  assert.deepEqual(
    Object(listed.json).data.map(({ name }: { name: string }) => name),
    ['Grüße', 'Grüße', 'Grüße'],
  )

  const queue = await createQueue(service)
  for (const [body, type] of [
    [latin1('name=Gr%FC%DFe'), FORM],
    [latin1('"Grüße"'), 'application/json; charset=iso-8859-1'],
    [latin1('Grüße'), 'text/plain; charset=windows-1252'],
  ] as const) {
    const sent = await service.post(`/q/${queue.id}`, {
      body: new Uint8Array(body),
      headers: { ...queue.headers, 'content-type': type },
    })
    assert.equal(sent.status, 201, sent.text)
  }
  const bodies = (await queue.pulled({ batch_size: 10 })).map(({ body }) => body)
  assert.deepEqual(bodies, [{ name: 'Grüße' }, 'Grüße', 'Grüße'])
})
