import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { pino } from 'pino'
import { readConfig } from '../src/config/config.ts'
import { openService } from '../src/service.ts'

/**
 * Types of the API for the dashboard and for the client, from the OpenAPI document of this source tree.
 * `npm run types` writes them; `npm run check` fails when a file is not what would be written.
 */
const FILES = [
  { file: 'dashboard/src/api/schema.ts', covers: (address: string) => address.startsWith('/api/v1/') },
  { file: 'client/src/api/schema.ts', covers: (address: string) => CLIENT_PATHS.has(address) },
]
/** Paths that the client and the command line call. */
const CLIENT_PATHS = new Set([
  '/new',
  '/t/new',
  '/q/new',
  '/f/{id}',
  '/f/{id}/challenge',
  '/f/{id}/status',
  '/t/{id}/events',
  '/t/{id}/status',
  '/q/{id}',
  '/q/{id}/messages',
  '/q/{id}/messages/ack',
  '/q/{id}/messages/pull',
  '/q/{id}/status',
  '/api/v1/keys',
  '/api/v1/me',
  '/api/v1/submissions',
  '/api/v1/submissions/{id}',
])
const ROOT = path.resolve(import.meta.dirname, '..')
const BANNER = '// Generated from /openapi.json by `npm run types`. Do not edit.'
const REFERENCE = '#/components/schemas/'

type Document = { paths: Record<string, unknown>; components: { schemas: Record<string, unknown> } }

const document = await loadDocument()
for (const { file, covers } of FILES) {
  const types = await generateTypes(document, covers)
  if (process.argv[2] === 'check') await check(file, types)
  else await writeFile(path.join(ROOT, file), types)
}

async function check(file: string, expected: string): Promise<void> {
  const actual = await readFile(path.join(ROOT, file), 'utf8')
  if (actual === expected) return
  console.error(`${file} does not match /openapi.json. Run \`npm run types\` and commit the file.`)
  process.exitCode = 1
}

/** Starts the service on an empty database and asks it for the document that it publishes. */
async function loadDocument(): Promise<Document> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-types-'))
  const read = readConfig({
    FORMSLOT_PORT: '0',
    FORMSLOT_DATA_DIR: folder.path,
    FORMSLOT_LOG_LEVEL: 'silent',
    FORMSLOT_MIN_FREE_MB: '0',
  })
  if (read.kind === 'faults') throw new Error(`The configuration is wrong: ${JSON.stringify(read.faults)}`)
  await using service = await openService({
    config: read.config,
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    work: 'by hand',
  })
  const response = await fetch(new URL('/openapi.json', service.url))
  return (await response.json()) as Document
}

/** @param covers selects the paths whose schemas are written */
async function generateTypes(
  { paths, components }: Document,
  covers: (address: string) => boolean,
): Promise<string> {
  const selected = Object.entries(paths).filter(([address]) => covers(address))
  const names = findReferences(selected, components.schemas)
  const references = names.map((name) => [name, { $ref: REFERENCE + name }])
  const root = {
    components: { schemas: toDraft7(components.schemas) },
    type: 'object',
    properties: Object.fromEntries(references),
    required: names,
  }
  return await compile(root as JSONSchema, 'Schemas', {
    additionalProperties: false,
    bannerComment: BANNER,
    style: { semi: false, singleQuote: true, printWidth: 110, trailingComma: 'all' },
  })
}

/** Names of the schemas that a value refers to, directly or through other schemas, sorted. */
function findReferences(
  value: unknown,
  schemas: Record<string, unknown>,
  found = new Set<string>(),
): string[] {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) findReferences(inner, schemas, found)
  }
  if (typeof value === 'string' && value.startsWith(REFERENCE)) {
    const name = value.slice(REFERENCE.length)
    if (!found.has(name)) {
      found.add(name)
      findReferences(schemas[name], schemas, found)
    }
  }
  return [...found].sort()
}

/**
 * The same schema in the dialect that json-schema-to-typescript reads, where a tuple is written `items: […]`.
 * Descriptions and lengths of lists are left out, so that the types change only when a shape does.
 */
function toDraft7(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDraft7)
  if (typeof value !== 'object' || value === null) return value
  const { prefixItems, minItems, maxItems, ...rest }: Record<string, unknown> = { ...value }
  if (typeof rest.description === 'string') delete rest.description
  if (Array.isArray(prefixItems))
    return { type: 'array', items: prefixItems.map(toDraft7), minItems, maxItems }
  return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, toDraft7(inner)]))
}
