import { isIP } from 'node:net'
import type { Config } from '../../config/config.ts'
import { readDomain } from '../../domain/accounts/mailbox.ts'
import { type Finding, ok, warn } from '../finding.ts'
import { checkDkim } from './dkim.ts'
import { checkDmarc } from './dmarc.ts'
import { type Dns, openDns } from './lookup.ts'
import { checkBounceDomain, checkMtaSts } from './mail-servers.ts'
import { findRelay } from './relay.ts'
import { checkReverse } from './reverse.ts'
import { checkSpf } from './spf.ts'

const NAME = 'mail DNS'

/**
 * Checks the records by which receivers judge the emails of this instance, and those that bounces need. It connects only to name
 * servers.
 *
 * @param options.nameServers IP addresses, optionally with ports; those of the machine if omitted
 */
export async function checkMailDns(
  config: Config,
  options: { nameServers?: readonly string[]; totalMs?: number } = {},
): Promise<Finding[]> {
  const { smtp, mailFrom, dkim, baseUrl } = config
  const from = readDomain(mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1))
  if (!smtp || from === null) return []
  if (config.baseUrlIsLoopback) return [ok(NAME, 'not checked, because the base URL is on this machine')]
  using dns = openDns(options.nameServers, options.totalMs)
  const bounceDomain = config.bounces.address?.domain ?? null
  const silent = await findSilence(from, dns)
  if (silent) return [silent]

  const relay = await findRelay(smtp.host, dns)
  const envelope = bounceDomain ?? from
  const checks = [
    ...[...new Set([envelope, from])].map((domain) => checkSpf(domain, relay, dns)),
    ...(dkim ? [checkDkim(dkim, dns)] : []),
    checkDmarc(
      {
        from,
        dkim: dkim?.domain ?? null,
        envelope: relay.provider && relay.provider.include === null ? null : envelope,
      },
      dns,
    ),
    checkReverse(relay, dns),
    ...(bounceDomain ? [checkBounceDomain(bounceDomain, { host: findHost(baseUrl, smtp.host), dns })] : []),
    checkMtaSts(bounceDomain ?? from, dns),
  ]
  return (await Promise.all(checks)).flat()
}

/** Returns a single finding if no name server answers at all; otherwise null. */
async function findSilence(domain: string, dns: Dns): Promise<Finding | null> {
  const answer = await dns.texts(domain)
  if (answer.kind !== 'failed' || !answer.problem.startsWith('no name server')) return null
  return warn(
    NAME,
    `not checked: ${answer.problem}`,
    'correct /etc/resolv.conf, or let this machine reach a name server',
  )
}

/** Returns the name of the machine that probably receives bounces. */
function findHost(baseUrl: string, smtpHost: string): string {
  const { hostname } = new URL(baseUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? smtpHost : hostname
}
