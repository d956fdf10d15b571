import type { Language } from '../../src/domain/language.ts'
import { readDashboardCatalog } from '../../src/locales/dashboard-catalogs.ts'
import { testCatalogs } from '../support/locales/catalog-rules.ts'

/** Words of the dashboard that a language shares with English. */
const SAME_WORDS: Readonly<Partial<Record<Language, readonly string[]>>> = {}

testCatalogs(readDashboardCatalog, { minimum: 800, sameWords: SAME_WORDS })
