import { type EndpointFacts, isConfirmed } from '../endpoints/endpoint.ts'
import type { Plan } from '../plans/plan.ts'
import type { Refusal } from '../refusal.ts'
import type { FileSettings } from './file-settings.ts'
import { MAX_FILES_PER_SUBMISSION } from './stored-file.ts'

/** Limits on the files of one submission, in bytes. */
export type FileLimits = {
  /** Of one file. */
  fileBytes: number
  filesPerSubmission: number
  /** Of all files of a submission together. */
  submissionBytes: number
}

/** A small file counts as this many bytes of its account: a block of most file systems. */
export const MIN_COUNTED_BYTES = 4096
const MEBIBYTE = 1024 * 1024
const KIBIBYTE = 1024

/** Returns the limits of a form; null where it takes no files. */
export function getFileLimits(endpoint: EndpointFacts, plan: Plan | null): FileLimits | null {
  const { files } = endpoint.settings
  if (!files.on || plan === null || !isConfirmed(endpoint) || endpoint.retiredAt) return null
  return plan.filesPerSubmission === 0 ? null : limitFiles(files, plan)
}

function limitFiles({ maxFiles, maxBytes }: FileSettings, plan: Plan): FileLimits {
  return {
    fileBytes: Math.min(maxBytes ?? Infinity, plan.fileBytes, plan.submissionBytes),
    filesPerSubmission: Math.min(maxFiles ?? Infinity, plan.filesPerSubmission, MAX_FILES_PER_SUBMISSION),
    submissionBytes: plan.submissionBytes,
  }
}

/** Returns the bytes that a file counts toward those of its account. */
export function countedBytes({ bytes }: { bytes: number }): number {
  return Math.max(bytes, MIN_COUNTED_BYTES)
}

/**
 * Returns the refusal of the files of a submission under the current settings and plan; null when they may be stored.
 *
 * @param request.storedBytes bytes that the account stores already
 */
export function checkFiles(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  storedBytes: number
  files: readonly { field: string; name: string; bytes: number }[]
}): Refusal | null {
  const { endpoint, plan, storedBytes, files } = request
  const [first] = files
  if (!first) return null
  const limits = getFileLimits(endpoint, plan)
  if (limits === null || plan === null) return refuseFile(first.field)
  if (files.length > limits.filesPerSubmission) return refuseNumber(limits)
  const large = files.find(({ bytes }) => bytes > limits.fileBytes)
  if (large) return refuseSize(large, limits)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total > limits.submissionBytes) return refuseTotal(limits)
  const counted = files.reduce((sum, file) => sum + countedBytes(file), 0)
  return storedBytes + counted > plan.storedBytes ? { code: 'file_storage_full' } : null
}

/** @param field name of the first field with a file; left out while it is unknown */
export function refuseFile(field?: string): Refusal {
  return field === undefined ? { code: 'file_refused' } : { code: 'file_refused', field }
}

export function refuseNumber({ filesPerSubmission: most }: FileLimits): Refusal {
  return {
    code: 'too_many_files',
    message: `Too many files were attached: this form takes ${most === 1 ? 'one' : `at most ${most}`}.`,
  }
}

export function refuseSize(
  { field, name }: { field: string; name: string },
  { fileBytes }: FileLimits,
): Refusal {
  return {
    code: 'file_too_large',
    field,
    message: `The file "${name}" is larger than ${formatSize(fileBytes)}, the limit of this form.`,
  }
}

export function refuseTotal({ submissionBytes }: FileLimits): Refusal {
  return {
    code: 'file_too_large',
    message: `The files are larger than ${formatSize(submissionBytes)} together, the limit of this form.`,
  }
}

/** Formats a number of bytes for people, in binary units: `1.5 MiB`. */
export function formatSize(bytes: number): string {
  if (bytes >= MEBIBYTE) return `${Math.round((bytes / MEBIBYTE) * 10) / 10} MiB`
  if (bytes >= KIBIBYTE) return `${Math.round(bytes / KIBIBYTE)} KiB`
  return `${bytes} bytes`
}
