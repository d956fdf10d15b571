/** Periods of the report, in days. */
export const PERIODS = ['7', '30', '90'] as const
export type Period = (typeof PERIODS)[number]
export const USUAL_PERIOD = '30'

/** State of the email report, in the URL. */
export type EmailReportSearch = {
  q?: string | undefined
  days?: Exclude<Period, typeof USUAL_PERIOD> | undefined
}

export function readEmailReportSearch({ q, days }: Record<string, unknown>): EmailReportSearch {
  const period = String(days)
  const domain = typeof q === 'string' ? toDomainPart(q) : ''
  return {
    q: domain === '' ? undefined : domain,
    days: period === '7' || period === '90' ? period : undefined,
  }
}

/** Returns the period as it stands in the URL: nothing for the usual one. */
export function toDays(period: Period): EmailReportSearch['days'] {
  return period === USUAL_PERIOD ? undefined : period
}

/** Removes all characters that a domain cannot contain. */
export function toDomainPart(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '')
}
