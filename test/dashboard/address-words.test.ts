import '../support/dashboard/english.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../dashboard/src/api/client/api-error.ts'
import {
  addressFaultText,
  describeAddress,
  faultText,
} from '../../dashboard/src/screens/destinations/address-words.ts'
import {
  describeAddressFault,
  findAddressFault,
  WEB_KIND_NAMES,
  WEB_KINDS,
  type WebKind,
} from '../../src/domain/destinations/web-kinds.ts'

const WRONG: [WebKind, string][] = [
  ['webhook', 'acme.org/hook'],
  ['webhook', 'ftp://acme.org/hook'],
  ['webhook', 'https://acme.org./hook'],
  ['slack', 'https://hooks.slack.com/services/T0/B0'],
  ['slack', 'https://hooks.slack.com/triggers/T0/1/x'],
  ['discord', 'https://acme.org/api/webhooks/1/abc'],
  ['discord', 'https://discord.com/channels/1/2'],
  ['teams', 'https://acme.org/workflows'],
  ['teams', 'https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d'],
  ['teams', 'https://prod-1.westus.logic.azure.com/workflows/0a/triggers/manual/paths/invoke'],
  ['telegram', 'https://api.telegram.org/bot1:a/getUpdates?chat_id=1'],
]

test('says the same about a kind and its wrong addresses as the API', () => {
  for (const kind of WEB_KIND_NAMES) {
    const { addressLabel, example, help, hasOtherHosts } = WEB_KINDS[kind]
    assert.deepEqual(describeAddress(kind), { label: addressLabel, example, help })
    assert.equal(addressFaultText(kind, example), null)
    const strange = addressFaultText(kind, 'https://acme.org/hooks') ?? ''
    assert.equal(strange.startsWith('This is not an address of '), !hasOtherHosts, kind)
  }
  for (const [kind, address] of WRONG) {
    const fault = findAddressFault(kind, address)
    assert.ok(fault, address)
    assert.equal(addressFaultText(kind, address), describeAddressFault(kind, fault))
  }
})

test('says in other words than the API what differs between them', () => {
  assert.match(
    addressFaultText('slack', 'https://discord.com/api/webhooks/1/abc') ?? '',
    /^This is an address of Discord\. Choose the kind Discord/,
  )
  assert.match(addressFaultText('slack', 'https://acme.org/x') ?? '', /choose the kind Webhook\.$/)
  assert.match(
    addressFaultText('telegram', 'https://api.telegram.org/bot1:a/sendMessage') ?? '',
    /^Name the chat: /,
  )
  assert.match(
    addressFaultText('telegram', 'https://acme.org/bot1') ?? '',
    /^This is not an address of Telegram\./,
  )
  assert.match(addressFaultText('ntfy', 'https://ntfy.sh/') ?? '', /a–z, 0–9/)
})

test('passes on what the service says about an address', () => {
  const error = (code: string) => new ApiError({ status: 400, code, message: 'Blocked.' })
  assert.equal(faultText(null, false), null)
  assert.equal(faultText(error('address_invalid'), false), 'Blocked.')
  assert.match(faultText(error('limit_reached'), true) ?? '', /one destination/)
  assert.match(faultText(error('limit_reached'), false) ?? '', /all the destinations/)
})
