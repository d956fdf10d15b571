import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGuide } from '../support/docs/guide.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

type Answer = Record<string, unknown>

test('the commands of the telemetry page work', async () => {
  await using service = await startService()
  const guide = await openGuide('telemetry.md', service.base)
  const { env } = guide
  const answers: Answer[] = []
  const commands = guide.commands()
  assert.equal(commands.length, 15)
  for (const command of commands) {
    // The stream is endless: one second of it is read.
    if (command.includes('/stream')) {
      const told = await guide.shell(`timeout 1 ${command} --include || true`)
      assert.match(told, /^HTTP\/1\.1 200 [\s\S]*content-type: text\/event-stream/, command)
      continue
    }
    service.pass({ seconds: 2 })
    if (command.includes('$ACCOUNT_KEY')) await becomeOwner()
    const answer = JSON.parse(await guide.shell(command))
    assert.equal(answer.error, undefined, command)
    env.TELEMETRY_URL ??= answer.telemetry_url
    env.READ_KEY ??= answer.read_key
    answers.push(answer)
  }
  const [, one, two, form, lines, tried, events, found, stats, props, values, status, annotation, job] =
    answers
  assert.deepEqual(
    [one, two, form, lines].map((answer) => answer?.accepted),
    [1, 2, 1, 2],
  )
  assert.deepEqual([tried?.dry_run, tried?.would_accept], [true, 1])
  assert.deepEqual(
    [events, found, props, values].map((answer) => getList(answer).length),
    [2, 1, 1, 1],
  )
  assert.equal(
    getList(stats).reduce((sum, { count }) => sum + count, 0),
    6,
  )
  assert.equal(status?.active, true)
  assert.equal(annotation?.text, 'deployed 1.4')
  assert.equal(job?.expect_every, '1h')

  /** An owner with an endpoint of their own. */
  async function becomeOwner(): Promise<void> {
    const ada = await signIn(service)
    env.TELEMETRY_ID = String((await ada.post('/telemetry')).json.id)
    env.ACCOUNT_KEY = String((await ada.post('/keys', { name: 'deploy', scopes: ['write'] })).json.key)
  }
})

/** Settings of a client as the page gives them. */
function getSettings(text: string, client: string): string {
  const row = text.split('\n').find((line) => line.startsWith(`| ${client}`))
  assert.ok(row, client)
  return row.split('|')[2] ?? ''
}

test('the telemetry page configures other clients correctly', async () => {
  await using service = await startService({ now: new Date() })
  const guide = await openGuide('telemetry.md', service.base)
  const made = (await service.post('/t/new', { form: { recipient: 'jane@acme.org' } })).json
  const url = String(made.telemetry_url)
  const named = async () => {
    const bearer = { authorization: `Bearer ${made.read_key}` }
    const listed = await service.get(`${url}/events`, bearer)
    return getList(listed.json).map(({ name }) => name)
  }

  const variables = getSettings(guide.text, 'OpenTelemetry').matchAll(/(OTEL_\w+)=([^`]+)`/g)
  const set = [...variables].map(([, name = '', value = '']) => [name, value.replace('TELEMETRY_URL', url)])
  assert.equal(set.length, 2)
  await guide.script(OTEL, Object.fromEntries(set))
  assert.deepEqual(await named(), ['from-otel'])

  const host = /hostUrl: '([^']+)'/.exec(getSettings(guide.text, '`@umami/node`'))?.[1] ?? ''
  await guide.script(UMAMI, { HOST: host.replace('TELEMETRY_URL', url) })
  assert.deepEqual(await named(), ['from-umami', 'from-otel'])
})

const OTEL = `import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
const provider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: new OTLPLogExporter() })] })
provider.getLogger('shop').emit({ eventName: 'from-otel' })
await provider.forceFlush()
await provider.shutdown()
`
const UMAMI = `import { Umami } from '@umami/node'
const umami = new Umami({ websiteId: 'any', hostUrl: process.env.HOST })
await umami.track('from-umami')
`

function getList(answer: unknown): { name: string; count: number }[] {
  return Object(answer).data ?? []
}
