import type { PlainKey } from '../../../language/texts.ts'
import type { SettingsSection } from './sections.ts'

export const SECTION_NAMES = {
  general: 'endpoint.sections.general',
  spam: 'shell.words.spam',
  delivery: 'endpoint.sections.delivery',
  emails: 'endpoint.sections.emails',
  files: 'endpoint.sections.files',
  encryption: 'endpoint.sections.encryption',
  danger: 'endpoint.sections.danger',
} satisfies Record<SettingsSection, PlainKey>
