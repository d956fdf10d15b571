import type { SettingsSection } from './settings/sections.ts'

/** Tabs of an endpoint, in the URL, but for the settings, which have addresses of their own. */
const ENDPOINT_VIEWS = ['overview', 'table', 'snippets'] as const
/** Former tabs, in emails and bookmarks, with the sections of the settings that they lead to. */
const FORMER_VIEWS = {
  settings: 'general',
  emails: 'emails',
  danger: 'danger',
} as const satisfies Record<string, SettingsSection>

export type EndpointView = (typeof ENDPOINT_VIEWS)[number] | keyof typeof FORMER_VIEWS

export type EndpointSearch = {
  view?: EndpointView | undefined
  /** State of the table, see `parseTable`; kept while another tab is open. */
  table?: string | undefined
}

export function readEndpointSearch({ view, table }: Record<string, unknown>): EndpointSearch {
  return {
    view: ENDPOINT_VIEWS.find((one) => one === view) ?? findFormer(view),
    table: typeof table === 'string' ? table : undefined,
  }
}

/** Returns the section of the settings that a former tab leads to; null for another tab. */
export function findSectionOfView(view: EndpointView | undefined): SettingsSection | null {
  const former = findFormer(view)
  return former === undefined ? null : FORMER_VIEWS[former]
}

function findFormer(view: unknown) {
  return (['settings', 'emails', 'danger'] as const).find((one) => one === view)
}
