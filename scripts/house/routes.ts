/**
 * Lists the addresses of the service, each with the file that answers it. Prints JSON.
 *
 * Usage: node scripts/house/routes.ts <root>
 */
import diagnostics from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { listSourceFiles } from './imports.ts'

/** `method` may name several, separated by commas. */
export type Address = { method: string; url: string; file: string }

const root = path.resolve(process.argv[2] ?? '.')
/** Files that register the routes of others. */
const REGISTRARS = [
  'src/http/api-routes.ts',
  'src/http/kernel/',
  'src/http/server.ts',
  'src/http/open-server.ts',
]

const registered: { method: string; url: string; file: string | null; operationId: string | null }[] = []
Error.stackTraceLimit = 50
diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, config }) => {
    const methods = [method].flat().filter((each) => each !== 'HEAD' && each !== 'OPTIONS')
    if (methods.length === 0) return
    const operationId = config?.operation?.operationId ?? null
    registered.push({
      method: methods.join(','),
      url,
      file: findCaller(new Error().stack ?? ''),
      operationId,
    })
  })
})

const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-routes-'))
try {
  const { readConfig } = await import(path.join(root, 'src/config/config.ts'))
  const { openService } = await import(path.join(root, 'src/service.ts'))
  const reading = readConfig({ FORMSLOT_PORT: '0', FORMSLOT_DATA_DIR: dataDir, FORMSLOT_MIN_FREE_MB: '0' })
  if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults))
  const log = pino({ level: 'silent' })
  const service = await openService({
    config: reading.config,
    clock: { now: () => new Date() },
    log,
    work: 'by hand',
  })
  const described = await (await fetch(`${service.url}/openapi.json`)).json()
  await service.close()
  process.stdout.write(`${JSON.stringify(listAddresses(described), null, 1)}\n`)
} finally {
  await rm(dataDir, { recursive: true })
}
process.exit(0)

type Description = { paths: Record<string, Record<string, { operationId?: string }>> }

function listAddresses({ paths }: Description): Address[] {
  const declarations = listDeclarations()
  return registered
    .flatMap(({ method, url, file, operationId }) => {
      const documented = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.operationId
      const declared = findDeclaration(declarations, operationId ?? documented)
      const answeredBy = declared ?? file
      // The others refuse a method.
      return answeredBy === null ? [] : [{ method, url, file: answeredBy }]
    })
    .sort((one, other) => one.url.localeCompare(other.url) || one.method.localeCompare(other.method))
}

/** An `operationId` in the code, which may be a template; `weight` is higher the more of it is written there. */
type Declaration = { file: string; weight: number; matches: RegExp }

function listDeclarations(): Declaration[] {
  const files = listSourceFiles(root).filter((file) => file.startsWith('src/http/'))
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return Array.from(text.matchAll(/operationId: ['`](.+?)['`]/g), ([, template = '']) => {
      const parts = template.split(/\$\{.+?\}/)
      const weight = parts.length === 1 ? Number.POSITIVE_INFINITY : parts.join('').length
      return { file, weight, matches: new RegExp(`^${parts.join('\\w*')}$`) }
    })
  })
}

/** Finds the file that declares an operation; several when only templates without words of their own fit. */
function findDeclaration(
  declarations: readonly Declaration[],
  operationId: string | undefined,
): string | null {
  if (operationId === undefined) return null
  const fitting = declarations.filter(({ matches }) => matches.test(operationId))
  const best = Math.max(...fitting.map(({ weight }) => weight))
  const files = new Set(fitting.filter(({ weight }) => weight === best).map(({ file }) => file))
  return files.size === 0 ? null : [...files].join(' or ')
}

/** Returns the first file of a stack that registers routes of its own. */
function findCaller(stack: string): string | null {
  for (const [url] of stack.matchAll(/file:\/\/[^\s)]+?\.ts/g)) {
    const file = path.relative(root, fileURLToPath(url))
    if (file.startsWith('src/http/') && !REGISTRARS.some((each) => file.startsWith(each))) return file
  }
  return null
}
