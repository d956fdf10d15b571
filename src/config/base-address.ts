import { isIP } from 'node:net'
import type { ListenAddress } from './listen-address.ts'
import type { Parsed } from './reading.ts'

/** An absolute http or https origin, normalised: lower case, A-labels, no default port, no slash at its end. */
export function parseBaseUrl(text: string): Parsed<string> {
  const url = URL.parse(text)
  if (!url || !/^https?:\/\//i.test(text)) return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
  if (url.username !== '' || url.password !== '') {
    return { kind: 'fault', problem: 'holds a user or a password, which would stand in every link' }
  }
  if (url.pathname !== '/' || /[?#]/.test(text)) {
    return { kind: 'fault', problem: `is ${JSON.stringify(text)}: Formslot needs a host name of its own` }
  }
  return { kind: 'ok', value: url.origin }
}

/** The base address that follows from where the service listens. */
export function getBaseUrl({ host, port }: ListenAddress): string {
  return new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`).origin
}

/** Whether only this machine can mean itself by the address: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopbackUrl(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
