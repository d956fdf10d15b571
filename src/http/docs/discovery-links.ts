/** Path of the front page as Markdown. */
export const HOME_TWIN = '/index.md'

/** Links to the descriptions of this service (RFC 8288, RFC 8631, RFC 9727), on the front page and the documentation. */
const DESCRIPTIONS = [
  '</llms.txt>; rel="describedby"; type="text/plain"',
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</.well-known/api-catalog>; rel="api-catalog"',
]

/** Returns the Link header of a page: what describes the service, and the page as Markdown. */
export function discoveryLinks(twinPath: string): string {
  return [...DESCRIPTIONS, `<${twinPath}>; rel="alternate"; type="text/markdown"`].join(', ')
}
