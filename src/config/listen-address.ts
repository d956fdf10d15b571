import { isIP } from 'node:net'
import type { Parsed } from './reading.ts'

/** A host without brackets and a port. */
export type ListenAddress = { host: string; port: number }

/** Largest TCP port. */
export const LAST_PORT = 65_535

/** Parses a host name or an IP address; an IPv6 address may be in brackets. */
export function parseHost(text: string): Parsed<string> {
  const host = /^\[.*\]$/.test(text) ? text.slice(1, -1) : text
  const isName = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host) && !/^[\d.]+$/.test(host)
  if (isIP(host) !== 0 || isName) return { kind: 'ok', value: host }
  return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}

/** Parses `host` or `host:port`, with an IPv6 host in brackets. */
export function parseHostAndPort(text: string, defaultPort: number): Parsed<ListenAddress> {
  const [, hostText = '', portText = String(defaultPort)] = /^(\[.*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = parseHost(hostText)
  const port = Number(portText)
  if (host.kind === 'ok' && port > 0 && port <= LAST_PORT)
    return { kind: 'ok', value: { host: host.value, port } }
  return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}

/** Parses `off`, or `host:port` with an IPv6 host in brackets; null is off. */
export function parseMetricsListen(text: string): Parsed<ListenAddress | null> {
  return text === 'off' ? { kind: 'ok', value: null } : parseListenAddress(text)
}

/** Parses `host:port`, with an IPv6 host in brackets. */
export function parseListenAddress(text: string): Parsed<ListenAddress> {
  const [, hostText, portText] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  const port = Number(portText)
  const host = parseHost(hostText ?? '')
  const isBareIpv6 = hostText?.includes(':') && !hostText.startsWith('[')
  if (host.kind === 'ok' && !isBareIpv6 && port > 0 && port <= LAST_PORT) {
    return { kind: 'ok', value: { host: host.value, port } }
  }
  return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}

/** Returns true when listening on this host means listening on every interface. */
export function isEveryInterface(host: string): boolean {
  return host === '0.0.0.0' || (isIP(host) === 6 && new URL(`http://[${host}]`).hostname === '[::]')
}
