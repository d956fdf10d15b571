import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import dns2 from 'dns2'
import { checkEgress } from '../../src/doctor/egress.ts'
import { parseConfig } from '../support/service/configuration.ts'

/** A name server that knows no name; it counts what it was asked. */
async function startNameServer() {
  const asked: string[] = []
  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      for (const { name } of request.questions) asked.push(name)
      const response = dns2.Packet.createResponseFromRequest(request)
      response.header.rcode = 3
      send(response)
    },
  })
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  const { port } = server.addresses().udp as AddressInfo
  return { address: `127.0.0.1:${port}`, asked, [Symbol.asyncDispose]: () => server.close() }
}

/** The address of a port at which no name server listens. */
async function findSilentAddress() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return `127.0.0.1:${port}`
}

async function check(env: Record<string, string>, options: Parameters<typeof checkEgress>[1]) {
  return (await checkEgress(parseConfig(env), options)).map(
    ({ status, name, message }) => `${status} ${name}: ${message}`,
  )
}

test('says what destinations may have, and whether a name server answers, without asking for a name that exists', async () => {
  await using server = await startNameServer()
  const nameServers = [server.address]
  const [reach, names] = await check({}, { reach: null, nameServers })
  assert.equal(
    reach,
    'ok other servers: public addresses, ports 443, 8443, only with TLS; no address inside a network',
  )
  assert.equal(names, `ok name servers: ${server.address} answers`)
  assert.deepEqual([...new Set(server.asked)], ['formslot.invalid'])
  const [, silent] = await check({}, { reach: null, nameServers: [await findSilentAddress()] })
  assert.match(silent ?? '', /^warn name servers: none answers \(127\.0\.0\.1:\d+: ECONNREFUSED\)/)
  const inside = { FORMSLOT_EGRESS_ALLOW: '10.0.0.0/8', FORMSLOT_EGRESS_HTTP: '1' }
  const [more] = await check(inside, { reach: null, nameServers })
  assert.equal(
    more,
    'ok other servers: public addresses, ports 443, 8443, also without TLS; inside also 10.0.0.0/8',
  )
})

test('warns of a metadata service in the list, which is never reached', async () => {
  await using server = await startNameServer()
  const options = { reach: null, nameServers: [server.address] }
  for (const address of ['169.254.169.254', 'fd00:ec2::254']) {
    const [found = ''] = await check({ FORMSLOT_EGRESS_ALLOW: `10.0.0.0/8,${address}` }, options)
    assert.ok(found.startsWith(`warn other servers: ${address}/`), found)
    assert.match(found, /is never reached/)
  }
  const [range] = await check({ FORMSLOT_EGRESS_ALLOW: '169.254.0.0/16,10.0.0.1' }, options)
  assert.match(range ?? '', /^ok /)
})

test('leaves the checks to a proxy, and shows nothing of its login', async () => {
  const found = await check(
    { FORMSLOT_EGRESS_PROXY: 'http://ada:geheim@proxy.acme.org:3128' },
    { reach: null },
  )
  assert.deepEqual(found, [
    "ok other servers: reached through http://proxy.acme.org:3128; which names and addresses may be reached is the proxy's task, and not checked here",
  ])
})

test('tries a server that the operator names, through the same door as a webhook', async () => {
  await using server = await startNameServer()
  const receiver = createServer((_, response) => response.writeHead(405).end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const reach = `http://127.0.0.1:${port}/secret-path`
  const options = { reach, nameServers: [server.address] }
  const allowed = { FORMSLOT_EGRESS_ALLOW: '127.0.0.1', FORMSLOT_EGRESS_PORTS: String(port) }
  const last = async (env: Record<string, string>) => (await check(env, options)).at(-1) ?? ''
  assert.equal(await last(allowed), `ok other servers: http://127.0.0.1:${port} answers with status 405`)
  const refused = await last({})
  assert.match(refused, /^fail other servers: 127\.0\.0\.1 is inside a network/)
  assert.ok(refused.includes('formslot.tgz listen"'))
  const [, , inside] = await check({}, { ...options, reach: 'https://10.0.0.5/' })
  assert.match(inside ?? '', /^fail other servers: 10\.0\.0\.5 is inside a network/)
  receiver.close()
  await once(receiver, 'close')
  assert.equal(
    await last(allowed),
    `fail other servers: http://127.0.0.1:${port}: The connection was refused.`,
  )
})
