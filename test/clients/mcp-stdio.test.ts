import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import type { ToolResult } from '../support/fixtures/mcp.ts'
import { ADA, startService } from '../support/service/service.ts'

const PACKAGES = path.join(import.meta.dirname, 'node_modules/@modelcontextprotocol')
const MAIN = path.resolve(import.meta.dirname, '../../client/src/main.ts')

/** Members that the clients have in common. The packages are installed by `npm run clients`, so their types may be missing. */
type Client = {
  connect(transport: object): Promise<void>
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<ToolResult>
  close(): Promise<void>
}
type Packages = {
  Client: new (info: { name: string; version: string }, options?: object) => Client
  StdioClientTransport: new (program: {
    command: string
    args: string[]
    env: Record<string, string>
  }) => object
}

async function loadCurrent(): Promise<Packages> {
  const { Client } = await import(path.join(PACKAGES, 'client/dist/index.mjs'))
  const { StdioClientTransport } = await import(path.join(PACKAGES, 'client/dist/stdio.mjs'))
  return { Client, StdioClientTransport }
}

async function loadOld(): Promise<Packages> {
  const { Client } = await import(path.join(PACKAGES, 'sdk/dist/esm/client/index.js'))
  const { StdioClientTransport } = await import(path.join(PACKAGES, 'sdk/dist/esm/client/stdio.js'))
  return { Client, StdioClientTransport }
}

const CLIENTS = [
  { name: 'client 2.4.0', load: loadCurrent, options: {} },
  {
    name: 'client 2.4.0 that negotiates the version',
    load: loadCurrent,
    options: { versionNegotiation: { mode: 'auto' } },
  },
  { name: 'sdk 1.32.2', load: loadOld, options: {} },
]

for (const { name, load, options } of CLIENTS) {
  test(`${name} of MCP creates and checks a form by the command mcp`, async () => {
    await using service = await startService()
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-mcp-'))
    const { Client, StdioClientTransport } = await load()
    const client = new Client({ name: 'formslot-test', version: '1' }, options)
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['--no-warnings', MAIN, 'mcp', '--base', service.base],
      env: { XDG_CONFIG_HOME: folder.path },
    })
    await client.connect(transport)
    try {
      const { tools } = await client.listTools()
      assert.ok(tools.some((tool) => tool.name === 'create_form_endpoint'))
      const made = await client.callTool({ name: 'create_form_endpoint', arguments: { recipient: ADA } })
      const id = String(made.structuredContent?.form_id)
      const status = await client.callTool({ name: 'check_endpoint', arguments: { id } })
      assert.equal(status.structuredContent?.state, 'unclaimed')
    } finally {
      await client.close()
    }
  })
}
