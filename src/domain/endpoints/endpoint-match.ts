import { type EndpointFacts, getName } from './endpoint.ts'

/** Matches an endpoint by a part of its name or id, ignoring case and accents. */
export function matchesEndpoint(endpoint: EndpointFacts, text: string): boolean {
  const sought = folded(text)
  return folded(getName(endpoint) ?? '').includes(sought) || endpoint.id.includes(sought)
}

function folded(text: string): string {
  return text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
