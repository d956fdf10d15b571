import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { areBrowserKeys, encryptPayload } from '../../../src/delivery/channels/devices/encrypt-payload.ts'
import { createBrowserSubscription } from '../../support/devices/browser-subscription.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
/** The keys of RFC 8291, section 5 and appendix A. */
const BROWSER = {
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  authSecret: 'BTBZMqHH6r4Tts7J_aSIgg',
}

test('encrypts the example of RFC 8291 to the same bytes', () => {
  const random = {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  }
  const payload = Buffer.from('When I grow up, I want to be a watermelon')
  const body = encryptPayload(payload, BROWSER, { paddedBytes: 0, random })
  assert.equal(
    body.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('hides the length of a payload, which only the browser reads', async () => {
  const browser = await createBrowserSubscription('https://push.test/1')
  const { p256dh: publicKey, auth: authSecret } = browser.json.keys
  const lengths = new Set<number>()
  for (const title of ['', 'Grace', 'ж'.repeat(300)]) {
    const payload = Buffer.from(JSON.stringify({ title }))
    const random = { privateKey: randomBytes(32), salt: randomBytes(16) }
    const body = encryptPayload(payload, { publicKey, authSecret }, { paddedBytes: 1024, random })
    lengths.add(body.length)
    const { text } = await browser.decrypt(body)
    assert.equal(text, payload.toString())
  }
  assert.equal(lengths.size, 1)
})

test('knows the keys of a browser from others', () => {
  const address = 'https://push.test/1'
  assert.ok(areBrowserKeys({ address, ...BROWSER }))
  const outside = Buffer.alloc(65, 7)
  outside[0] = 4
  const compressed = createECDH('prime256v1').generateKeys('base64url', 'compressed')
  for (const publicKey of ['', 'AA', outside.toString('base64url'), compressed]) {
    assert.ok(!areBrowserKeys({ address, ...BROWSER, publicKey }), publicKey)
  }
  for (const authSecret of ['', 'AA', BROWSER.publicKey]) {
    assert.ok(!areBrowserKeys({ address, ...BROWSER, authSecret }), authSecret)
  }
})
