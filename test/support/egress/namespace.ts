import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generate } from 'selfsigned'
import type { EgressLimits, EgressResult } from '../../../src/delivery/egress/egress.ts'
import type { EgressSettings } from '../../../src/delivery/egress/target-url.ts'

const INSIDE = path.join(import.meta.dirname, 'inside.ts')

/** An order to the process in the namespace. `names`: the addresses and aliases of each name, by look-up. */
export type Asked = {
  id: number
  settings: EgressSettings
  requests: readonly string[]
  names: Record<string, string[][]>
  limits: EgressLimits
}

type ToldResult =
  | { kind: 'answered'; status: number; headers: IncomingHttpHeaders; body: string; bytes: number }
  | Exclude<EgressResult, { kind: 'answered' }>

/** `received`: what reached any receiver in the namespace, as `address port path`. */
export type Told = { id: number; results: ToldResult[]; received: string[] }

/** Says why no network can be opened here; null when one can. */
export function findObstacle(): string | null {
  const { status } = spawnSync('unshare', ['--map-root-user', '--net', 'ip', 'link', 'set', 'lo', 'up'])
  return status === 0 ? null : 'needs Linux with unshare, ip and the right to open a network namespace'
}

/** Opens a network of its own with receivers and a name server (Linux, `unshare` and `ip`). */
export async function openNamespace() {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-egress-'))
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'hooks.acme.test' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'hooks.acme.test' }] },
    ],
  })
  await writeFile(path.join(folder.path, 'key.pem'), key)
  await writeFile(path.join(folder.path, 'cert.pem'), cert)
  const child = spawn('unshare', ['--map-root-user', '--net', process.execPath, INSIDE, folder.path], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: path.join(folder.path, 'cert.pem') },
  })
  const ended = whenEnded(child)
  const [first] = (await Promise.race([once(child, 'message'), ended])) as [string]
  if (first !== 'ready') throw new Error(`the network did not open: ${first}`)
  let id = 0
  return {
    /** Sends these requests, one after the other, through one door. */
    async send(
      requests: readonly string[],
      options: Partial<Pick<Asked, 'names' | 'limits'>> & { settings?: Partial<EgressSettings> } = {},
    ): Promise<Told> {
      id += 1
      const settings: EgressSettings = { allowed: [], ports: [80, 443], http: true, proxy: null }
      const asked: Asked = {
        id,
        requests,
        names: options.names ?? {},
        limits: options.limits ?? { connectMs: 2_000, totalMs: 4_000 },
        settings: { ...settings, ...options.settings },
      }
      child.send(asked)
      const [told] = (await Promise.race([once(child, 'message'), ended])) as [Told]
      return told
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended.catch(() => {})
      await folder.remove()
    },
  }
}

/** Rejects when the process ends before the test does. */
async function whenEnded(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`the process in the namespace ended with ${code}`)
}
