/**
 * Status and texts of a refusal code: `error` is the text of the founding specification; `message` can be shown to the
 * person who filled in a form; `hint` tells the developer how to fix it. Fixed sentences, never submitted data.
 */
export type Entry = { status: number; error: string; message: string; hint: string; formspree?: string }

export const INVALID = { status: 400, error: 'validation failed' } as const
export const FORBIDDEN = { status: 403, error: 'forbidden' } as const
export const TOO_LARGE = { status: 413, error: 'payload too large' } as const
export const UNAVAILABLE = { status: 503, error: 'temporarily unavailable' } as const
export const RATE = { status: 429, error: 'rate limited' } as const

export const KIB = 1024
