/** Sections of the settings of a form, by their addresses below `/forms/{id}/settings`. */
export const SETTINGS_SECTIONS = [
  { id: 'general', label: 'General' },
  { id: 'spam', label: 'Spam' },
  { id: 'delivery', label: 'Where submissions go' },
  { id: 'emails', label: 'Emails' },
  { id: 'files', label: 'Files' },
  { id: 'encryption', label: 'Encryption' },
  { id: 'danger', label: 'Retire or delete' },
] as const

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]['id']

/** Returns the section of an address; the first one for any other text. */
export function readSection(text: string | undefined): SettingsSection {
  return SETTINGS_SECTIONS.find(({ id }) => id === text)?.id ?? 'general'
}
