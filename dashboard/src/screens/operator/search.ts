/** Sections of the desk. */
export const DESK_SECTIONS = ['owners', 'endpoints', 'log', 'instance'] as const
export type DeskSection = (typeof DESK_SECTIONS)[number]
export const USUAL_SECTION = 'owners'

/** State of the desk, in the URL. */
export type OperatorSearch = {
  q?: string | undefined
  section?: Exclude<DeskSection, typeof USUAL_SECTION> | undefined
  /** Endpoints by what they refused; otherwise the newest. */
  by?: 'refused' | undefined
}

export function readOperatorSearch({ q, section, by }: Record<string, unknown>): OperatorSearch {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    section: section === 'endpoints' || section === 'log' || section === 'instance' ? section : undefined,
    by: section === 'endpoints' && by === 'refused' ? by : undefined,
  }
}
