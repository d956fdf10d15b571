import { glob, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { pino } from 'pino'
import { readConfig } from '../src/config/config.ts'
import { openService } from '../src/service.ts'

/**
 * Types of the API for the dashboard and for the client, from the OpenAPI document of this source tree.
 * `npm run types` writes them; `npm run check` fails when a file is not what would be written.
 */
const FILES = [
  { file: 'dashboard/src/api/schema.ts', collect: listImported, root: 'left out' },
  { file: 'client/src/api/schema.ts', collect: listCalled, root: 'written' },
] as const
/** Paths that the client and the command line call. */
const CLIENT_PATHS = [
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
  '/api/v1/endpoints/{id}/destinations',
  '/api/v1/endpoints/{id}/destinations/{destination_id}',
  '/api/v1/endpoints/{id}/destinations/{destination_id}/deliveries',
  '/api/v1/endpoints/{id}/destinations/{destination_id}/rotate',
  '/api/v1/endpoints/{id}/destinations/{destination_id}/test',
  '/api/v1/keys',
  '/api/v1/me',
  '/api/v1/submissions',
  '/api/v1/submissions/{id}',
]
const ROOT = path.resolve(import.meta.dirname, '..')
const BANNER = '// Generated from /openapi.json by `npm run types`. Do not edit.'
const REFERENCE = '#/components/schemas/'

/** The interface with all types, by which programs name them. */
const ROOT_TYPE = /^export interface Schemas \{\n(?: .*\n)*\}\n/m

type Document = { paths: Record<string, unknown>; components: { schemas: Record<string, unknown> } }
type ObjectSchema = { properties: Record<string, unknown>; required?: string[] }

const document = await loadDocument()
for (const { file, collect, root } of FILES) {
  const types = await generateTypes(document, await collect(document))
  const text = root === 'written' ? types : types.replace(ROOT_TYPE, '')
  if (process.argv[2] === 'check') await check(file, text)
  else await writeFile(path.join(ROOT, file), text)
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

/** Names of the types that the sources of the dashboard import. */
async function listImported({ components }: Document): Promise<string[]> {
  const names = new Set<string>()
  for await (const file of glob('dashboard/src/**/*.{ts,tsx}', { cwd: ROOT })) {
    const text = await readFile(path.join(ROOT, file), 'utf8')
    const [, list = ''] = /import type \{([^}]*)\} from '[^']*\/schema\.ts'/.exec(text) ?? []
    for (const [name] of list.matchAll(/\w+(?: as \w+)?/g)) names.add(name.replace(/ as .*/, ''))
  }
  // The compiler reports a name that the document does not have.
  return [...names].filter((name) => name in components.schemas)
}

/** Names of the schemas of the paths that the client calls. */
async function listCalled({ paths, components }: Document): Promise<string[]> {
  return findReferences(
    CLIENT_PATHS.map((address) => paths[address]),
    components.schemas,
  )
}

/** @param wanted names of schemas, which are written with those that they refer to */
async function generateTypes({ components }: Document, wanted: readonly string[]): Promise<string> {
  const names = findReferences(
    wanted.map((name) => REFERENCE + name),
    components.schemas,
  )
  const selected = Object.fromEntries(names.map((name) => [name, toDraft7(components.schemas[name])]))
  const extended = Object.entries(selected).map(([name, schema]) => [name, extendOther(schema, selected)])
  const root = {
    components: { schemas: Object.fromEntries(extended) },
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: REFERENCE + name }])),
    required: names,
  }
  return await compile(root as JSONSchema, 'Schemas', {
    additionalProperties: false,
    bannerComment: BANNER,
    style: { semi: false, singleQuote: true, printWidth: 110, trailingComma: 'all' },
  })
}

/** Describes an object that has all properties of another one, and more, as an extension of the largest such. */
function extendOther(schema: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (!isObjectSchema(schema)) return schema
  const smaller = Object.entries(schemas).filter(
    (other): other is [string, ObjectSchema] => isObjectSchema(other[1]) && includes(schema, other[1]),
  )
  const [largest] = smaller.toSorted(([, one], [, other]) => countProperties(other) - countProperties(one))
  if (!largest) return schema
  const [name, base] = largest
  const own = Object.entries(schema.properties).filter(([property]) => !(property in base.properties))
  return {
    ...schema,
    extends: { $ref: REFERENCE + name },
    properties: Object.fromEntries(own),
    required: schema.required?.filter((property) => !(property in base.properties)),
  }
}

function isObjectSchema(schema: unknown): schema is ObjectSchema {
  return typeof schema === 'object' && schema !== null && 'properties' in schema
}

/** Returns true if an object has all properties of another one, and more. Two properties may be the same by chance. */
function includes(whole: ObjectSchema, part: ObjectSchema): boolean {
  const size = countProperties(part)
  if (size <= 2 || size >= countProperties(whole)) return false
  return Object.entries(part.properties).every(
    ([name, property]) =>
      isDeepStrictEqual(whole.properties[name], property) &&
      whole.required?.includes(name) === part.required?.includes(name),
  )
}

function countProperties({ properties }: ObjectSchema): number {
  return Object.keys(properties).length
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
