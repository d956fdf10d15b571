import { type ListenAddress, parseHostAndPort } from './listen-address.ts'
import type { Parsed, Reading } from './reading.ts'

/** The spam filters of the operator that judge submissions; null where none is set. */
export type SpamEngines = { rspamd: RspamdServer | null; spamd: SpamdServer | null }

export type RspamdServer = {
  /** An origin without a trailing slash: the worker that checks messages. */
  url: string
  /** The controller that learns; null: nothing is taught. */
  controller: { url: string; password: string } | null
}

export type SpamdServer = ListenAddress & {
  /** true: owners' corrections are sent to it (TELL). */
  learns: boolean
}

const SPAMD_PORT = 783
const LEARN: Readonly<Record<string, boolean>> = { on: true, off: false }

/** Reads the settings of the spam filters, and adds a fault for half a configuration. */
export function readSpamEngines(reading: Reading): SpamEngines {
  const url = reading.optional('FORMSLOT_RSPAMD_URL', parseEngineUrl)
  const controllerUrl = reading.optional('FORMSLOT_RSPAMD_CONTROLLER_URL', parseEngineUrl)
  const password = reading.optional('FORMSLOT_RSPAMD_PASSWORD', parsePassword)
  const spamd = reading.optional('FORMSLOT_SPAMD', parseSpamdAddress)
  const learns = reading.value('FORMSLOT_SPAMD_LEARN', parseLearn)
  const hasController = reading.given('FORMSLOT_RSPAMD_CONTROLLER_URL')
  const hasPassword = reading.given('FORMSLOT_RSPAMD_PASSWORD')
  if (hasController && !hasPassword) {
    reading.addFault('FORMSLOT_RSPAMD_PASSWORD', 'is missing; FORMSLOT_RSPAMD_CONTROLLER_URL needs it')
  }
  if (hasPassword && !hasController) {
    reading.addFault('FORMSLOT_RSPAMD_CONTROLLER_URL', 'is missing; FORMSLOT_RSPAMD_PASSWORD is for it')
  }
  if (hasController && !reading.given('FORMSLOT_RSPAMD_URL')) {
    reading.addFault('FORMSLOT_RSPAMD_URL', 'is missing; FORMSLOT_RSPAMD_CONTROLLER_URL needs it')
  }
  if (learns && !reading.given('FORMSLOT_SPAMD')) {
    reading.addFault('FORMSLOT_SPAMD', 'is missing; FORMSLOT_SPAMD_LEARN=on needs it')
  }
  const controller = controllerUrl !== null && password !== null ? { url: controllerUrl, password } : null
  return {
    rspamd: url === null ? null : { url, controller },
    spamd: spamd && { ...spamd, learns },
  }
}

/** Parses an origin. No problem repeats any of the text, which may contain a password. */
export function parseEngineUrl(text: string): Parsed<string> {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (!url) return { kind: 'fault', problem: 'is not an http or https address' }
  if (url.username !== '' || url.password !== '') {
    return { kind: 'fault', problem: 'has a user or a password; the password is FORMSLOT_RSPAMD_PASSWORD' }
  }
  if (url.pathname !== '/' || /[?#]/.test(text)) {
    return { kind: 'fault', problem: 'has text after the port, which Formslot would ignore' }
  }
  return { kind: 'ok', value: url.origin }
}

/** Parses `host` or `host:port`, with an IPv6 host in brackets. */
export function parseSpamdAddress(text: string): Parsed<ListenAddress> {
  return parseHostAndPort(text, SPAMD_PORT)
}

/** The password is sent in a header. */
function parsePassword(text: string): Parsed<string> {
  if (/^[\x20-\x7e]{1,256}$/.test(text)) return { kind: 'ok', value: text }
  return { kind: 'fault', problem: 'has characters other than printable ASCII, or more than 256' }
}

function parseLearn(text: string): Parsed<boolean> {
  const learns = Object.hasOwn(LEARN, text) ? LEARN[text] : undefined
  return learns === undefined
    ? { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
    : { kind: 'ok', value: learns }
}
