import type { EndpointFacts } from './endpoint.ts'

/** Whether an endpoint is called so, by its name or its id; neither case nor accents matter. */
export function matchesEndpoint(endpoint: EndpointFacts, text: string): boolean {
  const sought = folded(text)
  return folded(endpoint.settings.name ?? '').includes(sought) || endpoint.id.includes(sought)
}

function folded(text: string): string {
  return text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
