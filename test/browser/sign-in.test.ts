import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIGN_IN_MINUTES } from '../../src/domain/accounts/sign-in.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { type OwnerPage, openOwnerPage } from '../support/browser/owner-page.ts'
import { claimFor, codeIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

if (!withoutBrowser) await builtDashboard()

test('signing in with two browsers', { skip: withoutBrowser }, async (t) => {
  await using service = await startService()
  await claimFor(service)
  await using browser = await openBrowser(service)
  const requesting = await openOwnerPage(browser, service, { userAgent: CHROME })
  const other = await openOwnerPage(browser, service)
  /** The email address that the browser is signed in with; null when signed out. */
  const getMailbox = async (page: OwnerPage) => {
    const me = await page.request.get(`${service.base}/api/v1/me`)
    return (await me.json()).email ?? null
  }
  const inbox = (page: OwnerPage) => page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()

  await t.test('asks for confirmation when a link is opened in another browser', async () => {
    await ask(requesting, '/inbox')
    await other.goto(await service.linkIn('sign-in'))
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByRole('heading', { name: 'Did you request this?' }).waitFor()
    await other.getByText('Chrome · Linux').waitFor()
    assert.equal(await getMailbox(other), null)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await inbox(other)
    assert.equal(await getMailbox(other), ADA)
    assert.equal(await getMailbox(requesting), null)
  })

  await t.test('accepts a code only in the browser that requested it', async () => {
    const third = await openOwnerPage(browser, service)
    await ask(requesting, '/endpoints')
    const code = await codeIn(service)
    await third.goto(`${service.base}/sign-in`)
    await sendTo(third, 'nobody@lovelace.dev')
    await typeCode(third, code)
    await third.getByRole('alert').getByText('Wrong code').waitFor()
    assert.equal(await getMailbox(third), null)
    await third.context().close()

    await typeCode(requesting, code.toLowerCase())
    await requesting.getByRole('heading', { level: 1, name: 'Forms' }).waitFor()
    assert.equal(await getMailbox(requesting), ADA)
  })

  await t.test('signs out everywhere and returns to the same screen after the next sign-in', async () => {
    await other.screen('/inbox')
    await requesting.screen('/settings/sessions')
    await requesting.getByRole('button', { name: 'Sign out everywhere' }).click()
    await requesting.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await requesting.waitForURL(`${service.base}/sign-in`)
    await other.keyboard.type('gs')
    await other.waitForURL(/\/sign-in\?next=/)
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await other.checkScreen('signing in again')
    assert.equal(await getMailbox(other), null)
    assert.equal(new URL(other.url()).searchParams.get('next'), '/app/settings/sessions')
    await sendTo(other, ADA)
    await typeCode(other, await codeIn(service))
    await other.getByRole('heading', { level: 2, name: 'Sessions' }).waitFor()
  })

  await t.test('accepts a link once', async () => {
    service.pass({ hours: 2 })
    await ask(requesting, '/inbox')
    const link = await service.linkIn('sign-in')
    await requesting.goto(link)
    await requesting.getByRole('button', { name: 'Sign in' }).click()
    await inbox(requesting)
    await requesting.goto(link)
    await requesting.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor()
    await requesting.checkScreen('a used link')
    assert.equal(await getMailbox(requesting), ADA)
  })

  await t.test(`rejects a link and a code that are ${SIGN_IN_MINUTES} minutes old`, async () => {
    const late = await openOwnerPage(browser, service)
    await ask(late, '/inbox')
    const code = await codeIn(service)
    const link = await service.linkIn('sign-in')
    const opened = await openOwnerPage(browser, service)
    await opened.goto(link)
    service.pass({ minutes: SIGN_IN_MINUTES })
    await opened.getByRole('button', { name: 'Sign in' }).click()
    await opened.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor()
    await typeCode(late, code)
    await late.getByRole('alert').getByText('Wrong code').waitFor()
    await late.goto(link)
    await late.getByRole('link', { name: 'Get a new link' }).click()
    await late.waitForURL(`${service.base}/sign-in`)
    assert.equal(await getMailbox(late), null)
  })

  /** Requests a sign-in email for a screen. */
  async function ask(page: OwnerPage, screen: string) {
    await page.goto(`${service.base}/sign-in?next=/app${screen}`)
    await sendTo(page, ADA)
  }

  async function sendTo(page: OwnerPage, mailbox: string) {
    await page.getByLabel('Email address').fill(mailbox)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  }

  async function typeCode(page: OwnerPage, code: string) {
    await page.getByLabel('Code from the email').fill(code)
    await page.keyboard.press('Enter')
  }
})
