import { normalizeAddress } from '../../delivery/egress/addresses.ts'
import { type Finding, ok, warn } from '../finding.ts'
import { type Dns, toArpa } from './lookup.ts'
import type { Relay } from './relay.ts'
import { showText } from './show.ts'

const NAME = 'reverse DNS'
/** Maximum number of names of one address that are checked. */
const MAX_NAMES = 5

/** Checks that the addresses of a mail server have names that resolve back to them, which large providers require. */
export async function checkReverse({ host, provider, addresses }: Relay, dns: Dns): Promise<Finding[]> {
  // A provider sends from other addresses, and takes care of their names.
  if (provider) return []
  return Promise.all(addresses.map((address) => checkAddress(address, host, dns)))
}

async function checkAddress(address: string, host: string, dns: Dns): Promise<Finding> {
  const record = `ask the provider of the address for ${toArpa(address)} PTR ${host}.`
  const answer = await dns.names(address)
  if (answer.kind === 'failed')
    return warn(NAME, `${address} of ${host} cannot be looked up: ${answer.problem}`, 'run doctor again')
  if (answer.kind === 'none') return warn(NAME, `${address} of ${host} has no name (PTR)`, record)
  const names = answer.records.slice(0, MAX_NAMES)
  const back = await Promise.all(names.map((name) => dns.addresses(name)))
  const right = names.find((_, at) => {
    const found = back[at]
    return (
      found?.kind === 'found' &&
      found.records.some((one) => normalizeAddress(one) === normalizeAddress(address))
    )
  })
  if (right !== undefined)
    return ok(NAME, `${address} has the name ${showText(right)}, which resolves back to it`)
  const shown = names.map(showText).join(', ')
  return warn(NAME, `${address} of ${host} has the name ${shown}, which does not resolve back to it`, record)
}
