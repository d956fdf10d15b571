/** Adds the English texts of the dashboard, for tests of its modules. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Namespace } from '../../../dashboard/src/language/messages.ts'
import { addTexts } from '../../../dashboard/src/language/texts.ts'
import { listNamespaces } from '../../../src/locales/dashboard/catalogs.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../src/locales/dashboard/en')

for (const namespace of listNamespaces())
  addTexts(namespace as Namespace, JSON.parse(readFileSync(path.join(FOLDER, `${namespace}.json`), 'utf8')))
