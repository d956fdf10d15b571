import type { Locator, Page } from 'playwright-core'
import { chooseOfWebhook, showDestinations } from './destination-scenes.ts'
import { showFileSettings, showFiles, viewPicture } from './file-scenes.ts'

/** A state of a screen that needs interaction: its start URL and the steps. */
type Scene = { at: string; act: (page: Page) => Promise<unknown> }

/** Places of rows that scenes delete; the newest submission is in scenes of its own. */
const DELETED = [4, 6]

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Menus, dialogs and transient states by name, with the URLs of their screens. */
export function dashboardScenes(screens: Record<string, string>): Record<string, Scene> {
  const at = (name: string) => screens[name] ?? ''
  const none = { data: [], next_cursor: null }
  return {
    'inbox-selected': { at: at('inbox'), act: (page) => selectSome(page) },
    'inbox-filters': {
      at: at('inbox'),
      act: (page) => reveal(page, page.getByRole('button', { name: 'Filters', exact: true })),
    },
    'inbox-hints': { at: at('inbox'), act: (page) => reveal(page, page.getByRole('searchbox')) },
    'inbox-export': { at: at('inbox'), act: (page) => reveal(page, button(page, 'Export')) },
    palette: {
      at: at('inbox'),
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('option', { name: 'Inbox' }).waitFor()
      },
    },
    'palette-found': {
      at: at('inbox'),
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search or jump to' }).fill('con')
        await page
          .getByRole('option', { name: /^Contact/ })
          .first()
          .waitFor()
      },
    },
    'inbox-focus': {
      at: at('inbox'),
      act: async (page) => {
        await page.keyboard.press('j')
        await page.keyboard.press('j')
      },
    },
    'inbox-delete': {
      at: at('inbox'),
      act: async (page) => {
        await selectSome(page, DELETED)
        await button(page, 'Delete').first().click()
        await page.getByRole('link', { name: 'Trash' }).click()
        await page.getByRole('listitem').first().getByRole('checkbox').click()
        await button(page, 'Delete forever').first().click()
      },
    },
    'inbox-picker': { at: at('inbox'), act: (page) => chooseForm(page) },
    'inbox-found-anywhere': {
      at: '/app/inbox?q=workshop&folder=all',
      act: (page) => page.getByRole('listitem').first().waitFor(),
    },
    'inbox-trash': { at: at('inbox'), act: (page) => openTrash(page) },
    'inbox-emails-kept': {
      at: at('inbox'),
      act: async (page) => {
        await page.route('**/api/v1/me', async (route) => {
          const answer = await route.fetch()
          await route.fulfill({ json: { ...(await answer.json()), emails_kept: true } })
        })
        await page.reload()
        await page.getByRole('complementary', { name: 'Emails are not sent' }).waitFor()
      },
    },
    'inbox-no-endpoint': {
      at: at('inbox'),
      act: async (page) => {
        await page.route(/\/api\/v1\/(endpoints|submissions)\b/, (route) => route.fulfill({ json: none }))
        await page.reload()
        await page.getByRole('heading', { name: 'Your first form' }).waitFor()
      },
    },
    'inbox-offline': { at: at('inbox'), act: (page) => page.context().setOffline(true) },
    'telemetry-watches-new': { at: at('telemetry-first'), act: openNewWatch },
    'telemetry-watches-edit': {
      at: at('telemetry-watches'),
      act: (page) => button(page, 'Edit “More than 20 events in 1 hour”').click(),
    },
    'telemetry-watches-none': {
      at: `${at('telemetry-first')}?view=watches`,
      act: (page) => page.getByRole('heading', { name: 'No watches' }).waitFor(),
    },
    'account-learned': { at: at('account'), act: showLearned },
    'account-forget': {
      at: at('account'),
      act: async (page) => {
        await showLearned(page)
        await button(page, 'Forget what was learned').click()
      },
    },
    'account-offline': {
      at: at('inbox'),
      act: async (page) => {
        await page.route('**/assets/account-*.js', (route) => route.abort())
        await page.reload()
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.context().setOffline(true)
        await page.keyboard.press('g')
        await page.keyboard.press('a')
        await page.getByRole('heading', { name: 'This page isn’t available offline' }).waitFor()
      },
    },
    'endpoints-new': { at: at('endpoints'), act: (page) => button(page, 'New form').click() },
    'endpoint-table': { at: at('endpoint'), act: (page) => page.getByText('As a table').click() },
    'endpoint-retire-asked': {
      at: at('endpoint-retire'),
      act: (page) => button(page, 'Retire the form').click(),
    },
    'endpoint-spam-challenge': {
      at: at('endpoint-spam'),
      act: async (page) => {
        await page.getByRole('radio', { name: 'Required' }).check()
        await page.getByRole('group', { name: 'Proof of work' }).scrollIntoViewIfNeeded()
      },
    },
    'endpoint-spam-refused': {
      at: at('endpoint-spam'),
      act: async (page) => {
        const add = button(page, 'Add: Block list')
        if (await add.isVisible()) await add.click()
        await page.getByLabel('Block list').fill('casino\nhttps://example.net/offer\nseo')
        await page.getByRole('region', { name: 'Spam' }).getByRole('button', { name: 'Save' }).click()
        await page.getByText('This is a URL').waitFor()
      },
    },
    'endpoint-files-usual': {
      at: at('endpoint-files'),
      act: (page) => showFileSettings(page, 'Usual files'),
    },
    'endpoint-files-chosen': {
      at: at('endpoint-files'),
      act: (page) => showFileSettings(page, 'Only some'),
    },
    'endpoint-destinations': { at: at('endpoint-delivery'), act: showDestinations },
    'endpoint-destination-new': {
      at: at('endpoint-delivery'),
      act: async (page) => {
        await showDestinations(page)
        await button(page, 'Add a destination').click()
        await page.getByRole('radio', { name: 'Slack' }).check()
      },
    },
    'endpoint-destination-tested': {
      at: at('endpoint-delivery'),
      act: async (page) => {
        await showDestinations(page)
        await button(page, /^Send a test to Webhook/).click()
        await page.getByText('Answered 500').waitFor()
      },
    },
    'endpoint-destination-events': {
      at: at('endpoint-delivery'),
      act: (page) => chooseOfWebhook(page, 'Address and events'),
    },
    'endpoint-destination-deliveries': {
      at: at('endpoint-delivery'),
      act: async (page) => {
        await chooseOfWebhook(page, 'Deliveries')
        await page.getByText('2 attempts').click()
      },
    },
    'submission-unjudged': {
      at: at('submission'),
      act: async (page) => {
        await changeSubmission(page, { unjudged: true })
        await page.getByText(/The spam filters didn.t answer/).waitFor()
      },
    },
    'submission-answered': {
      at: at('submission'),
      act: async (page) => {
        const text = 'Hello Priya,\n\nthe slides are at https://lovelace.dev/slides.\n\nAda'
        await changeSubmission(page, { answer: { text, answered_at: new Date().toISOString() } })
        await page.getByText('the slides are at').waitFor()
      },
    },
    'submission-files': { at: at('submission'), act: showFiles },
    'submission-files-view': { at: at('submission'), act: viewPicture },
    'submission-sender': {
      at: at('submission-spam'),
      act: (page) => reveal(page, button(page, 'More')),
    },
    'sessions-end': {
      at: at('sessions'),
      act: (page) =>
        button(page, /^Sign out( everywhere)?$/)
          .first()
          .click(),
    },
    'keys-new': { at: at('keys'), act: (page) => button(page, 'New key').click() },
    'queues-new': { at: at('queues'), act: (page) => button(page, 'New queue').click() },
    'queue-publish': { at: at('queue'), act: (page) => button(page, 'Publish a message').click() },
    'queue-table': { at: at('queue'), act: (page) => page.getByText('As a table').click() },
    'queue-message': {
      at: at('queue-dead'),
      act: (page) => page.getByRole('list', { name: 'Dead messages' }).getByRole('button').first().click(),
    },
    'queue-purge-asked': { at: at('queue-dead'), act: (page) => button(page, 'Delete all').click() },
    'queue-worker': {
      at: at('queue-snippets'),
      act: async (page) => {
        const chosen = button(page, 'fetch: worker')
        if (await chosen.isVisible()) return chosen.click()
        await page.getByRole('combobox', { name: 'Task' }).click()
        return page.getByRole('option', { name: 'fetch: worker' }).click()
      },
    },
    'queue-new-key': { at: at('queue-keys'), act: (page) => button(page, 'New key').click() },
    'queue-offline': { at: at('queue'), act: (page) => page.context().setOffline(true) },
    'telemetry-new': { at: at('telemetry'), act: (page) => button(page, 'New endpoint').click() },
    'telemetry-shown-key': {
      at: at('telemetry-keys'),
      act: async (page) => {
        // The sign-in is no longer fresh: the answer is one from the time when it was.
        const made = {
          id: 'key_1',
          name: 'Nightly report',
          hint: 'tk_7Qm2…',
          created_at: '',
          last_used_at: null,
        }
        await page.route('**/keys', (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({ status: 201, json: { ...made, key: `tk_${'7Qm2Xk9B'.repeat(5)}` } })
            : route.fallback(),
        )
        await button(page, 'New key').click()
        await page.getByLabel('Name').fill('Nightly report')
        await button(page, 'Create key').click()
        await page.getByLabel('Nightly report').waitFor()
      },
    },
    'telemetry-table': {
      at: at('telemetry-week'),
      act: (page) => page.getByText('As a table').first().click(),
    },
    'telemetry-tail': {
      at: at('telemetry-live'),
      act: async (page) => {
        await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
        await button(page, 'Send a test event').click()
        await page.getByRole('list', { name: 'Live events' }).waitFor()
      },
    },
    'telemetry-event': {
      at: at('telemetry-events'),
      act: async (page) => {
        await page.getByRole('list', { name: 'Events', exact: true }).getByRole('button').nth(1).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    shortcuts: {
      at: at('inbox'),
      act: async (page) => {
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
      },
    },
    'submission-delivery': {
      at: at('submission'),
      act: async (page) => {
        await page.getByRole('tab', { name: 'Delivery' }).click()
        await button(page, /^Send/).waitFor()
      },
    },
    'submission-raw': {
      at: at('submission'),
      act: (page) => page.getByRole('tab', { name: 'Raw' }).click(),
    },
    'submission-spam': {
      at: at('inbox-spam'),
      act: async (page) => {
        await page.getByRole('listitem').first().getByRole('link').click()
        await page.getByRole('heading', { level: 2 }).waitFor()
      },
    },
    'submission-undo': {
      at: at('submission'),
      act: async (page) => {
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        await page.keyboard.press('U')
        await button(page, 'Undo').waitFor()
      },
    },
  }
}

/** Clicks a control above the list, which phones show on request. */
async function reveal(page: Page, control: Locator): Promise<void> {
  if (!(await control.isVisible())) await button(page, 'Search and filters').click()
  await control.click()
}

async function chooseForm(page: Page): Promise<void> {
  await reveal(page, button(page, /^Form: /))
  await page.getByRole('option').first().waitFor()
}

/** Deletes a submission and opens it in the trash. */
async function openTrash(page: Page): Promise<void> {
  await selectSome(page, DELETED)
  await button(page, 'Delete').first().click()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByText('Deleted for good after').waitFor()
  await page.getByRole('listitem').first().getByRole('link').click()
  await page.getByText('Deleted for good on').waitFor()
}

async function selectSome(page: Page, places: readonly number[] = [0, 2]): Promise<void> {
  for (const place of places) await page.getByRole('listitem').nth(place).getByRole('checkbox').click()
}

/** Shows the account screen of an owner who has taught the spam filter. */
async function showLearned(page: Page): Promise<void> {
  await page.route('**/api/v1/account', async (route) => {
    const answer = await route.fetch()
    const learned = { spam: 23, real: 41, words: 1840 }
    await route.fulfill({ json: { ...(await answer.json()), learned } })
  })
  await page.reload()
  await button(page, 'Forget what was learned').scrollIntoViewIfNeeded()
}

/** Shows the open submission as if it had these properties. */
async function changeSubmission(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.route(/\/api\/v1\/submissions\/[^/?]+(?:\?.*)?$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), ...change } })
  })
  await page.reload()
}

async function openNewWatch(page: Page): Promise<void> {
  await page.goto(`${page.url()}?view=watches`)
  await button(page, 'New watch').click()
}
