import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import dns2 from 'dns2'

/** Records of one name. `txt`: the strings of each record. */
export type Records = {
  txt?: readonly (string | readonly string[])[]
  a?: readonly string[]
  aaaa?: readonly string[]
  mx?: readonly (readonly [priority: number, host: string])[]
  ptr?: readonly string[]
}
/** Names in lower case; others do not exist. */
export type Zone = Readonly<Record<string, Records | 'SERVFAIL' | 'REFUSED' | 'silent'>>

const RCODES = { SERVFAIL: 2, REFUSED: 5 } as const
const NXDOMAIN = 3
const { TYPE } = dns2.Packet

/** A name server for these names, over UDP, and over TCP for answers that are too long. */
export async function startNameServer(zone: Zone) {
  const asked: string[] = []
  const server = dns2.createServer({
    udp: true,
    tcp: true,
    handle(request, send) {
      const [question] = request.questions as { name: string; type: number }[]
      const name = question?.name.toLowerCase() ?? ''
      asked.push(name)
      const records = Object.hasOwn(zone, name) ? zone[name] : undefined
      if (records === 'silent') return
      const response = dns2.Packet.createResponseFromRequest(request)
      if (typeof records === 'string') response.header.rcode = RCODES[records]
      else if (records === undefined) response.header.rcode = NXDOMAIN
      else response.answers.push(...(listAnswers(name, question?.type ?? 0, records) as never[]))
      send(response)
    },
  })
  const port = await findPort()
  const place = { port, address: '127.0.0.1' }
  await server.listen({ udp: place, tcp: place })
  return { address: `127.0.0.1:${port}`, asked, [Symbol.asyncDispose]: () => server.close() }
}

/** Finds a port that is free for TCP, and so almost always for UDP. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function listAnswers(name: string, type: number, records: Records): object[] {
  const answer = (data: object) => ({ name, type, class: 1, ttl: 0, ...data })
  switch (type) {
    case TYPE.TXT:
      return (records.txt ?? []).map((one) =>
        answer({ data: typeof one === 'string' ? toStrings(one) : one }),
      )
    case TYPE.A:
      return (records.a ?? []).map((address) => answer({ address }))
    case TYPE.AAAA:
      return (records.aaaa ?? []).map((address) => answer({ address }))
    case TYPE.MX:
      return (records.mx ?? []).map(([priority, exchange]) => answer({ priority, exchange }))
    case TYPE.PTR:
      return (records.ptr ?? []).map((domain) => answer({ domain }))
    default:
      return []
  }
}

/** Strings of at most 255 bytes, as zone files have them. */
function toStrings(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const count = Math.max(1, Math.ceil(bytes.length / 255))
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * 255, (at + 1) * 255))
}
