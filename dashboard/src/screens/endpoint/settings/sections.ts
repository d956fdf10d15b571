/** Sections of the settings of a form, by their addresses below `/forms/{id}/settings`. */
export const SETTINGS_SECTIONS = [
  'general',
  'spam',
  'delivery',
  'emails',
  'files',
  'encryption',
  'danger',
] as const

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** Returns the section of an address; the first one for any other text. */
export function readSection(text: string | undefined): SettingsSection {
  return SETTINGS_SECTIONS.find((section) => section === text) ?? 'general'
}
