import type { Page } from 'playwright-core'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const NEVER = { email: null, stopped_at: null, disabled_at: null, disabled_because: null }
const WEB = { ...NEVER, confirmed: true, state: 'active', events: ['submission.created'] }
const DESTINATIONS = [
  {
    ...NEVER,
    id: 'dst_1',
    kind: 'email',
    to: 'office@lovelace.dev',
    email: 'office@lovelace.dev',
    events: null,
    confirmed: true,
    state: 'confirmed',
    url: null,
  },
  { ...WEB, id: 'dst_2', kind: 'webhook', to: 'https://api.lovelace.dev/…' },
  { ...WEB, id: 'dst_3', kind: 'slack', to: 'https://hooks.slack.com/…' },
  {
    ...WEB,
    id: 'dst_4',
    kind: 'discord',
    to: 'https://discord.com/…',
    confirmed: false,
    state: 'disabled',
    disabled_at: ago(50),
    disabled_because: 'gone',
  },
  { ...WEB, id: 'dst_5', kind: 'ntfy', to: 'https://ntfy.sh/…', confirmed: false, state: 'untested' },
].map((one) => ({ url: 'https://api.lovelace.dev/hooks/contact', added_at: ago(900), ...one }))

const attempt = (at: number, outcome: string, answer: string) => {
  const started_at = ago(at)
  const ended_at = new Date(Date.parse(started_at) + 84).toISOString()
  return { started_at, ended_at, outcome, answer }
}
const DELIVERY = { to: 'https://api.lovelace.dev/…', due_at: null, event: 'submission.created' }
const DELIVERIES = [
  {
    ...DELIVERY,
    id: 'del_2',
    state: 'sent',
    created_at: ago(3),
    submission_id: 'sub_2',
    attempts: [
      attempt(3, 'deferred', '503 The database is being migrated.'),
      attempt(2.9, 'accepted', '200 {"ok":true}'),
    ],
  },
  {
    ...DELIVERY,
    id: 'del_1',
    state: 'sent',
    created_at: ago(26),
    submission_id: 'sub_1',
    attempts: [attempt(26, 'accepted', '200 {"ok":true}')],
  },
]
const TEST = {
  reached: false,
  result: '500 no such table: hooks',
  ms: 84,
  request: {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'dlv_test_2q9x4m7p0c8k3z5r',
      'webhook-timestamp': '1795750806',
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
    body: '{"type":"webhook.test","timestamp":"2026-11-27T03:40:06.939Z","data":{"destination_id":"dst_2"}}',
  },
  answer: { status: 500, text: 'no such table: hooks' },
}

/** Shows the open settings of a form as if it delivered to all kinds of places. */
export async function showDestinations(page: Page): Promise<void> {
  const answers: [RegExp, unknown][] = [
    [/\/destinations$/, { data: DESTINATIONS }],
    [/\/destinations\/\w+\/deliveries$/, { data: DELIVERIES, more: false }],
    [/\/destinations\/\w+\/test$/, TEST],
  ]
  for (const [address, json] of answers) await page.route(address, (route) => route.fulfill({ json }))
  await page.route('**/api/v1/me', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, plan: { ...answer.plan, destinations: 10 } } })
  })
  await page.reload()
  await page.getByText('hooks.slack.com').waitFor()
  const section = page.getByRole('region', { name: 'Where submissions go' })
  await section.evaluate((element) => element.scrollIntoView())
}

/** Opens the menu of the webhook and chooses from it. */
export async function chooseOfWebhook(page: Page, item: string): Promise<void> {
  await showDestinations(page)
  await page.getByRole('button', { name: /^More for Webhook/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
}
