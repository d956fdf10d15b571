import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CLIENT_PATH } from '../../domain/client-command.ts'
import { DAY, SECOND } from '../../domain/time.ts'
import { CLIENT_FOLDER } from '../../runtime/dashboard-build.ts'
import { BLOCK_BYTES, createHeader, END_BLOCKS, getPadding } from '../../runtime/tar-header.ts'
import type { HttpDeps } from '../deps.ts'
import { composeOnce } from '../docs/publish.ts'
import { type EncodedFile, hashContent, sendEncodedFile } from '../kernel/encoded-file.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { UNCHANGED } from '../schema/page-answers.ts'

const TYPE = 'application/gzip'
const UNAVAILABLE = 503
const MODE = 0o644
/** The file of the client that holds the address of the instance that served it; see `client/src/settings/served-by.ts`. */
const SERVED_BY_FILE = 'dist/served-by.js'
/** The time of every file, so that all nodes serve the same bytes: the one that npm gives to the files of its packages. */
const MODIFIED_AT = new Date('1985-10-26T08:15:00Z')
const NOT_BUILT =
  'The client has not been built on this instance. Its operator builds it: formslot-server build\n'

const compress = promisify(gzip)

/**
 * Registers `/formslot.tgz`: the client of this version, which npm installs and which knows the address of this instance. The
 * same package is at `/formslot-{version}.tgz`, because npx fetches an address only once.
 */
export function registerClientPackage(server: FastifyInstance, deps: HttpDeps): void {
  const open = composeOnce(() => composePackage(path.join(deps.dashboardFolder, CLIENT_FOLDER), deps.base))
  const serve = (cacheControl: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const file = await open().catch(ignoreMissing)
    if (file !== null) return sendEncodedFile(request, reply.header('cache-control', cacheControl), file)
    deps.outages.record('dashboard_not_built', request.id)
    return reply.code(UNAVAILABLE).header('cache-control', 'no-store').type('text/plain').send(NOT_BUILT)
  }
  const answers = {
    200: { description: 'A package of npm.', media: [TYPE], headers: ['ETag'] },
    304: UNCHANGED,
  } as const
  registerRoute(server, {
    url: CLIENT_PATH,
    handlers: {
      GET: {
        operationId: 'readClient',
        summary: 'The command line and JavaScript client of this version, as a package that npm installs.',
        tag: 'service',
        answers,
        handle: serve('no-cache'),
      },
    },
  })
  registerRoute(server, {
    url: CLIENT_PATH.replace('.tgz', `-${deps.version}.tgz`),
    handlers: {
      GET: {
        operationId: 'readClientVersion',
        summary: 'The same package at an address of its version.',
        tag: 'service',
        answers,
        handle: serve(`public, max-age=${DAY / SECOND}`),
      },
    },
  })
}

/** Returns null for a build that does not exist, or is being replaced right now. */
function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/** Packs the built client with the address of this instance: the same bytes for the same build and address. */
async function composePackage(folder: string, base: string): Promise<EncodedFile> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
  const blocks = await Promise.all(
    names.map(async (name) => {
      const content =
        name === SERVED_BY_FILE
          ? Buffer.from(`export const SERVED_BY = ${JSON.stringify(base)}\n`)
          : await readFile(path.join(folder, name))
      const bytes = content.length
      const header = createHeader({ name: `package/${name}`, bytes, mode: MODE, modifiedAt: MODIFIED_AT })
      return [header, content, Buffer.alloc(getPadding(bytes))]
    }),
  )
  const end = Buffer.alloc(END_BLOCKS * BLOCK_BYTES)
  const plain = await compress(Buffer.concat([...blocks.flat(), end]), { level: 9 })
  return { type: TYPE, hash: hashContent(plain), plain, encoded: [] }
}
