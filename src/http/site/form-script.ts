import type { FastifyInstance } from 'fastify'
import { DAY, SECOND } from '../../domain/time.ts'
import { type Texts, textsIn } from '../../locales/texts.ts'
import { composeOnce } from '../docs/publish.ts'
import { encodeText, sendEncodedFile } from '../kernel/encoded-file.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getSentenceSpace, LANGUAGES, type Language } from '../pages/i18n/languages.ts'
import { FORM_SCRIPT_1 } from './form-scripts/form-1.ts'
import { registerScript } from './register-script.ts'

/** Every released version, the newest last. A page that names the hash of one gets these bytes from every instance. */
const VERSIONS = [FORM_SCRIPT_1]
/** Lets pages of every site load the script, also with `crossorigin`, which Subresource Integrity needs. */
const FOR_EVERY_PAGE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
const MINUTES = 5

/**
 * Returns the texts of the script, with places for what only the browser knows. The one that precedes another ends with the
 * space between two sentences.
 */
export function getScriptTexts(language: Language): Record<keyof Texts['script'], string> {
  const { script } = textsIn(language)
  const places = { name: '{name}', max: '{max}' }
  return {
    ...script,
    offline: `${script.offline}${getSentenceSpace(language)}`,
    tooMany: script.tooMany(places),
    tooLarge: script.tooLarge(places),
    wrongKind: script.wrongKind(places),
  }
}

/**
 * Registers the script for forms on pages of other sites: the newest version, each version by its number, and the texts of each
 * language, which the script loads.
 */
export function registerFormScript(server: FastifyInstance): void {
  const newest = VERSIONS.at(-1) ?? ''
  registerScript(server, {
    url: '/form.js',
    code: newest,
    headers: { ...FOR_EVERY_PAGE, 'cache-control': `public, max-age=${MINUTES * 60}, must-revalidate` },
    operationId: 'readFormScript',
    summary: 'The script for forms on your pages: it sends them without leaving the page.',
  })
  for (const [index, code] of VERSIONS.entries()) {
    const version = index + 1
    registerScript(server, {
      url: `/form.${version}.js`,
      code,
      headers: { ...FOR_EVERY_PAGE, 'cache-control': `public, max-age=${(365 * DAY) / SECOND}, immutable` },
      operationId: `readFormScript${version}`,
      summary: `Version ${version} of the script for forms, which never changes.`,
    })
  }
  for (const language of LANGUAGES) {
    const encode = composeOnce(() =>
      encodeText(JSON.stringify(getScriptTexts(language)), 'application/json; charset=utf-8'),
    )
    registerRoute(server, {
      url: `/form.${language}.json`,
      handlers: {
        async GET(request, reply) {
          reply.headers({ ...FOR_EVERY_PAGE, 'cache-control': `public, max-age=${DAY / SECOND}` })
          return sendEncodedFile(request, reply, await encode())
        },
      },
    })
  }
}
