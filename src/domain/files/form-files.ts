import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { Plan } from '../plans/plan.ts'
import { listAcceptedSuffixes } from './accepted-kinds.ts'
import { getFileLimits } from './file-limits.ts'

/** Files that a form takes, as everybody may know: its page, its snippets and those who send to it. */
export type FormFiles = {
  /** Suffixes with their dots. */
  accept: readonly string[]
  /** Maximum number of files of one submission. */
  maxFiles: number
  /** Maximum size of one file in bytes. */
  maxBytes: number
  /** Maximum size of all files of one submission together, in bytes. */
  maxTotalBytes: number
}

/** Returns the files that a form takes; null where it takes none. */
export function getFormFiles(endpoint: EndpointFacts, plan: Plan | null): FormFiles | null {
  const limits = getFileLimits(endpoint, plan)
  return (
    limits && {
      accept: listAcceptedSuffixes(endpoint.settings.files.accept),
      maxFiles: limits.filesPerSubmission,
      maxBytes: limits.fileBytes,
      maxTotalBytes: limits.submissionBytes,
    }
  )
}
