import { language, locale } from '../language/language.ts'
import { t } from '../language/texts.ts'

const KIBIBYTE = 1024
/** A byte is an octet in French. */
const BYTE = language === 'fr' ? 'o' : 'B'
const BYTE_UNITS = ['Ki', 'Mi', 'Gi'] as const
const integerFormat = new Intl.NumberFormat(locale)
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const oneTenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** 12,345 */
export function count(number: number): string {
  return integerFormat.format(number)
}

/** "1.2%" */
export function percentText(share: number): string {
  return percent.format(share)
}

/** "1.0" */
export function tenthsText(number: number): string {
  return oneTenth.format(number)
}

/** "1.2 MiB", in the units in which the service states its limits */
export function bytesText(bytes: number): string {
  if (bytes < KIBIBYTE) return t('shell.text.bytes', { count: bytes })
  let size = bytes / KIBIBYTE
  let unit = 0
  // From here on, it would be shown as 1,024 of the smaller unit.
  while (size >= KIBIBYTE - 0.5 && unit < BYTE_UNITS.length - 1) {
    size /= KIBIBYTE
    unit += 1
  }
  return `${unit === 0 ? count(Math.round(size)) : tenths.format(size)} ${BYTE_UNITS[unit]}${BYTE}`
}
