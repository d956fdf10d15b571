const KIBIBYTE = 1024
const BYTE_UNITS = ['KiB', 'MiB', 'GiB'] as const
const integerFormat = new Intl.NumberFormat()
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** 12,345 */
export function count(number: number): string {
  return integerFormat.format(number)
}

/** "1 submission", "2 submissions" */
export function pluralize(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

/** "1.2%" */
export function percentText(share: number): string {
  return percent.format(share)
}

/** "1.2 MiB", in the units in which the service states its limits */
export function bytesText(bytes: number): string {
  if (bytes < KIBIBYTE) return pluralize(bytes, 'byte')
  let size = bytes / KIBIBYTE
  let unit = 0
  // From here on, it would be shown as 1,024 of the smaller unit.
  while (size >= KIBIBYTE - 0.5 && unit < BYTE_UNITS.length - 1) {
    size /= KIBIBYTE
    unit += 1
  }
  return `${unit === 0 ? count(Math.round(size)) : tenths.format(size)} ${BYTE_UNITS[unit]}`
}
