import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_THEMES_AND_SIZES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { type Owner, signIn } from '../support/fixtures/owner.ts'
import { withFree } from '../support/fixtures/quota.ts'
import { startService } from '../support/service/service.ts'

const MEBIBYTE = 1024 ** 2
const OFF = { on: false, accept: [], max_files: null, max_bytes: null, attach: false }

if (!withoutBrowser) await builtDashboard()

test('an owner chooses which files a form takes', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/forms/${ada.endpoint.form_id}/settings/files`)
  const section = page.getByRole('region', { name: 'Files' })
  await section.getByText('Your plan includes 3 files per submission, up to 5 MiB each').waitFor()
  assert.equal(await section.getByLabel('Largest file').count(), 0, 'only the switch while files are off')

  await section.getByRole('switch', { name: 'Accept files' }).click()
  assert.ok(await section.getByRole('radio', { name: 'Usual files' }).isChecked())
  await section.getByRole('radio', { name: 'Only some' }).check()
  const documents = section.getByRole('group', { name: 'Documents' })
  assert.ok(
    await documents.getByRole('checkbox', { name: 'docx' }).isChecked(),
    'it begins with the usual ones',
  )
  assert.ok(!(await documents.getByRole('checkbox', { name: 'docm' }).isChecked()), 'and none with macros')
  for (const name of ['Usual images', 'Usual documents', 'Usual audio', 'Usual video', 'Usual archives'])
    await section.getByRole('checkbox', { name }).click()
  await section.getByLabel('Maximum number of files').fill('30')
  await section.getByLabel('Largest file').fill('huge')
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByText('Choose at least one kind of file.').waitFor()
  await section.getByText('Enter a whole number from 1 to 20.').waitFor()
  await section.getByText('Enter a size, such as 2 MiB or 500 KiB.').waitFor()
  assert.deepEqual(await getFiles(ada), OFF, 'nothing is saved')
  await checkAppearances(page, 'the files section with errors', ALL_THEMES_AND_SIZES)

  await section.getByRole('checkbox', { name: 'Usual images' }).click()
  await section.getByRole('group', { name: 'Images' }).getByRole('checkbox', { name: 'gif' }).click()
  await documents.getByRole('checkbox', { name: 'docm' }).click()
  await section.getByLabel('Maximum number of files').fill('5')
  await section.getByText('Your plan includes fewer: 3.').waitFor()
  await section.getByLabel('Largest file').fill('9 mb')
  await section.getByText('Your plan includes less: 5 MiB.').waitFor()
  await section.getByLabel('Largest file').fill('1,5')
  const input =
    'type="file" name="attachment" multiple accept=".png,.jpg,.jpeg,.jfif,.webp,.avif,.heic,.heif,.docm"'
  await section.getByText('method="post" enctype="multipart/form-data"').waitFor()
  await section.getByText(`${input} data-max-files="3" data-max-bytes="1572864"`).waitFor()
  await section.getByRole('radio', { name: 'As attachments' }).check()
  await section.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const saved = {
    on: true,
    accept: ['png', 'jpg', 'webp', 'avif', 'heic', 'docm'],
    max_files: 5,
    max_bytes: 1.5 * MEBIBYTE,
    attach: true,
  }
  assert.deepEqual(await getFiles(ada), saved)
  assert.equal(await section.getByLabel('Largest file').inputValue(), '1.5 MiB')
  assert.ok(await section.getByRole('button', { name: 'Save' }).isDisabled())

  await page.getByRole('tab', { name: 'Snippets' }).click()
  await page.getByText('name="attachment" multiple accept=".png,').first().waitFor()
  await page.openSection('Files')

  await section.getByRole('switch', { name: 'Accept files' }).click()
  await section.getByRole('button', { name: 'Discard' }).click()
  assert.ok(await section.getByRole('switch', { name: 'Accept files' }).isChecked())
  await section.getByRole('radio', { name: 'Usual files' }).check()
  // Two who edit the same setting do not overwrite each other.
  await page.changeBeforeSaving(() =>
    ada.patch(`/endpoints/${ada.endpoint.form_id}`, { files: { accept: ['pdf'] } }),
  )
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByText('These settings were changed elsewhere').waitFor()
  assert.deepEqual((await getFiles(ada)).accept, ['pdf'])
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
  assert.deepEqual(await getFiles(ada), { ...saved, accept: [] })
})

test('the settings say when a form takes no files: not confirmed, or none in the plan', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.sql(`update endpoints set confirmed_at = null where id = '${ada.endpoint.form_id}'`)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/forms/${ada.endpoint.form_id}/settings/files`)
  const section = page.getByRole('region', { name: 'Files' })
  await section.getByRole('switch', { name: 'Accept files' }).click()
  const note = section.getByText('This form refuses files until you keep it. Saving these settings keeps it.')
  await note.waitFor()
  await section.getByRole('button', { name: 'Save' }).click()
  await note.waitFor({ state: 'detached' })
  assert.deepEqual(await getFiles(ada), { ...OFF, on: true })

  await using without = await startService({
    adjust: (config) => withFree(config, { filesPerSubmission: 0 }),
  })
  const bo = await signIn(without)
  await using other = await openBrowser(without)
  const shown = await openOwnerPage(other, without, { cookie: bo.cookie })
  await shown.screen(`/forms/${bo.endpoint.form_id}/settings/files`)
  const files = shown.getByRole('region', { name: 'Files' })
  await files.getByText('Your plan includes no files.').waitFor()
  assert.ok(await files.getByRole('switch', { name: 'Accept files' }).isDisabled())
})

async function getFiles(ada: Owner) {
  return Object((await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json.settings).files
}

test('the snippets of a form that takes files have an input for them', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const files = { on: true, accept: ['pdf'], max_files: 2 }
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { files })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/forms/${ada.endpoint.form_id}?view=snippets`)
  const limits = 'accept=".pdf" data-max-files="2" data-max-bytes="5242880"'
  await page.getByText(`<input type="file" name="attachment" multiple ${limits}`).first().waitFor()
})
