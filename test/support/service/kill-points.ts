import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HOUR } from '../../../src/domain/time.ts'
import { startServiceProcess } from './service-process.ts'
import { until } from './until.ts'

type Processes = {
  /** A data directory, each copy of which is killed at another point. */
  folder: string
  env: Record<string, string>
  /** Clock at which the email is due, and one at which the leases of a killed process are over as well. */
  dueAtMs: number
  leasesOverAtMs: number
  maxPoints: number
}

/**
 * Kills a service at each point until its email is settled, and then lets another one finish.
 *
 * @param hasArrived returns true once the mail server has the email; all that it has is forgotten before each point
 * @param check called with the data directory after each point, when everything that is due has been sent
 */
export async function killAtEachPoint(
  { folder, env, dueAtMs, leasesOverAtMs, maxPoints }: Processes,
  {
    forget,
    hasArrived,
    check,
  }: {
    forget(): void
    hasArrived(): Promise<boolean>
    check(dataDir: string, message: string): Promise<void>
  },
): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), 'formslot-kill-points-'))
  let points = 0
  try {
    for (let killAt = 1; killAt <= maxPoints; killAt += 1) {
      const dataDir = path.join(root, String(killAt))
      await cp(folder, dataDir, { recursive: true })
      forget()
      const killed = await startServiceProcess({ dataDir, env, killAt, clockOffsetMs: dueAtMs })
      // The email is settled a moment after it was sent.
      const settled = killed && until(hasArrived).then(() => killed.setClock(dueAtMs))
      const ended = killed
        ? await Promise.race([killed.ended, settled?.then(() => null)])
        : 'before it listened'
      if (ended === null) {
        await killed?.stop('SIGKILL')
        break
      }
      points += 1
      const message = `after point ${killAt}`
      await using service = await startServiceProcess({ dataDir, env, clockOffsetMs: leasesOverAtMs })
      assert.ok(service, message)
      await until(hasArrived)
      // All that is due is sent, so that a second email would be here, too.
      await service.setClock(leasesOverAtMs)
      await service.setClock(leasesOverAtMs + HOUR)
      await service.stop('SIGKILL')
      await check(dataDir, message)
      await rm(dataDir, { recursive: true })
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
  assert.ok(points > 8, `${points} points were passed`)
}
