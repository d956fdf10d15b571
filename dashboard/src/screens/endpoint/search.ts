/** Tabs of an endpoint; the selected one is in the URL. */
const ENDPOINT_VIEWS = ['overview', 'snippets', 'settings', 'emails'] as const
export type EndpointView = (typeof ENDPOINT_VIEWS)[number]

export function readEndpointSearch({ view }: Record<string, unknown>): { view?: EndpointView | undefined } {
  // A former tab.
  if (view === 'danger') return { view: 'settings' }
  return { view: ENDPOINT_VIEWS.find((one) => one === view) }
}
