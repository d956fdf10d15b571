import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readKey } from 'openpgp'
import { listDirectoryUrls } from '../../src/delivery/encryption/look-up-key.ts'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startKeyDirectory } from '../support/openpgp/directory.ts'
import { linkIn, makeKey, useKey } from '../support/openpgp/key.ts'
import { ADA, startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

test('an owner pastes a key, confirms it with the link in the encrypted email, and removes it', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.clock.setFixedTime(service.now())
  const key = await makeKey(service)
  await page.screen('/settings/encryption')
  await checkAppearances(page, 'encryption, without a key', BOTH_THEMES)

  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/email-key')) posts += 1
  })
  const field = page.getByLabel('OpenPGP public key')
  const add = page.getByRole('button', { name: 'Add the key' })
  await field.fill(key.privateKey)
  await page.getByText('This is a private key. It was not sent.').waitFor()
  assert.ok(await add.isDisabled())
  assert.equal(posts, 0, 'a private key does not leave the page')
  await field.fill('hello')
  await add.click()
  await page.getByText('This is not an OpenPGP public key.').waitFor()
  await field.fill(key.publicKey)
  await add.click()
  await page.getByRole('heading', { name: 'Awaiting confirmation' }).waitFor()
  assert.equal(await field.inputValue(), '')
  const shown = key.fingerprint.match(/.{4}/g)?.join(' ') ?? ''
  await page.getByText(shown).waitFor()
  await checkAppearances(page, 'encryption, a key to be confirmed', BOTH_THEMES)

  await page.goto(await linkIn(service, key))
  await page.getByText(shown).waitFor()
  await checkAppearances(page, 'page that confirms a key', BOTH_THEMES)
  await page.getByRole('button', { name: 'Encrypt my emails' }).click()
  await page.getByRole('heading', { name: 'Your emails are encrypted from now on' }).waitFor()

  await page.screen('/settings/encryption')
  await page.getByText('In use', { exact: true }).waitFor()
  await checkAppearances(page, 'encryption, a key in use', BOTH_THEMES)
  const only = page.getByRole('switch', { name: 'Send content only in encrypted emails' })
  assert.ok(await only.isChecked())
  const changed = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await only.click()
  assert.equal((await changed).status(), 200)
  await page.getByRole('button', { name: 'Remove the key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Key removed').waitFor()
  await page.getByRole('heading', { name: 'Add your key' }).waitFor()
  assert.deepEqual(await service.sql('select key from email_keys'), [])
})

test('an owner looks up a key, sees its fingerprint, and uses it', {
  skip: withoutBrowser,
}, async () => {
  const answers = new Map<string, Buffer>()
  await using directory = await startKeyDirectory(['lovelace.dev'], answers)
  await using service = await startService({ env: { FORMSLOT_EGRESS_PROXY: directory.proxy } })
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.clock.setFixedTime(service.now())
  await page.screen('/settings/encryption')
  await page.getByRole('button', { name: 'Look it up' }).click()
  await page.getByText('No key was found. Paste your public key instead.').waitFor()
  const key = await makeKey(service)
  const [, direct = ''] = listDirectoryUrls(ADA).map((url) => url.slice('https://'.length).split('?')[0])
  answers.set(direct, Buffer.from((await readKey({ armoredKey: key.publicKey })).write()))
  await page.getByRole('button', { name: 'Look it up' }).click()
  await page.getByText(key.fingerprint.match(/.{4}/g)?.join(' ') ?? '').waitFor()
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByRole('heading', { name: 'Awaiting confirmation' }).waitFor()
})

test('a form stores submissions encrypted, and the screens say why they show no content', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.clock.setFixedTime(service.now())
  const form = `/forms/${ada.endpoint.form_id}/settings/encryption`
  await page.screen(form)
  const store = page.getByRole('switch', { name: 'Store submissions encrypted' })
  await page.getByRole('link', { name: 'Add your key' }).waitFor()
  assert.ok(await store.isDisabled())
  const key = await makeKey(service)
  await useKey(service, ada, key)
  await page.screen(form)
  await store.click()
  const changed = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByRole('region', { name: 'Encrypted storage' }).getByRole('button', { name: 'Save' }).click()
  assert.equal((await changed).status(), 200)
  await checkAppearances(page, 'settings of a form that stores encrypted', BOTH_THEMES)
  await service.submit(ada.endpoint, { name: 'Bo', message: 'canary' })
  await page.screen('/inbox')
  await page.getByText('Encrypted message', { exact: true }).first().click()
  await page.getByText('That’s why there is no preview').waitFor()
  await page.getByText('-----BEGIN PGP MESSAGE-----').first().waitFor()
  await checkAppearances(page, 'an encrypted message', BOTH_THEMES)
  assert.doesNotMatch((await page.textContent('body')) ?? '', /canary/)
})
