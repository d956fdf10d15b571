import { getSetting, SETTING_NAMES } from './settings.ts'

/** A setting that was given, and where from. */
export type GivenSetting = {
  name: string
  source: 'environment' | 'file'
  /** Null for a secret, which is never shown. */
  value: string | null
}

const FILE_SUFFIX = '_FILE'
/** User name and password, and whatever follows a question mark: both may be secrets. */
const IN_URLS = /(?<=\/\/)[^/@\s]*@|\?\S*/g

/** Lists the settings that differ from their defaults, without secrets: all others have the default of the documentation. */
export function listGivenSettings(env: Record<string, string | undefined>): GivenSetting[] {
  return SETTING_NAMES.flatMap((name): GivenSetting[] => {
    const isSecret = getSetting(name).secret === true
    const text = env[name]?.trim()
    if (text) return [{ name, source: 'environment', value: isSecret ? null : text.replace(IN_URLS, '…') }]
    return isSecret && env[name + FILE_SUFFIX]?.trim() ? [{ name, source: 'file', value: null }] : []
  })
}
