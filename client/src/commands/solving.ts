import type { Console } from '../terminal/console.ts'

const NOTE_INTERVAL_MS = 5000

/** Returns a callback that tells a person how the computation of a proof of work goes on; undefined for programs. */
export function showSolving(console: Console): ((tries: number) => void) | undefined {
  if (console.format !== 'words') return undefined
  let notedAt: number | null = null
  return (tries) => {
    const now = performance.now()
    if (notedAt !== null && now - notedAt < NOTE_INTERVAL_MS) return
    console.note(
      notedAt === null
        ? 'The service asks for a proof of work. Computing it …'
        : `Still computing: ${tries} keys tried.`,
    )
    notedAt = now
  }
}
