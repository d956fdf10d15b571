import type { Parsed } from './reading.ts'

/** The mail server that sends emails. */
export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; without it STARTTLS is used where offered. */
  secure: boolean
  user: string | null
  password: string | null
  /** Name by which this service introduces itself (EHLO, RFC 5321 §4.1.1.1); that of the machine if not set. */
  heloName?: string
}

/** Message submission, RFC 6409 §3.1. */
const SUBMISSION_PORT = 587
/** Message submission over TLS, RFC 8314 §7.3. */
const SUBMISSIONS_PORT = 465

/** Parses `smtp://` or `smtps://`, with or without user and password. No problem repeats any of the text. */
export function parseSmtpUrl(text: string): Parsed<SmtpServer> {
  if (!/^smtps?:\/\//i.test(text))
    return { kind: 'fault', problem: 'does not begin with smtp:// or smtps://' }
  const url = URL.parse(text)
  if (!url || url.hostname === '' || url.port === '0') {
    const hint = 'percent-encode @ : / ? # and % in the user and the password'
    return { kind: 'fault', problem: `is not the address of a mail server; ${hint}` }
  }
  if (/^\/?$/.test(url.pathname) === false || url.search !== '' || url.hash !== '') {
    return { kind: 'fault', problem: 'has text after the port, which Formslot would ignore' }
  }
  const user = decoded(url.username)
  const password = decoded(url.password)
  if (user === null || password === null) {
    return { kind: 'fault', problem: 'has a % in the user or the password that is not percent-encoded (%25)' }
  }
  if ((user === '') !== (password === '')) {
    return { kind: 'fault', problem: 'has a user without a password, or a password without a user' }
  }
  const secure = url.protocol === 'smtps:'
  const port = url.port === '' ? portFor(secure) : Number(url.port)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { kind: 'ok', value: { host, port, secure, user: user || null, password: password || null } }
}

function portFor(secure: boolean): number {
  return secure ? SUBMISSIONS_PORT : SUBMISSION_PORT
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
