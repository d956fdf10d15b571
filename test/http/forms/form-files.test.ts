import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCommandLine } from '../../support/client/command-line.ts'
import { createTools } from '../../support/fixtures/mcp.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

const MEBIBYTE = 1024 * 1024
const FILES = { on: true, accept: ['pdf', 'jpg'], max_files: 2, max_bytes: 1.5 * MEBIBYTE }
const INPUT =
  'accept=".jpg,.jpeg,.jfif,.pdf" data-max-files="2" data-max-bytes="1572864" data-max-total-bytes="10485760"'

async function openForm(files: object) {
  const service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const answer = await ada.patch(place, { files })
  assert.equal(answer.status, 200, answer.text)
  return {
    ada,
    service,
    place,
    url: ada.endpoint.endpoint_url,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

test('a form tells everybody which files it takes, and nothing where it takes none', async () => {
  await using opened = await openForm(FILES)
  const { ada, service, place, url } = opened
  const facts = {
    accept: ['.jpg', '.jpeg', '.jfif', '.pdf'],
    max_files: 2,
    max_bytes: 1.5 * MEBIBYTE,
    max_total_bytes: 10 * MEBIBYTE,
  }
  assert.deepEqual((await service.get(url)).json.files, facts)
  assert.deepEqual((await service.get(`${url}/status`)).json.files, facts)
  await ada.patch(place, { files: { on: false } })
  assert.ok(!('files' in (await service.get(url)).json))
  const unclaimed = await service.createEndpoint(BO)
  assert.ok(!('files' in (await service.get(unclaimed.endpoint_url)).json))
  await ada.patch(place, { files: { on: true } })
  await ada.post(`${place}/retire`)
  assert.ok(!('files' in (await service.get(`${url}/status`)).json))
})

test('the page of a form says which files it takes in the language of the reader, with an input for them', async () => {
  await using opened = await openForm(FILES)
  const { ada, service, place, url } = opened
  const read = async (language: string) =>
    (await service.get(url, { accept: 'text/html', 'accept-language': language })).text.replaceAll(
      /<\/?wbr>/g,
      '',
    )
  const unquote = (text: string) =>
    text.replaceAll('&#34;', '"').replaceAll('&quot;', '"').replaceAll(/\s+/g, ' ')
  const english = unquote(await read('en'))
  assert.match(english, /at most 2, 1\.5 MiB each and 10 MiB together\. Kinds: jpg, jpeg, jfif, pdf\./)
  assert.ok(english.includes(`name="attachment" multiple ${INPUT}`), english)
  assert.match(english, /enctype="multipart\/form-data"/)
  assert.match(unquote(await read('de')), /höchstens 2, je 1,5 MiB und zusammen 10 MiB/)
  await ada.patch(place, { files: { max_files: 1 } })
  assert.doesNotMatch(unquote(await read('en')), /multiple/)
  await ada.patch(place, { files: { on: false } })
  assert.doesNotMatch(unquote(await read('en')), /attachment|enctype|at most/)
})

test('agents and the command line get the input for files', async () => {
  await using opened = await openForm(FILES)
  const { ada, service, url } = opened
  const markdown = (await service.get(url, { accept: 'text/markdown' })).text
  assert.match(markdown, /takes files: at most 2 of up to 1572864 bytes each and 10485760 together/)
  assert.match(markdown.replaceAll(/\s+/g, ' '), new RegExp(INPUT))
  const snippet = await createTools(service).get('form_snippet', { form_id: ada.endpoint.form_id })
  assert.ok(String(snippet.code).includes(INPUT))
  await using cli = await openCommandLine({ base: service.base })
  const { out } = await cli.run('snippet', url)
  assert.ok(out.includes(INPUT), out)
})
