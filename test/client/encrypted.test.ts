import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { openCommandLine } from '../support/client/command-line.ts'
import { startListening, startReceiver } from '../support/client/listening.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { makeKey, useKey } from '../support/openpgp/key.ts'
import { startService } from '../support/service/service.ts'

const MAIN = path.resolve(import.meta.dirname, '../../client/src/main.ts')

test('inbox and show say what is encrypted, and listen forwards it as a webhook: without content', async () => {
  await using service = await startService()
  await using receiver = await startReceiver()
  const owner = await signIn(service)
  await useKey(service, owner, await makeKey(service))
  const changed = await owner.patch(`/endpoints/${owner.endpoint.form_id}`, { store: 'encrypted' })
  assert.equal(changed.status, 200, changed.text)
  const { key } = (await owner.post('/keys', { name: 'laptop', scopes: ['read'] })).json
  await using cli = await openCommandLine({ base: service.base })
  cli.env.FORMSLOT_KEY = String(key)
  await using listening = await startListening(
    [process.execPath, '--no-warnings', MAIN, 'listen', '--to', receiver.url, '--base', service.base],
    { cwd: cli.project, env: cli.env },
  )
  await listening.ready()
  await service.submit(owner.endpoint, { email: 'jane@acme.org', message: 'quaggaword' })
  await receiver.received(1)
  const [{ body, json } = assert.fail()] = receiver.requests
  const { data } = json
  assert.deepEqual([data.withheld, 'fields' in data, 'files' in data], [true, false, false])
  assert.doesNotMatch(body, /quaggaword/)

  assert.match((await cli.type([], 'inbox', '--limit', '1')).out, /\n {4}Encrypted message\n/)
  const id = String(data.submission_id)
  assert.match((await cli.type([], 'show', id)).out, /Encrypted to your OpenPGP key\./)
  assert.match(String((await cli.run('show', id)).json.ciphertext), /^-----BEGIN PGP MESSAGE-----/)
})
