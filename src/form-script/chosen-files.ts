import { getText } from './texts.ts'

/**
 * Finds the first input whose files break a limit that it names: `accept`, `data-max-files`, and in bytes `data-max-bytes` for
 * each file and `data-max-total-bytes` for all. Returns the text for the visitor. The endpoint checks all of it again.
 */
export function findFileProblem(form: HTMLFormElement): { message: string; field: string } | undefined {
  for (const input of form.elements) {
    if (!(input instanceof HTMLInputElement) || !input.files) continue
    const { accept, dataset, name: field } = input
    const files = [...input.files]
    // A limit that is left out is NaN, which nothing is larger than.
    const { maxFiles, maxBytes, maxTotalBytes } = dataset
    const wrong = files.filter((file) => !isAccepted(file, accept))
    const large = files.filter(({ size }) => size > Number(maxBytes))
    const total = files.reduce((sum, { size }) => sum + size, 0)
    const refuse = (kind: 'tooMany' | 'tooLarge' | 'wrongKind', about: readonly File[], max: unknown) => {
      const names = about.map(({ name }) => isolate(name)).join(', ')
      // A function, because a name may hold the patterns of replacements.
      const message = getText(form, kind)
        .replace('{max}', `${max}`)
        .replace('{name}', () => names)
      return { message, field }
    }
    if (files.length > Number(maxFiles)) return refuse('tooMany', files, maxFiles)
    if (wrong.length) return refuse('wrongKind', wrong, '')
    if (large.length) return refuse('tooLarge', large, toMegabytes(maxBytes))
    if (total > Number(maxTotalBytes)) return refuse('tooLarge', files, toMegabytes(maxTotalBytes))
  }
  return undefined
}

/** Keeps the direction of a name from changing that of the text around it. */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`
}

/** Compares a file with the attribute `accept` as browsers do, which offer other files, too. */
function isAccepted({ name, type }: File, accept: string): boolean {
  const kinds = accept.toLowerCase().split(/[\s,]+/)
  return kinds.some((kind) =>
    kind.startsWith('.') ? name.toLowerCase().endsWith(kind) : type.startsWith(kind.replace('*', '')),
  )
}

function toMegabytes(bytes: unknown): number {
  return Number((Number(bytes) / 2 ** 20).toPrecision(3))
}
