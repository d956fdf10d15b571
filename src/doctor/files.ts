import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import type { FilesConfig } from '../config/files.ts'
import { formatBytes } from '../domain/language.ts'
import { type Finding, fail, getErrorMessage, ok, warn } from './finding.ts'

type Folder = Extract<FilesConfig, { kind: 'folder' }>

const NAME = 'files'

/** Writes, reads and deletes a file of one byte where the bytes of files are kept, and says which step failed. */
export async function checkFiles(config: Config, now: Date): Promise<Finding[]> {
  const { files } = config
  if (files.kind === 'folder') return [checkFolder(files, config)]
  const { checkBucket } = await import('./bucket.ts')
  return checkBucket(files, now)
}

/** Makes no folder: it would belong to the user who runs the doctor, and not to that of the service. */
function checkFolder({ folder, spoolFolder }: Folder, { database, minFreeBytes }: Config): Finding {
  const sharing = database.kind === 'postgres' ? '; with several nodes, all must share it' : ''
  if (!existsSync(folder)) return ok(NAME, `${folder} is made with the first file${sharing}`)
  const spool = existsSync(spoolFolder) ? spoolFolder : folder
  for (const each of new Set([spool, folder])) {
    const failed = findFailedStep(each)
    if (failed) return fail(NAME, failed, `make ${each} a folder that the user of the service can write to`)
  }
  if (statSync(spool).dev !== statSync(folder).dev) {
    const message = `${spoolFolder} is on another disk than ${folder}: no file can be moved to its place`
    return fail(NAME, message, 'mount one disk on the whole folder, or name another one in FORMSLOT_FILES')
  }
  const disk = statfsSync(folder)
  const free = disk.bavail * disk.bsize
  const message = `${folder} can be written to, read and deleted from; ${formatBytes('en', free)} free`
  if (free < minFreeBytes) return fail(NAME, message, 'free up space; until then files are refused with 503')
  if (free < 5 * minFreeBytes) return warn(NAME, message, 'free up space soon, or lower FORMSLOT_MIN_FREE_MB')
  return ok(NAME, message + sharing)
}

/** Tries each step; returns the problem of the first that fails, or null. */
function findFailedStep(folder: string): string | null {
  const probe = path.join(folder, `doctor-${randomBytes(6).toString('hex')}`)
  const steps: [step: string, run: () => void][] = [
    ['written', () => writeFileSync(probe, 'x', { flag: 'wx', flush: true, mode: 0o600 })],
    ['read', () => void readFileSync(probe)],
    ['deleted', () => rmSync(probe)],
  ]
  for (const [step, run] of steps) {
    try {
      run()
    } catch (error) {
      return `a file cannot be ${step}: ${getErrorMessage(error)}`
    }
  }
  return null
}
