const BYTE_UNITS = ['kB', 'MB', 'GB'] as const
const integerFormat = new Intl.NumberFormat()
const tenths = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** 12,345 */
export function count(number: number): string {
  return integerFormat.format(number)
}

/** "1 submission", "2 submissions" */
export function pluralize(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

/** "1.2 MB" */
export function bytesText(bytes: number): string {
  let size = bytes / 1000
  let unit = 0
  while (size >= 1000 && unit < BYTE_UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${size < 10 ? tenths.format(size) : count(Math.round(size))} ${BYTE_UNITS[unit]}`
}
