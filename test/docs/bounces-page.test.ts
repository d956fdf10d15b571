import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { COMMANDS } from '../../src/commands/arguments.ts'
import { MAX_REPORT_BYTES } from '../../src/delivery/channels/email/bounces/read-report.ts'
import {
  MAX_ATTEMPT_AGE_MS,
  MAX_MESSAGE_AGE_MS,
} from '../../src/delivery/channels/email/bounces/vendors/vendor.ts'
import {
  BOUNCE_WINDOW_DAYS,
  PROVEN_BOUNCE_LIMIT,
  UNPROVEN_PAUSE_DAYS,
} from '../../src/domain/outbox/bounce.ts'
import {
  BOUNCE_TOKEN_HEADER,
  BOUNCE_TOKEN_LENGTH,
  parseBounceAddress,
  toEnvelopeSender,
} from '../../src/domain/outbox/bounce-address.ts'
import {
  BOUNCE_VENDORS,
  MIN_VENDOR_SECRET_CHARACTERS,
  VENDOR_HEADERS,
  VENDOR_SETTINGS,
} from '../../src/domain/outbox/bounce-vendors.ts'
import { HOUR, MINUTE } from '../../src/domain/time.ts'
import { createKeys } from '../../src/ids/keys.ts'
import { bounceMessage } from '../support/bounces/report-message.ts'
import { openGuide } from '../support/docs/guide.ts'
import { parseConfig } from '../support/service/configuration.ts'
import { ADA, startService } from '../support/service/service.ts'

const OPERATOR_TOKEN = 'the-token-of-the-operator-under-test-4711'

test('the settings of the bounces page are valid together', async () => {
  const { commands } = await openGuide('bounces.md', '')
  const lines = commands().flatMap((line) => {
    const [, name, value = ''] = /^(FORMSLOT_\w+)='(.*)'$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value] as const]
  })
  const config = parseConfig({
    FORMSLOT_BASE_URL: 'https://forms.example.org',
    FORMSLOT_SMTP_URL: 'smtp://mail.example.org',
    ...Object.fromEntries(lines),
  })
  assert.equal(config.bounces.address?.domain, 'bounce.forms.example.org')
  assert.deepEqual(config.bounces.listen, { host: '127.0.0.1', port: 2424, protocol: 'lmtp' })
  assert.deepEqual(Object.keys(config.bounces.vendors), [...BOUNCE_VENDORS])
})

test('the command on the bounces page sends a bounce', async () => {
  await using service = await startService({
    env: {
      FORMSLOT_BOUNCE_ADDRESS: 'b+{token}@bounce.formslot.dev',
      FORMSLOT_OPERATOR_TOKEN: OPERATOR_TOKEN,
    },
  })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'hello' })
  await service.deliver()
  const [, token = ''] = /^b\+(\w+)@/.exec(service.receivedEmails.at(-1)?.from ?? '') ?? []
  const guide = await openGuide('bounces.md', service.base)
  guide.env.FORMSLOT_OPERATOR_TOKEN = OPERATOR_TOKEN
  const [command = ''] = guide.commands().filter((line) => line.startsWith('curl '))
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-guide-'))
  const message = bounceMessage({ recipient: ADA, token, status: '5.2.2', answer: '552 5.2.2 full' })
  await writeFile(path.join(folder.path, 'bounce.eml'), message)
  const answer = JSON.parse(await guide.shell(`cd ${folder.path} && ${command}`))
  assert.ok(guide.text.includes(JSON.stringify(answer)))
})

test('the numbers, names and addresses of the bounces page are those of the code', async () => {
  const { text } = await openGuide('bounces.md', '')
  assert.ok(text.includes(`its emails stop for ${UNPROVEN_PAUSE_DAYS} days`))
  assert.equal(PROVEN_BOUNCE_LIMIT, 3)
  assert.ok(text.includes(`the third bounce within ${BOUNCE_WINDOW_DAYS} days`))
  assert.ok(text.includes(`\`{token}\` becomes ${BOUNCE_TOKEN_LENGTH} letters and digits`))
  assert.ok(text.includes(`the header \`${BOUNCE_TOKEN_HEADER}\``))
  assert.ok(text.includes(`A message can have up to ${MAX_REPORT_BYTES / 2 ** 20} MiB`))
  assert.ok(text.includes(`accepted for ${MAX_MESSAGE_AGE_MS / HOUR} hours`))
  assert.ok(text.includes(`accepted for ${MAX_ATTEMPT_AGE_MS / MINUTE} minutes`))
  assert.ok(text.includes(`at least ${MIN_VENDOR_SECRET_CHARACTERS} characters`))
  assert.ok('bounce' in COMMANDS)
  for (const vendor of BOUNCE_VENDORS) {
    assert.ok(text.includes(`| \`/operator/bounces/${vendor}\` | \`${VENDOR_SETTINGS[vendor]}\``), vendor)
    const [header] = VENDOR_HEADERS[vendor]?.('x') ?? []
    if (header) assert.ok(text.includes(`\`${header}\``), header)
  }
})

test('Postfix is told the domain and the port of the settings on the bounces page', async () => {
  const guide = await openGuide('bounces.md', '')
  const [, domain = ''] = /FORMSLOT_BOUNCE_ADDRESS='b\+\{token\}@([\w.]+)'/.exec(guide.text) ?? []
  const [, listen = ''] = /FORMSLOT_BOUNCE_LISTEN='lmtp:([\w.:]+)'/.exec(guide.text) ?? []
  const written = [...guide.blocks('text'), ...guide.blocks('ini')].join('\n')
  assert.ok(written.includes(`relay_domains = ${domain}\n`))
  assert.ok(written.includes(`\n${domain}  lmtp:inet:${listen}\n`))
  assert.ok(written.includes(`\n${domain}  formslot:\n`))
  assert.ok(written.includes(`${domain}.  MX`))
  const [, pattern = ''] = /^\/(.*)\/ {2}OK$/m.exec(written) ?? []
  const address = parseBounceAddress(`b+{token}@${domain}`)
  assert.ok(address)
  const sender = toEnvelopeSender(
    address,
    createKeys('the secret of the instance that is under test').bounceToken(1),
  )
  assert.match(sender, new RegExp(pattern))
  for (const other of [
    `b+@${domain}`,
    `ada@${domain}`,
    `${sender}.evil.org`,
    `x${sender}`,
    sender.replace('.', '-'),
  ])
    assert.doesNotMatch(other, new RegExp(pattern))
})
