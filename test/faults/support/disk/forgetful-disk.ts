import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SystemCall } from './system-calls.ts'

/** System calls that change a disk. */
export const DISK_CALLS = [
  'openat',
  'write',
  'writev',
  'pwrite64',
  'ftruncate',
  'fsync',
  'fdatasync',
  'mkdir',
  'rename',
  'link',
  'unlink',
]
/** Unit that a disk writes completely or not at all. */
const SECTOR_BYTES = 512

/** File with its flushed content and the later writes. */
type File = { flushed: Buffer; since: Change[]; size: number }

type Change = { at: number; bytes: Buffer; ended: number } | { cutTo: number; ended: number }

/**
 * Disk that only keeps flushed data for certain. After a power cut any part of the rest may be there too, sector by
 * sector and in any order, and so may names of files and folders whose folder was not flushed.
 */
type ForgetfulDisk = {
  follow(call: SystemCall): void
  /** Writes the state after a power cut into another folder. */
  afterPowerCut(folder: string, random: () => number): void
}

/** @param root only files in this folder are followed */
export function openForgetfulDisk(root: string): ForgetfulDisk {
  const names = new Map<string, File>()
  /** File names at the last flush of their folder. */
  const flushedNames = new Map<string, File>()
  const folders = new Set([root])
  /** Folders whose own entry was flushed. */
  const flushedFolders = new Set([root])

  function follow(call: SystemCall): void {
    const { name, target, bytes, paths, rest, flags, result, ended } = call
    if (result < 0) return
    if (name === 'rename' || name === 'link') {
      const [from = '', to = ''] = paths
      const file = names.get(from)
      if (!file) return
      names.set(to, file)
      if (name === 'rename') names.delete(from)
      return
    }
    if (target !== root && !target.startsWith(`${root}/`)) return
    if (name === 'mkdir') {
      folders.add(target)
      return
    }
    if (name === 'openat') {
      if (flags.includes('O_CREAT') && !names.has(target))
        names.set(target, { flushed: Buffer.alloc(0), since: [], size: 0 })
      return
    }
    const file = names.get(target)
    switch (name) {
      case 'write':
      case 'writev':
        if (file) change(file, { at: file.size, bytes, ended })
        break
      case 'pwrite64':
        if (file) change(file, { at: Number(rest), bytes, ended })
        break
      case 'ftruncate':
        if (file) change(file, { cutTo: Number(rest), ended })
        break
      case 'unlink':
        names.delete(target)
        break
      case 'fsync':
      case 'fdatasync':
        if (folders.has(target)) flushFolder(target)
        else if (file) flush(file, call.began)
        break
    }
  }

  function flushFolder(folder: string): void {
    const isInside = (name: string) => path.dirname(name) === folder
    for (const name of new Set([...names.keys(), ...flushedNames.keys()])) if (isInside(name)) flushName(name)
    for (const name of folders) if (isInside(name)) flushedFolders.add(name)
  }

  function flushName(name: string): void {
    const file = names.get(name)
    if (file) flushedNames.set(name, file)
    else flushedNames.delete(name)
  }

  return {
    follow,
    afterPowerCut(folder, random) {
      mkdirSync(folder, { recursive: true })
      const lost = [...folders].filter((each) => !flushedFolders.has(each) && random() < 0.5)
      for (const name of new Set([...names.keys(), ...flushedNames.keys()])) {
        // The index of the write-ahead log is shared memory, which is rebuilt after a crash.
        if (name.endsWith('-shm')) continue
        const file = (random() < 0.5 ? names : flushedNames).get(name)
        if (!file || lost.some((each) => name.startsWith(`${each}/`))) continue
        const left = path.join(folder, path.relative(root, name))
        mkdirSync(path.dirname(left), { recursive: true })
        writeFileSync(left, remains(file, random))
      }
    },
  }
}

function change(file: File, next: Change): void {
  file.since.push(next)
  file.size = 'cutTo' in next ? next.cutTo : Math.max(file.size, next.at + next.bytes.length)
}

/** Applies a flush, which covers the writes before it began. */
function flush(file: File, began: number): void {
  const covered = file.since.filter((change) => change.ended < began)
  file.since = file.since.filter((change) => change.ended >= began)
  file.flushed = applied(file.flushed, covered)
}

function remains(file: File, random: () => number): Buffer {
  // The disk may have written nothing, everything, or any part.
  const share = [0, 1, random()][Math.floor(random() * 3)] ?? 0
  const survivors = file.since.flatMap((change) => surviving(change, () => random() < share))
  return applied(Buffer.from(file.flushed), survivors)
}

function surviving(change: Change, survives: () => boolean): Change[] {
  if ('cutTo' in change) return survives() ? [change] : []
  const sectors: Change[] = []
  for (let start = 0; start < change.bytes.length; start += SECTOR_BYTES) {
    const bytes = change.bytes.subarray(start, start + SECTOR_BYTES)
    if (survives()) sectors.push({ ...change, at: change.at + start, bytes })
  }
  return sectors
}

/** Returns the content after these changes, in the given buffer if it is large enough. */
function applied(content: Buffer, changes: readonly Change[]): Buffer {
  let now = content
  for (const change of changes) {
    if ('cutTo' in change) now = resized(now, change.cutTo)
    else {
      const end = change.at + change.bytes.length
      if (end > now.length) now = resized(now, end)
      change.bytes.copy(now, change.at)
    }
  }
  return now
}

function resized(content: Buffer, size: number): Buffer {
  const next = Buffer.alloc(size)
  content.copy(next)
  return next
}
