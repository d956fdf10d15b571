import type { Owned } from './owned.ts'

/** Followed by the kind. Also read by `docs-script.ts`, and written by the script of the start page. */
const PREFIX = 'formslot-example-'

/** Stores the address of an endpoint in this browser: the examples of the documentation use it. */
export function keepForExamples(kind: Owned['kind'], url: string): void {
  try {
    localStorage.setItem(PREFIX + kind, url)
  } catch {
    // In a browser that stores nothing they have placeholders.
  }
}

/** Forgets the addresses of all kinds. */
export function forgetExamples(): void {
  for (const kind of ['form', 'telemetry', 'queue'] satisfies Owned['kind'][])
    localStorage.removeItem(PREFIX + kind)
}
