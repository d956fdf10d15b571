/**
 * What the catalogue says about a code: `error` is the founding text; `message` is fit to be shown to who filled in a
 * form, by the page that it stands on; `hint` is for who wrote that page. Fixed sentences, never submitted data.
 */
export type Entry = { status: number; error: string; message: string; hint: string; formspree?: string }

export const INVALID = { status: 400, error: 'validation failed' } as const
export const FORBIDDEN = { status: 403, error: 'forbidden' } as const
export const RATE = { status: 429, error: 'rate limited' } as const

export const KIB = 1024
