/** Tabs of a submission; the selected one is in the URL. */
const VIEWS = ['message', 'delivery', 'raw'] as const
export type SubmissionView = (typeof VIEWS)[number]

export function readSubmissionSearch({ view }: Record<string, unknown>): {
  view?: SubmissionView | undefined
} {
  return { view: VIEWS.find((one) => one === view) }
}
