import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  describeAddressFault,
  findAddressFault,
  findKindByHost,
  hideAddress,
  isGone,
  WEB_KIND_NAMES,
  WEB_KINDS,
  type WebKind,
} from '../../../src/domain/destinations/web-kinds.ts'

/** Addresses that are right, other than the example of the kind. */
const RIGHT: Partial<Record<WebKind, string[]>> = {
  webhook: ['https://acme.org', 'http://127.0.0.1:3000/hook?a=b'],
  slack: [
    'https://hooks.slack-gov.com/services/T0/B0/xyz',
    'https://mattermost.acme.org/hooks/x9m3t5r0y8bh6nq0w8z4k2v7c1',
    'https://acme.org/chat/hooks/64f/abc',
    'https://acme.zulipchat.com/api/v1/external/slack_incoming?api_key=abc&stream=forms',
  ],
  discord: [
    'https://discordapp.com/api/webhooks/1/a-b_C',
    'https://ptb.discord.com/api/v10/webhooks/1/abc?thread_id=2',
    'https://canary.discord.com/api/webhooks/1/abc/',
  ],
  teams: [
    'https://prod-1.westus.logic.azure.com:443/workflows/0a/triggers/manual/paths/invoke?api-version=1&sp=x&sv=1&sig=x',
    'https://default0a.bc.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/0a/triggers/manual/paths/invoke?api-version=1&sig=x',
  ],
  telegram: ['https://api.telegram.org/bot1:a/sendMessage?chat_id=@channel&message_thread_id=3'],
  ntfy: ['https://ntfy.acme.org:8443/forms_1'],
}

/** Wrong addresses, with words of the sentence about each. */
const WRONG: [WebKind, string, RegExp][] = [
  ['webhook', 'acme.org/hook', /Copy the whole address/],
  ['webhook', 'ftp://acme.org/hook', /must begin with https/],
  ['webhook', 'https://hooks.slack.com/services/T0/B0/x', /an address of Slack. Choose the kind slack/],
  ['slack', 'https://discord.com/api/webhooks/1/abc', /an address of Discord. Choose the kind discord/],
  ['slack', 'https://hooks.slack.com/services/T0/B0', /not the whole address/],
  ['slack', 'https://hooks.slack.com/workflows/T0/A0/1/x', /address of a Slack workflow/],
  ['slack', 'https://hooks.slack.com/triggers/T0/1/x', /address of a Slack workflow/],
  ['slack', 'https://acme.org/my-program', /choose the kind webhook/],
  ['discord', 'https://acme.org/api/webhooks/1/abc', /not an address of Discord. In Discord, open/],
  ['discord', 'https://evil-discord.com/api/webhooks/1/abc', /not an address of Discord/],
  ['discord', 'https://discord.com.evil.example/api/webhooks/1/abc', /not an address of Discord/],
  ['discord', 'https://discord.com/api/webhooks/1/abc/slack', /nothing else/],
  ['discord', 'https://discord.com/channels/1/2', /a number and a token/],
  ['teams', 'https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d', /Microsoft has retired/],
  [
    'teams',
    'https://prod-1.westus.logic.azure.com/workflows/0a/triggers/manual/paths/invoke',
    /parameter sig/,
  ],
  ['telegram', 'https://api.telegram.org/bot1:a/sendMessage', /Name the chat/],
  ['telegram', 'https://api.telegram.org/bot1:a/sendMessage?chat_id=x%20y', /Name the chat/],
  ['telegram', 'https://api.telegram.org/bot1:a/getUpdates?chat_id=1', /address of a bot/],
  ['ntfy', 'https://ntfy.sh/', /one name of up to 64/],
  ['ntfy', 'https://ntfy.sh/a/json', /one name/],
  ['ntfy', 'https://ntfy.sh/a?auth=x', /one name/],
  ['ntfy', `https://ntfy.sh/${'a'.repeat(65)}`, /one name/],
  ['telegram', 'https://api.telegram.org/1:a/sendMessage?chat_id=1', /address of a bot/],
]

test('takes the addresses of each kind, and its example', () => {
  for (const kind of WEB_KIND_NAMES) {
    for (const address of [WEB_KINDS[kind].example, ...(RIGHT[kind] ?? [])])
      assert.equal(findAddressFault(kind, address), null, address)
  }
})

test('says what is wrong with an address, and names the right kind', () => {
  for (const [kind, address, words] of WRONG) {
    const fault = say(kind, address) ?? ''
    assert.match(fault, words, address)
    assert.match(fault, /^[A-Z].*\.$/s)
  }
})

test('names the kind of every vendor when its address is given for another kind', () => {
  for (const owner of WEB_KIND_NAMES) {
    if (!WEB_KINDS[owner].vendorHosts) continue
    for (const kind of WEB_KIND_NAMES) {
      const fault = say(kind, WEB_KINDS[owner].example)
      if (kind === owner) assert.equal(fault, null)
      else assert.ok(fault?.includes(`Choose the kind ${owner}`), `${kind}: ${fault}`)
    }
  }
})

test('tells everything about each kind', () => {
  for (const kind of WEB_KIND_NAMES) {
    const { name, addressLabel, example, help, limits, isSigned, vendorHosts, hasOtherHosts } =
      WEB_KINDS[kind]
    for (const text of [name, addressLabel]) assert.match(text, /^[A-Za-z]/)
    for (const text of [help, limits]) assert.match(text, /^[A-Z].*\.$/s)
    assert.equal(isSigned, kind === 'webhook')
    assert.ok(vendorHosts !== null || hasOtherHosts)
    if (vendorHosts) assert.equal(findKindByHost(example), kind)
  }
  assert.equal(findKindByHost('https://acme.org/hooks/x'), null)
  assert.equal(findKindByHost('nonsense'), null)
})

test('a host in capital letters or with a port is the same host', () => {
  assert.equal(findKindByHost('https://DISCORD.com:443/api/webhooks/1/abc'), 'discord')
  assert.equal(isGone('discord', 'https://DISCORD.com/api/webhooks/1/abc', 404), true)
})

test('hides everything of an address but its host', () => {
  assert.equal(hideAddress(WEB_KINDS.telegram.example), 'https://api.telegram.org/…')
  assert.equal(hideAddress('http://127.0.0.1:3000/hook'), 'http://127.0.0.1:3000/…')
  assert.equal(hideAddress('nonsense'), '…')
})

function say(kind: WebKind, address: string): string | null {
  const fault = findAddressFault(kind, address)
  return fault && describeAddressFault(kind, fault)
}
