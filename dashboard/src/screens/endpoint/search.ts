/** Tabs of an endpoint; the selected one is in the URL. */
const ENDPOINT_VIEWS = ['overview', 'table', 'snippets', 'settings', 'emails'] as const
export type EndpointView = (typeof ENDPOINT_VIEWS)[number]

export type EndpointSearch = {
  view?: EndpointView | undefined
  /** State of the table, see `parseTable`; kept while another tab is open. */
  table?: string | undefined
}

export function readEndpointSearch({ view, table }: Record<string, unknown>): EndpointSearch {
  // A former tab.
  if (view === 'danger') return { view: 'settings' }
  return {
    view: ENDPOINT_VIEWS.find((one) => one === view),
    table: typeof table === 'string' ? table : undefined,
  }
}
