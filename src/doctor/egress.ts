import { Resolver } from 'node:dns/promises'
import type { Config } from '../config/config.ts'
import { createReachCheck } from '../delivery/egress/addresses.ts'
import { describeTargetFault } from '../delivery/egress/describe-target-fault.ts'
import { createEgress } from '../delivery/egress/egress.ts'
import { clientCommand } from '../domain/client-command.ts'
import { SECOND } from '../domain/time.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const NAME = 'other servers'
const NAME_SERVERS = 'name servers'
const NAME_SERVER_MS = 3 * SECOND
/** No name server knows it (RFC 6761, 6.4): to be told so shows that one answers. */
const UNKNOWN_NAME = 'formslot.invalid'
/** Codes by which a name server says that a name is unknown. */
const ANSWERS: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/**
 * Says which servers destinations such as webhooks may have, whether their names can be looked up, and whether one that the
 * operator names answers. Nothing is sent to anybody else: without `reach`, no connection is opened.
 *
 * @param options.reach address to send a GET to, or null
 * @param options.nameServers IP addresses, with ports; those of the machine when omitted
 */
export async function checkEgress(
  config: Config,
  options: { reach: string | null; nameServers?: readonly string[] },
): Promise<Finding[]> {
  const { egress } = config
  const findings = egress.proxy === null ? describeReach(egress) : [describeProxy(egress.proxy)]
  if (egress.proxy === null) findings.push(await checkNameServers(options.nameServers))
  if (options.reach !== null) findings.push(await tryToReach(config, options.reach))
  return findings
}

function describeProxy(proxy: string): Finding {
  // Never with the login.
  const { origin } = new URL(proxy)
  return ok(
    NAME,
    `reached through ${origin}; which names and addresses may be reached is the proxy's task, and not checked here`,
  )
}

function describeReach({ allowed, ports, http }: Config['egress']): Finding[] {
  const inside = allowed.length === 0 ? 'no address inside a network' : `inside also ${allowed.join(', ')}`
  const message = `public addresses, ports ${ports.join(', ')}, ${http ? 'also without TLS' : 'only with TLS'}; ${inside}`
  const isNeverReached = (range: string) => {
    const [address = '', bits] = range.split('/')
    return Number(bits) === (address.includes(':') ? 128 : 32) && createReachCheck([range])(address) === null
  }
  const useless = allowed.filter(isNeverReached)
  if (useless.length === 0) return [ok(NAME, message)]
  const fix = 'remove it from FORMSLOT_EGRESS_ALLOW: no setting allows the metadata service of a cloud'
  return [warn(NAME, `${useless.join(', ')} is never reached; ${message}`, fix)]
}

async function checkNameServers(nameServers: readonly string[] | undefined): Promise<Finding> {
  const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 1 })
  if (nameServers) resolver.setServers(nameServers)
  const servers = resolver.getServers().join(', ')
  try {
    await resolver.resolve4(UNKNOWN_NAME)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : String(error)
    if (!ANSWERS.includes(code)) {
      return warn(
        NAME_SERVERS,
        `none answers (${servers}: ${code}); webhooks and chats whose addresses contain a name get nothing`,
        'correct /etc/resolv.conf, or ignore this without such destinations; the file hosts is not read for them',
      )
    }
  }
  return ok(NAME_SERVERS, `${servers} answers`)
}

async function tryToReach(config: Config, url: string): Promise<Finding> {
  const egress = createEgress(config.egress)
  const explain = (fault: Parameters<typeof describeTargetFault>[0]) => {
    const listen = `${clientCommand(config.baseUrl)} listen`
    return fail(
      NAME,
      describeTargetFault(fault, { url, settings: config.egress, listen }),
      'name an address that a destination may have',
    )
  }
  const fault = egress.findFault(url)
  if (fault !== null) return explain(fault)
  const result = await egress.send({ url, method: 'GET', headers: {}, body: null })
  const { origin } = new URL(url)
  switch (result.kind) {
    case 'blocked':
      return explain(result.fault)
    case 'failed':
      return fail(
        NAME,
        `${origin}: ${result.reason}`,
        'check the firewall of this machine and the name of the host, or try another one',
      )
    case 'answered':
      return ok(NAME, `${origin} answers with status ${result.status}`)
  }
}
