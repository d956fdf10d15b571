import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SHARED_SERVERS, type SharedServer } from './shared-server.ts'

/** Servers that all test files of a run share, each started when a test file first asks for it. */
type SharedServers = AsyncDisposable & {
  /** The environment of test processes that may ask for these servers. */
  env: Record<string, string>
}

/** Serves the addresses of shared servers by name: `GET /postgres` starts PostgreSQL once and answers with its address. */
export async function openSharedServers(): Promise<SharedServers> {
  await using opening = new AsyncDisposableStack()
  const started = new Map<SharedServer, Promise<string>>()
  const servers = new AsyncDisposableStack()
  const start: Record<SharedServer, () => Promise<string>> = {
    async postgres() {
      const { startPostgres, UNFLUSHED } = await import('../postgres/postgres.ts')
      return servers.use(await startPostgres(UNFLUSHED)).url
    },
    async template() {
      const { createTemplate } = await import('../postgres/template.ts')
      return createTemplate(await getAddress('postgres'))
    },
    async 'template-file'() {
      const { createTemplateFile } = await import('../stores/sqlite-template.ts')
      const folder = await mkdtemp(path.join(tmpdir(), 'formslot-template-'))
      servers.defer(() => rm(folder, { recursive: true }))
      return createTemplateFile(folder)
    },
    async browser() {
      const { launchBrowserServer } = await import('../browser/launch.ts')
      const browser = await launchBrowserServer()
      servers.defer(() => browser.close())
      return browser.wsEndpoint()
    },
  }

  function getAddress(name: SharedServer): Promise<string> {
    const address = started.get(name) ?? start[name]()
    started.set(name, address)
    return address
  }

  const server = createServer((request, response) => {
    getAddress((request.url ?? '').slice(1) as SharedServer).then(
      (address) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opening.defer(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await Promise.allSettled(started.values())
    await servers.disposeAsync()
  })
  const open = opening.move()
  const { port } = server.address() as AddressInfo
  return {
    env: { [SHARED_SERVERS]: `http://127.0.0.1:${port}` },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
