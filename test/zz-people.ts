import { openBrowser } from './support/browser/browser.ts'
import { openOwnerPage } from './support/browser/owner-page.ts'
import { inviteMember } from './support/fixtures/member.ts'
import { signIn } from './support/fixtures/owner.ts'
import { startService } from './support/service/service.ts'

await using service = await startService({ env: { FORMSLOT_DEFAULT_PLAN: 'pro' } })
const ada = await signIn(service)
await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: 'Contact' })
await using browser = await openBrowser(service)
const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
await page.screen('/settings/people')
await page.screenshot({ path: '/tmp/p-empty.png' })
await page.getByRole('button', { name: 'Invite' }).click()
await page.getByLabel('Email address').fill('grace@navy.dev')
await page.screenshot({ path: '/tmp/p-invite.png' })
await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
await page.getByText('Invited grace@navy.dev').waitFor()
const grace = await inviteMember(service, ada, {
  email: 'linus@kernel.dev',
  role: 'viewer',
  form_id: ada.endpoint.form_id,
})
await inviteMember(service, ada, { email: 'alan@bletchley.dev', role: 'owner' })
await page.screen('/settings/people')
await page.screenshot({ path: '/tmp/p-list.png' })
const dark = await openOwnerPage(browser, service, {
  cookie: ada.cookie,
  colorScheme: 'dark',
  viewport: { width: 390, height: 844 },
})
await dark.screen('/settings/people')
await dark.screenshot({ path: '/tmp/p-dark.png' })
const member = await openOwnerPage(browser, service, { cookie: grace.cookie })
await member.screen('/inbox')
await member.screenshot({ path: '/tmp/p-member.png' })
await member
  .getByRole('button', { name: /^Your account/ })
  .first()
  .click()
await member.getByText('Your own').waitFor()
await member.screenshot({ path: '/tmp/p-menu.png' })
await member.getByText('Your own').click()
await member.waitForTimeout(2500)
await member.screenshot({ path: '/tmp/p-own.png' })
const answer = await ada.post('/account/members', { email: 'new@person.dev', role: 'editor' })
const link = await service.linkIn('invitation')
const visitor = await openOwnerPage(browser, service, {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
})
await visitor.goto(link)
await visitor.screenshot({ path: '/tmp/p-link.png' })
const wide = await openOwnerPage(browser, service, { locale: 'de' })
await wide.goto(link)
await wide.screenshot({ path: '/tmp/p-link-de.png' })
const html = (await service.emails()).at(-1)?.html ?? ''
await wide.goto('about:blank')
await wide.setContent(html)
await wide.screenshot({ path: '/tmp/p-email.png' })
console.log(answer.status)
process.exit(0)
