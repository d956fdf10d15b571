import assert from 'node:assert/strict'
import { webcrypto } from 'node:crypto'
import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import tls from 'node:tls'
import { generate } from 'selfsigned'
import { createBrowserSubscription, type Decrypted } from './browser-subscription.ts'

const DAY_SECONDS = 86_400

/** A push message that the service took, as the browser reads it. */
export type Pushed = Decrypted & {
  /** Decrypted, byte for byte. */
  text: string
  topic: string
  /** Claims of the token of the sender, whose signature was verified. */
  claims: { aud: string; exp: number; sub: string }
  bodyBytes: number
}

type Answer = { status: number; headers?: Record<string, string> }

/**
 * Starts a push service (RFC 8030) with a certificate that this process trusts until the end. It checks each message as the
 * services of browser vendors do, and reads it with the keys of the browser.
 *
 * @param now the clock that tokens are compared with
 */
export async function startPushService(now: () => Date) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'push.test' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  })
  const trusted = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...trusted, cert])
  const browsers = new Map<string, Awaited<ReturnType<typeof subscribe>>>()
  const pushed: Pushed[] = []
  /** Paths of all requests, also of those that were refused. */
  const requests: string[] = []
  let answer: (path: string) => Answer | Promise<Answer> = () => ({ status: 201 })

  const server = https.createServer({ key, cert }, async (request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const body = await buffer(request)
    try {
      const { status, headers = {} } = await answer(path)
      if (status === 201) pushed.push(await read(path, request.headers as Record<string, string>, body))
      response.writeHead(status, headers).end('words of a push service')
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `https://127.0.0.1:${port}`

  async function subscribe(name: string, serverKey: string) {
    const browser = await createBrowserSubscription(`${origin}/push/${name}`)
    return { ...browser, serverKey }
  }

  async function read(path: string, headers: Record<string, string>, body: Buffer): Promise<Pushed> {
    const browser = browsers.get(path)
    assert.ok(browser, 'a browser has subscribed here')
    assert.equal(headers['content-encoding'], 'aes128gcm')
    assert.equal(headers.ttl, String(DAY_SECONDS))
    assert.equal(headers.urgency, 'normal')
    assert.match(headers.topic ?? '', /^[\w-]{1,32}$/)
    assert.ok(body.length <= 4096, 'push services take no more')
    const claims = await verifyToken(headers.authorization ?? '', browser.serverKey)
    assert.equal(claims.aud, origin)
    const age = claims.exp - now().getTime() / 1000
    assert.ok(age > 0 && age <= DAY_SECONDS, 'a token of at most a day')
    assert.match(claims.sub, /^(?:mailto:.+@.+|https:\/\/.+)$/)
    const { shown, text, plainBytes } = await browser.decrypt(body)
    assert.ok(plainBytes <= 3 * 1024)
    return { ...shown, text, topic: headers.topic ?? '', claims, bodyBytes: body.length }
  }

  return {
    port,
    origin,
    /** The certificate, for services in other processes. */
    certificate: cert,
    pushed,
    requests,
    /** Subscribes a browser with the key of a server. Returns it as the browser would send it. */
    async subscribe(name: string, serverKey: string) {
      const browser = await subscribe(name, serverKey)
      browsers.set(`/push/${name}`, browser)
      return browser.json
    },
    /** Answers all further requests so. */
    answerWith(next: number | ((path: string) => Answer | Promise<Answer>)): void {
      answer = typeof next === 'number' ? () => ({ status: next }) : next
    },
    async [Symbol.asyncDispose]() {
      tls.setDefaultCACertificates(trusted)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** Verifies a VAPID header (RFC 8292) with the key that the browser subscribed with. */
async function verifyToken(header: string, serverKey: string): Promise<Pushed['claims']> {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  assert.equal(key, serverKey, 'signed with the key of the subscription')
  const [head = '', claims = '', signature = ''] = token.split('.')
  assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), { typ: 'JWT', alg: 'ES256' })
  const { subtle } = webcrypto
  const imported = await subtle.importKey(
    'raw',
    Buffer.from(serverKey, 'base64url'),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  )
  const isGenuine = await subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    imported,
    Buffer.from(signature, 'base64url'),
    Buffer.from(`${head}.${claims}`),
  )
  assert.ok(isGenuine, 'the signature is genuine')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
