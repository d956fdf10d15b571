import { furnishQueues } from './furnished-queues.ts'
import { furnishTelemetry } from './furnished-telemetry.ts'
import type { Owner } from './owner.ts'
import type { TestService } from './service.ts'

const HOURS_BETWEEN = 7

const MESSAGES: readonly Record<string, string>[] = [
  {
    name: 'Jane Miller',
    email: 'jane@acme.org',
    message:
      'Hello,\n\nI saw your workshop and would like to know when the next one is, and whether beginners are welcome.\n\nBest wishes\nJane',
  },
  { name: 'Tomás Ortega', email: 'tomas@ortega.es', message: '¿Hacéis envíos a Canarias?', order: '48-2291' },
  { email: 'ops@northwind.io', subject: 'Invoice 2026-118', message: 'Please find the open items below.' },
  { name: '山田 花子', email: 'hanako@yamada.jp', message: '来週の予約をお願いします。' },
  { name: 'Bob <b>Tables</b>', email: 'bob@tables.dev', message: "Robert'); <script>alert(1)</script>" },
  { name: 'Priya', email: 'priya@lumen.in', message: 'Loved it. Could you send the slides?' },
]

/**
 * Gives the owner an endpoint in use, one that waits, one that is retired, and a key.
 *
 * @returns every screen of the dashboard by name, with its address
 */
export async function furnish(service: TestService, ada: Owner): Promise<Record<string, string>> {
  const contact = ada.endpoint.form_id
  // While the sign-in is fresh.
  const waiting = String((await ada.post('/endpoints', { name: 'Workshop registration' })).json.id)
  const old = String((await ada.post('/endpoints', { name: 'Spring survey' })).json.id)
  const key = await ada.post('/keys', { name: 'Backup script', scopes: ['read'] })
  if (key.status !== 201) throw new Error(`no key was made: ${key.text}`)
  const telemetry = await furnishTelemetry(service, ada)
  const queues = await furnishQueues(service, ada)
  await ada.post(`/endpoints/${old}/retire`)
  await ada.patch(`/endpoints/${contact}`, { name: 'Contact, lovelace.dev' })
  for (const [index, message] of [...MESSAGES, ...MESSAGES, ...MESSAGES].entries()) {
    await service.submit(ada.endpoint, message)
    if (index % 3 !== 0) service.pass({ hours: HOURS_BETWEEN })
  }
  await service.submit(ada.endpoint, { name: 'Bot', message: 'Cheap pills', _gotcha: 'yes' })
  await telemetry.use()
  await queues.use()
  await service.deliver()
  const newest = Object((await ada.get(`/submissions?endpoint=${contact}&limit=1`)).json.data)[0]
  return {
    inbox: '/app/inbox',
    'inbox-spam': '/app/inbox?folder=spam',
    'inbox-of-one': `/app/inbox?endpoint=${contact}`,
    'inbox-first': `/app/inbox?endpoint=${waiting}`,
    'inbox-archive': '/app/inbox?folder=archive',
    'inbox-nothing-found': '/app/inbox?q=zebra',
    submission: `/app/inbox/${newest.id}`,
    endpoints: '/app/endpoints',
    endpoint: `/app/endpoints/${contact}`,
    'endpoint-first': `/app/endpoints/${waiting}`,
    'endpoint-snippets': `/app/endpoints/${contact}?view=snippets`,
    'endpoint-settings': `/app/endpoints/${contact}?view=settings`,
    'endpoint-emails': `/app/endpoints/${contact}?view=emails`,
    'endpoint-retire': `/app/endpoints/${contact}?view=danger`,
    'endpoint-retired': `/app/endpoints/${old}?view=danger`,
    ...telemetry.screens,
    ...queues.screens,
    usage: '/app/usage',
    keys: '/app/keys',
    sessions: '/app/sessions',
    account: '/app/account',
  }
}
