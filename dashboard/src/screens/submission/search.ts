/** The views of a submission; the chosen one stands in the address. */
const VIEWS = ['message', 'delivery', 'raw'] as const
export type SubmissionView = (typeof VIEWS)[number]

export function readSubmissionSearch({ view }: Record<string, unknown>): {
  view?: SubmissionView | undefined
} {
  return { view: VIEWS.find((one) => one === view) }
}
