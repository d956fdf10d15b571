import { z } from 'zod'
import { MAX_ACCEPT_ENTRIES, parseAccept } from '../../domain/files/accepted-kinds.ts'
import type { FileLimits } from '../../domain/files/file-limits.ts'
import type { FileSettings } from '../../domain/files/file-settings.ts'
import { MAX_FILES_PER_SUBMISSION } from '../../domain/files/stored-file.ts'

/** Maximum length of an entry, in UTF-16 code units: media types are the longest. */
const MAX_ENTRY_LENGTH = 100

const ON = z.boolean().describe('true: visitors may attach files, once the form is claimed and confirmed.')
const KINDS_OF_ENTRIES =
  'Kinds of files that are accepted: suffixes (pdf), groups (images, documents, audio, video, archives), media types (image/png, image/*), or default for those of an empty list, which takes usual images, documents, audio, video and zip. Office files with macros are accepted only where their suffix is listed.'
const acceptEntry = z
  .string()
  // An API client that sends a whole file is refused before it is parsed.
  .max(MAX_ENTRY_LENGTH)
  .superRefine((entry, { addIssue }) => {
    const parsed = parseAccept([entry])
    if (parsed.kind === 'problem') addIssue({ code: 'custom', message: withoutPeriod(parsed.message) })
  })
const MAX_FILES = z
  .int()
  .min(1)
  .max(MAX_FILES_PER_SUBMISSION)
  .nullable()
  .describe('Maximum number of files of one submission; null: that of the plan.')
const MAX_BYTES = z
  .int()
  .min(1)
  .nullable()
  .describe('Maximum size of one file in bytes; null: that of the plan.')
const ATTACH = z
  .boolean()
  .describe('true: emails contain pdf, png, jpg, txt and csv files up to 5 MiB in all; all others are links.')

/** Schema of a change of the settings about files: omitted ones keep their value. */
export const FILES_INPUT = {
  files: z
    .strictObject({
      on: ON.optional(),
      accept: z
        .array(acceptEntry)
        .max(MAX_ACCEPT_ENTRIES, `A list can have at most ${MAX_ACCEPT_ENTRIES} entries`)
        .optional()
        .describe(`${KINDS_OF_ENTRIES} Replaces the list.`),
      max_files: MAX_FILES.optional(),
      max_bytes: MAX_BYTES.optional(),
      attach: ATTACH.optional(),
    })
    .optional(),
}

/** Schema of the settings of a form about files. */
export const FILES_SHAPE = {
  files: z.object({
    on: ON,
    accept: z.array(z.string()).describe(KINDS_OF_ENTRIES),
    max_files: MAX_FILES,
    max_bytes: MAX_BYTES,
    attach: ATTACH,
  }),
}

/** Schema of the limits of a form about files, under its settings and the plan. */
export const FILE_LIMITS_SHAPE = {
  file_limits: z
    .object({
      file_bytes: z.int().describe('Maximum size of one file.'),
      files: z.int().describe('Maximum number of files of one submission.'),
      total_bytes: z.int().describe('Maximum size of all files of one submission together.'),
    })
    .nullable()
    .describe(
      'Limits in force: of the settings and of the plan, the smaller ones. null: the form takes no files, because that is off, because it is not confirmed, or because the plan includes none.',
    ),
}

/** Converts the settings of a request about files to a change. */
export function toFileChange(
  files: NonNullable<z.output<(typeof FILES_INPUT)['files']>>,
): Partial<FileSettings> {
  const { on, accept, max_files: maxFiles, max_bytes: maxBytes, attach } = files
  return {
    ...(on === undefined ? {} : { on }),
    ...(accept === undefined ? {} : { accept: toEntries(accept) }),
    ...(maxFiles === undefined ? {} : { maxFiles }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(attach === undefined ? {} : { attach }),
  }
}

/** Formats settings about files by the schema `FILES_SHAPE`. */
export function fileSettingsBody(settings: FileSettings): z.infer<(typeof FILES_SHAPE)['files']> {
  const { on, accept, maxFiles, maxBytes, attach } = settings
  return { on, accept: [...accept], max_files: maxFiles, max_bytes: maxBytes, attach }
}

/** Formats the limits of a form by the schema `FILE_LIMITS_SHAPE`. */
export function fileLimitsBody(
  limits: FileLimits | null,
): z.infer<(typeof FILE_LIMITS_SHAPE)['file_limits']> {
  if (limits === null) return null
  const { fileBytes, filesPerSubmission, submissionBytes } = limits
  return { file_bytes: fileBytes, files: filesPerSubmission, total_bytes: submissionBytes }
}

/** Returns each entry once, in one way of writing. */
function toEntries(accept: readonly string[]): string[] {
  const parsed = parseAccept(accept)
  return parsed.kind === 'accept' ? [...parsed.entries] : []
}

function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, '')
}
