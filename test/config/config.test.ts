import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { isContainer } from '../../src/config/container.ts'
import { faultsText } from '../../src/config/faults-text.ts'
import { getSetting, SETTING_NAMES } from '../../src/config/settings.ts'
import { LARGE_MAIL_DOMAINS } from '../../src/domain/outbox/email-ceiling.ts'
import { PLANS } from '../../src/domain/plans/plan.ts'
import { blamed, listFaults, parseConfig } from '../support/service/configuration.ts'

const POSTGRES = { FORMSLOT_DATABASE_URL: 'postgres://pooler.acme.org/formslot' }
const S3 = { FORMSLOT_FILES: 's3://acme', FORMSLOT_S3_KEY: 'AKID', FORMSLOT_S3_SECRET: 'geheim' }
const SMTP = { FORMSLOT_SMTP_URL: 'smtp://mail.acme.org', FORMSLOT_MAIL_FROM: 'forms@acme.org' }

test('an empty configuration is valid', () => {
  assert.deepEqual(parseConfig({}), {
    baseUrl: 'http://127.0.0.1:8080',
    baseUrlIsLoopback: true,
    mailboxIsServed: true,
    host: '127.0.0.1',
    port: 8080,
    dataDir: path.resolve('data'),
    database: { kind: 'sqlite', file: path.resolve('data/formslot.db') },
    listenUrl: null,
    secret: null,
    linkSecret: null,
    oldLinkSecret: null,
    trusts: [],
    smtp: null,
    mailFrom: { name: 'Formslot', address: 'formslot@localhost' },
    dkim: null,
    bounces: { address: null, listen: null, vendors: {} },
    givenSettings: [],
    operatorToken: null,
    createPerHour: 10,
    createSpacingMs: 2000,
    submitPerMinute: 30,
    callsPerMinute: 6000,
    formEmailsPerHour: 30,
    emailCeiling: { perHour: 500, largeDomains: new Set(LARGE_MAIL_DOMAINS) },
    plans: PLANS,
    plansFile: null,
    operators: new Set(),
    securityContact: null,
    defaultPlan: 'free',
    spamEngines: { rspamd: null, spamd: null },
    clamd: null,
    egress: { allowed: [], ports: [443, 8443], http: false, proxy: null },
    files: {
      kind: 'folder',
      folder: path.resolve('data/files'),
      spoolFolder: path.resolve('data/files/in'),
    },
    challenges: { creation: 'off', difficulty: 'normal' },
    claimConfirm: 'link',
    logLevel: 'info',
    metricsListen: null,
    hasStatusPage: false,
    minFreeBytes: 200 * 1024 * 1024,
  })
})

test('takes bounces only at an address that has a place for the token, and by a listener only with it', () => {
  const bounces = (env: Record<string, string>) =>
    listFaults(env).map(({ variable, problem }) => `${variable} ${problem}`)
  assert.deepEqual(bounces({ FORMSLOT_BOUNCE_ADDRESS: 'bounces@acme.org' }), [
    'FORMSLOT_BOUNCE_ADDRESS is "bounces@acme.org"',
  ])
  assert.deepEqual(bounces({ FORMSLOT_BOUNCE_LISTEN: '127.0.0.1:2424' }), [
    'FORMSLOT_BOUNCE_ADDRESS is missing; FORMSLOT_BOUNCE_LISTEN accepts only mail to that address',
  ])
  const { bounces: read } = parseConfig({
    FORMSLOT_BOUNCE_ADDRESS: 'B+{token}@Bounce.Acme.org',
    FORMSLOT_BOUNCE_LISTEN: '[::1]:24',
  })
  assert.deepEqual(read, {
    address: { before: 'b+', after: '', domain: 'bounce.acme.org' },
    listen: { host: '::1', port: 24, protocol: 'smtp' },
    vendors: {},
  })
})

test('ignores variables without the FORMSLOT_ prefix', () => {
  assert.equal(parseConfig({ PORT: '99', BASE_URL: 'nonsense', HOST: '0.0.0.0' }).port, 8080)
})

test('treats an empty value as missing', () => {
  assert.equal(parseConfig({ FORMSLOT_PORT: '', FORMSLOT_SMTP_URL: '  ' }).port, 8080)
})

test('reports all errors at once, each with what is expected and an example', () => {
  const faults = listFaults({ FORMSLOT_PORT: 'x', FORMSLOT_SUBMIT_RATE: '-1', FORMSLOT_LOG_LEVEL: 'loud' })
  const names = faults.map((fault) => fault.variable)
  assert.deepEqual(names, ['FORMSLOT_PORT', 'FORMSLOT_SUBMIT_RATE', 'FORMSLOT_LOG_LEVEL'])
  for (const fault of faults) {
    assert.ok(fault.problem && fault.expected)
    assert.ok(fault.example?.startsWith(`${fault.variable}=`))
  }
})

test('prints errors with name, problem, expectation and example', () => {
  assert.equal(
    faultsText(listFaults({ FORMSLOT_PORT: '80800' })),
    `Formslot did not start. One setting needs your attention:

  FORMSLOT_PORT is "80800"
    expected  a whole number from 0 to 65535; 0 picks a free port
    example   FORMSLOT_PORT=8080
`,
  )
  assert.match(faultsText(listFaults({ FORMSLOT_PORT: 'x', FORMSLOT_HOST: '?' })), /2 settings need/)
})

test('the example and the default of every setting are valid', () => {
  const needs: Record<string, Record<string, string>> = {
    FORMSLOT_BASE_URL: SMTP,
    FORMSLOT_HOST: { FORMSLOT_BASE_URL: 'http://localhost:8080' },
    FORMSLOT_LISTEN_URL: POSTGRES,
    FORMSLOT_OLD_LINK_SECRET_UNTIL: {
      FORMSLOT_LINK_SECRET: 'the second secret, which nobody else has read so far',
      FORMSLOT_OLD_LINK_SECRET: 'the first secret of the instance that is under test',
    },
    FORMSLOT_SMTP_URL: SMTP,
    FORMSLOT_FILES: S3,
    FORMSLOT_S3_ENDPOINT: S3,
    FORMSLOT_S3_REGION: S3,
    FORMSLOT_S3_KEY: S3,
    FORMSLOT_S3_PATH_STYLE: S3,
    FORMSLOT_RSPAMD_CONTROLLER_URL: {
      FORMSLOT_RSPAMD_URL: 'http://127.0.0.1:11333',
      FORMSLOT_RSPAMD_PASSWORD: 'geheim',
    },
    FORMSLOT_BOUNCE_LISTEN: { FORMSLOT_BOUNCE_ADDRESS: 'b+{token}@bounce.acme.org' },
    FORMSLOT_SPAMD_LEARN: { FORMSLOT_SPAMD: '127.0.0.1' },
    FORMSLOT_CLAMD_REQUIRED: { FORMSLOT_CLAMD: '127.0.0.1' },
  }
  const shown = SETTING_NAMES.filter(
    (name) => !getSetting(name).example.startsWith('<') && !/DKIM|PLANS_FILE/.test(name),
  )
  assert.ok(shown.length > 14)
  for (const name of shown) {
    const { example, fallback } = getSetting(name)
    assert.deepEqual(listFaults({ ...needs[name], [name]: example }), [], name)
    if (fallback) assert.deepEqual(listFaults({ [name]: fallback }), [], name)
  }
})

test('an unknown setting is an error that suggests a similar name', () => {
  const meant = (name: string) => listFaults({ [name]: 'x' })[0]?.expected
  assert.equal(meant('FORMSLOT_PROT'), 'perhaps FORMSLOT_PORT')
  assert.equal(meant('FORMSLOT_BASEURL'), 'perhaps FORMSLOT_BASE_URL')
  assert.equal(meant('FORMSLOT_SECRETFILE'), 'perhaps FORMSLOT_SECRET_FILE')
  assert.equal(meant('FORMSLOT_METRICS'), 'perhaps FORMSLOT_METRICS_LISTEN', 'the beginning of one')
  assert.equal(meant('FORMSLOT_DKIM'), 'one of the settings in docs/self-hosting.md', 'of several')
  assert.equal(meant('FORMSLOT_COFFEE_AND_CAKE'), 'one of the settings in docs/self-hosting.md')
  assert.equal(meant('FORMSLOT_PORT_FILE'), 'the value itself in FORMSLOT_PORT')
})

test('an unknown setting is an error even when empty', () => {
  assert.deepEqual(blamed({ FORMSLOT_PROT: '' }), ['FORMSLOT_PROT'])
})

test('a public address requires a mail server, a loopback address does not', () => {
  assert.deepEqual(blamed({ FORMSLOT_BASE_URL: 'https://forms.acme.org' }), ['FORMSLOT_SMTP_URL'])
  assert.deepEqual(blamed({ FORMSLOT_HOST: '192.168.1.5' }), ['FORMSLOT_SMTP_URL'])
  assert.equal(parseConfig({ FORMSLOT_BASE_URL: 'https://forms.acme.org', ...SMTP }).baseUrlIsLoopback, false)
  assert.equal(parseConfig({ FORMSLOT_BASE_URL: 'http://localhost:9000' }).baseUrlIsLoopback, true)
})

test('the listen URL is a PostgreSQL URL beside a PostgreSQL database', () => {
  const listen = { FORMSLOT_LISTEN_URL: 'postgres://db.acme.org/formslot' }
  assert.equal(parseConfig({ ...POSTGRES, ...listen }).listenUrl, listen.FORMSLOT_LISTEN_URL)
  assert.deepEqual(blamed(listen), ['FORMSLOT_LISTEN_URL'])
  assert.deepEqual(blamed({ FORMSLOT_DATABASE_URL: 'file:forms.db', ...listen }), ['FORMSLOT_LISTEN_URL'])
  assert.deepEqual(blamed({ FORMSLOT_DATABASE_URL: 'mysql://db', ...listen }), ['FORMSLOT_DATABASE_URL'])
  for (const wrong of ['file:forms.db', 'postgres://db', 'db.acme.org']) {
    assert.deepEqual(blamed({ ...POSTGRES, FORMSLOT_LISTEN_URL: wrong }), ['FORMSLOT_LISTEN_URL'], wrong)
  }
})

test('a mail server requires a sender, a sender requires no mail server', () => {
  assert.deepEqual(blamed({ FORMSLOT_SMTP_URL: 'smtp://mail.acme.org' }), ['FORMSLOT_MAIL_FROM'])
  assert.equal(parseConfig({ FORMSLOT_MAIL_FROM: 'forms@acme.org' }).mailFrom.address, 'forms@acme.org')
})

test('does not report an invalid mail server as missing', () => {
  const env = { ...SMTP, FORMSLOT_SMTP_URL: 'mail.acme.org', FORMSLOT_BASE_URL: 'https://forms.acme.org' }
  assert.equal(listFaults(env).length, 1)
  assert.match(listFaults(env)[0]?.problem ?? '', /does not begin with smtp/)
})

test('listening on every interface requires a base URL', () => {
  for (const host of ['0.0.0.0', '::', '[::]', '0:0::0']) {
    assert.deepEqual(blamed({ FORMSLOT_HOST: host }), ['FORMSLOT_BASE_URL'], host)
    const env = { FORMSLOT_HOST: host, FORMSLOT_BASE_URL: 'http://localhost:8080' }
    assert.deepEqual(blamed(env), [], host)
  }
})

test('in a container, listening on every interface has the base URL of the published port on the same machine', () => {
  const container = { isContainer: true }
  for (const host of ['0.0.0.0', '::']) {
    const config = parseConfig({ FORMSLOT_HOST: host, FORMSLOT_PORT: '9000' }, container)
    assert.equal(config.baseUrl, 'http://127.0.0.1:9000', host)
    assert.equal(config.host, host)
  }
  const env = { FORMSLOT_HOST: '0.0.0.0', FORMSLOT_BASE_URL: 'http://localhost:9000' }
  assert.equal(parseConfig(env, container).baseUrl, 'http://localhost:9000')
  assert.equal(parseConfig({}, container).baseUrl, 'http://127.0.0.1:8080')
})

test('behind the published port of a container, the embedded mailbox is not served', () => {
  const everywhere = { FORMSLOT_HOST: '0.0.0.0', FORMSLOT_BASE_URL: 'http://localhost:8080' }
  assert.equal(parseConfig(everywhere, { isContainer: true }).mailboxIsServed, false)
  assert.equal(parseConfig(everywhere).mailboxIsServed, true)
  assert.equal(parseConfig({}, { isContainer: true }).mailboxIsServed, true)
  assert.equal(parseConfig({ ...SMTP, FORMSLOT_BASE_URL: 'https://forms.acme.org' }).mailboxIsServed, false)
})

test('recognizes a container by the file of Docker, the file of Podman, and the variable of both', () => {
  const exists = (existing: string) => (file: string) => file === existing
  assert.equal(isContainer({}, exists('/.dockerenv')), true)
  assert.equal(isContainer({}, exists('/run/.containerenv')), true)
  assert.equal(isContainer({ container: 'oci' }, exists('')), true)
  assert.equal(isContainer({ container: '' }, exists('')), false)
  assert.equal(isContainer({}, exists('/run/other')), false)
})

test('the base URL follows host and port', () => {
  assert.equal(parseConfig({ FORMSLOT_PORT: '9000' }).baseUrl, 'http://127.0.0.1:9000')
  assert.equal(parseConfig({ FORMSLOT_HOST: '[::1]', FORMSLOT_PORT: '80' }).baseUrl, 'http://[::1]')
  assert.equal(parseConfig({ FORMSLOT_HOST: '[::1]' }).host, '::1')
})

test('metrics listen on their own port', () => {
  assert.deepEqual(blamed({ FORMSLOT_METRICS_LISTEN: '127.0.0.1:8080' }), ['FORMSLOT_METRICS_LISTEN'])
  const config = parseConfig({ FORMSLOT_METRICS_LISTEN: '127.0.0.1:9090' })
  assert.deepEqual(config.metricsListen, { host: '127.0.0.1', port: 9090 })
})

test('explains why a proxy cannot be trusted by name', () => {
  assert.equal(parseConfig({ FORMSLOT_TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }).trusts.length, 2)
  const [fault] = listFaults({ FORMSLOT_TRUST_PROXY: '10.0.0.0/8,everybody' })
  assert.match(fault?.problem ?? '', /"everybody"/)
})

test('a required scan needs a scanner, and 0 needs none', () => {
  assert.deepEqual(blamed({ FORMSLOT_CLAMD_REQUIRED: '1' }), ['FORMSLOT_CLAMD'])
  assert.deepEqual(blamed({ FORMSLOT_CLAMD_REQUIRED: '1', FORMSLOT_CLAMD: 'tcp:x:y' }), ['FORMSLOT_CLAMD'])
  assert.deepEqual(blamed({ FORMSLOT_CLAMD_REQUIRED: 'yes', FORMSLOT_CLAMD: '127.0.0.1' }), [
    'FORMSLOT_CLAMD_REQUIRED',
  ])
  assert.equal(parseConfig({ FORMSLOT_CLAMD_REQUIRED: '0' }).clamd, null)
  const server = { kind: 'unix', path: '/run/clamav/clamd.ctl' }
  const unix = { FORMSLOT_CLAMD: 'unix:/run/clamav/clamd.ctl' }
  assert.deepEqual(parseConfig(unix).clamd, { server, isRequired: false })
  assert.deepEqual(parseConfig({ ...unix, FORMSLOT_CLAMD_REQUIRED: '1' }).clamd, { server, isRequired: true })
})

test('half a configuration of a spam filter is a fault', () => {
  const rspamd = { FORMSLOT_RSPAMD_URL: 'http://127.0.0.1:11333' }
  const controller = { FORMSLOT_RSPAMD_CONTROLLER_URL: 'http://127.0.0.1:11334' }
  const password = { FORMSLOT_RSPAMD_PASSWORD: 'geheim' }
  assert.deepEqual(parseConfig(rspamd).spamEngines, {
    rspamd: { url: 'http://127.0.0.1:11333', controller: null },
    spamd: null,
  })
  assert.deepEqual(parseConfig({ ...rspamd, ...controller, ...password }).spamEngines.rspamd, {
    url: 'http://127.0.0.1:11333',
    controller: { url: 'http://127.0.0.1:11334', password: 'geheim' },
  })
  assert.deepEqual(blamed({ ...rspamd, ...controller }), ['FORMSLOT_RSPAMD_PASSWORD'])
  assert.deepEqual(blamed({ ...rspamd, ...password }), ['FORMSLOT_RSPAMD_CONTROLLER_URL'])
  assert.deepEqual(blamed({ ...controller, ...password }), ['FORMSLOT_RSPAMD_URL'])
  assert.deepEqual(blamed({ FORMSLOT_SPAMD_LEARN: 'on' }), ['FORMSLOT_SPAMD'])
  assert.deepEqual(blamed({ FORMSLOT_SPAMD: '127.0.0.1', FORMSLOT_SPAMD_LEARN: 'yes' }), [
    'FORMSLOT_SPAMD_LEARN',
  ])
  assert.deepEqual(
    parseConfig({ FORMSLOT_SPAMD: '127.0.0.1', FORMSLOT_SPAMD_LEARN: 'on' }).spamEngines.spamd,
    {
      host: '127.0.0.1',
      port: 783,
      learns: true,
    },
  )
})

test('reads what destinations may have, and refuses a list that a proxy would ignore', () => {
  const settings = {
    FORMSLOT_EGRESS_ALLOW: '127.0.0.1, 10.0.0.0/8,fd00::/8',
    FORMSLOT_EGRESS_PORTS: '443,3000',
    FORMSLOT_EGRESS_HTTP: '1',
  }
  assert.deepEqual(parseConfig(settings).egress, {
    allowed: ['127.0.0.1/32', '10.0.0.0/8', 'fd00::/8'],
    ports: [443, 3000],
    http: true,
    proxy: null,
  })
  const proxy = { FORMSLOT_EGRESS_PROXY: 'http://ada:geheim@proxy.acme.org:3128' }
  assert.equal(parseConfig(proxy).egress.proxy, 'http://ada:geheim@proxy.acme.org:3128/')
  const [fault] = listFaults({ ...settings, ...proxy })
  assert.equal(fault?.variable, 'FORMSLOT_EGRESS_ALLOW')
  assert.match(fault?.problem ?? '', /no effect with FORMSLOT_EGRESS_PROXY/)
  for (const [name, value] of [
    ['FORMSLOT_EGRESS_ALLOW', '0.0.0.0/0'],
    ['FORMSLOT_EGRESS_ALLOW', 'localhost'],
    ['FORMSLOT_EGRESS_HTTP', 'yes'],
    ['FORMSLOT_EGRESS_PORTS', 'https'],
    ['FORMSLOT_EGRESS_PROXY', 'ada:geheim@proxy'],
  ] as const) {
    const faults = listFaults({ [name]: value })
    assert.deepEqual(
      faults.map(({ variable }) => variable),
      [name],
    )
    assert.ok(!JSON.stringify(faults).includes('geheim'))
  }
})
