import { formatBytes } from '../domain/language.ts'

const MEBIBYTE = 1024 ** 2
const GIBIBYTE = 1024 ** 3
const BAR_LENGTH = 24
/** Milliseconds between two drawings of a line, so that it can be read and costs nothing. */
const REDRAW_MS = 200
/** Milliseconds after which a speed is worth reading. */
const MIN_MEASURED_MS = 1000
const SECOND_MS = 1000

/** Formats a bar with its percentage, for a line that is overwritten, as "[##########              ]  42 %". */
export function formatBar({ done, of }: { done: number; of: number }): string {
  const share = of === 0 ? 1 : Math.min(1, done / of)
  const bar = '#'.repeat(Math.round(share * BAR_LENGTH)).padEnd(BAR_LENGTH)
  return `[${bar}] ${String(Math.floor(share * 100)).padStart(3)} %`
}

/** Formats a bar for bytes, as "[##########              ]  42 %  1.2 of 2.9 GiB  34 MiB/s"; null: no speed yet. */
export function formatByteBar(
  { done, of }: { done: number; of: number },
  bytesPerSecond: number | null,
): string {
  const [divisor, unit] = of >= GIBIBYTE ? [GIBIBYTE, 'GiB'] : [MEBIBYTE, 'MiB']
  const format = (bytes: number) => (bytes / divisor).toFixed(1)
  const speed = bytesPerSecond === null ? '' : `  ${formatSpeed(bytesPerSecond / MEBIBYTE)} MiB/s`
  return `${formatBar({ done, of })}  ${format(done)} of ${format(of)} ${unit}${speed}`
}

/** "0.4", "9.9", "34" */
function formatSpeed(mebibytes: number): string {
  return mebibytes.toFixed(mebibytes < 10 ? 1 : 0)
}

/** A line with a bar for bytes. */
export type ByteProgress = {
  /** Counts bytes that were read or written. */
  add(bytes: number): void
  /** Counts bytes that need not be moved, because they are there already: no part of the speed. */
  skip(bytes: number): void
  /** Removes the line. */
  end(): void
}

/**
 * Draws a line with a bar while bytes are added, five times a second at most.
 *
 * @param options.show overwrites the line of progress; an empty one removes it
 * @param options.now milliseconds of a clock that runs evenly
 */
export function createByteProgress(options: {
  of: number
  show(line: string): void
  now?: () => number
}): ByteProgress {
  const { of, show, now = () => performance.now() } = options
  const begun = now()
  let moved = 0
  let skipped = 0
  let drawnAt = Number.NEGATIVE_INFINITY

  function draw(): void {
    const at = now()
    const isDone = moved + skipped >= of
    if (at - drawnAt < REDRAW_MS && !isDone) return
    drawnAt = at
    const elapsed = at - begun
    const speed = elapsed < MIN_MEASURED_MS ? null : (moved * SECOND_MS) / elapsed
    show(formatByteBar({ done: moved + skipped, of }, speed))
  }

  return {
    add(bytes) {
      moved += bytes
      draw()
    },
    skip(bytes) {
      skipped += bytes
      draw()
    },
    end: () => show(''),
  }
}

/** Formats a number of files and their bytes, as "1 file (300 KiB)". */
export function formatFiles({ files, bytes }: { files: number; bytes: number }): string {
  return `${files} ${files === 1 ? 'file' : 'files'} (${formatBytes('en', bytes)})`
}
