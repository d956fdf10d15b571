/** The most specific name comes first: most browsers also send the names of others. */
const BROWSERS: readonly [mark: RegExp, name: string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
]
const SYSTEMS: readonly [mark: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const MAX_LENGTH = 1024

/**
 * Returns browser and system of a User-Agent, `Firefox · Linux`: enough for owners to recognize their own device. Nothing
 * else of the header is kept, so text that somebody puts into it is never shown. Empty when neither is known.
 */
export function deviceLabel(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH)
  const known = [nameIn(text, BROWSERS), nameIn(text, SYSTEMS)].filter((name) => name !== undefined)
  return known.join(' · ')
}

function nameIn(text: string, names: readonly [RegExp, string][]): string | undefined {
  return names.find(([mark]) => mark.test(text))?.[1]
}
