import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { ListenAddress } from './listen-address.ts'
import type { Parsed } from './reading.ts'

/** Parses an absolute http or https origin and normalizes it: lower case, A-labels, no default port, no trailing slash. */
export function parseBaseUrl(text: string): Parsed<string> {
  const url = URL.parse(text)
  if (!url || !/^https?:\/\//i.test(text)) return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
  if (url.username !== '' || url.password !== '') {
    return { kind: 'fault', problem: 'contains a user or a password, which would appear in every link' }
  }
  if (url.pathname !== '/' || /[?#]/.test(text)) {
    return {
      kind: 'fault',
      problem: `is ${JSON.stringify(text)}; Formslot needs its own host name and cannot run under a path`,
    }
  }
  return { kind: 'ok', value: url.origin }
}

/** Returns the base address that follows from the host and port of the service. */
export function getBaseUrl({ host, port }: ListenAddress): string {
  return new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`).origin
}

/** Returns true for addresses that only this machine can reach: `localhost`, 127.0.0.0/8 and ::1. */
export function isLoopbackUrl(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Endings of names that no public DNS knows. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|home|corp|intranet|test|home\.arpa)$/

/** Returns true for addresses that strangers on the internet may reach: by their form, without asking the DNS. */
export function isPublicUrl(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return ipaddr.process(host).range() === 'unicast'
  return host.includes('.') && !PRIVATE_NAME.test(host)
}
