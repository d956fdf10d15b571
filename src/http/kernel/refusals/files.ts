import { EMAIL_LINK_DAYS, MALWARE_DAYS, SHORT_LINK_MINUTES } from '../../../domain/files/stored-file.ts'
import type { FileRefusalCode } from '../../../domain/refusal.ts'
import { type Entry, INVALID, TOO_LARGE, UNAVAILABLE } from './entry.ts'

/** Refusals of files that visitors attach, and of requests for them. */
export const FILE_REFUSALS: Readonly<Record<FileRefusalCode, Entry>> = {
  file_refused: {
    ...INVALID,
    message: 'This form does not accept files.',
    hint: 'The owner can turn on files in the settings of the form, once it is claimed. Otherwise remove the file input, or send a link to the file as text.',
    formspree: 'NO_FILE_UPLOADS',
  },
  too_many_files: {
    ...INVALID,
    message: 'Too many files are attached.',
    hint: 'Send fewer files. GET /f/{form_id} names the maximum in "files".',
    formspree: 'TOO_MANY_FILES',
  },
  file_too_large: {
    ...TOO_LARGE,
    message: 'A file is too large.',
    hint: 'Send smaller files. GET /f/{form_id} names the limits in "files".',
    formspree: 'FILES_TOO_BIG',
  },
  file_type_refused: {
    ...INVALID,
    message: 'This form does not accept files of this kind.',
    hint: 'Send one of the kinds that GET /f/{form_id} names in "files". The bytes of a file and its suffix must agree; pages, scripts and programs are never accepted.',
  },
  file_storage_full: {
    ...TOO_LARGE,
    message: 'Nothing was saved: the files of this form fill its storage.',
    hint: 'Send the form without files. The owner frees storage by deleting submissions with files.',
    formspree: 'FILES_TOO_BIG',
  },
  uploads_limit: {
    ...UNAVAILABLE,
    message: 'Nothing was saved: too many files are being sent at the same time.',
    hint: 'Wait for the time given in Retry-After, then send the form again.',
  },
  files_unavailable: {
    ...UNAVAILABLE,
    message: 'Nothing was saved: the storage for files cannot be reached.',
    hint: 'Wait for the time given in Retry-After, then send the form again. The operator finds the reason in the log.',
  },
  file_not_found: {
    status: 404,
    error: 'file not found',
    message: 'There is no such file, or the link to it no longer works.',
    hint: `Check the ID. The file is deleted with its submission. Links in emails work for ${EMAIL_LINK_DAYS} days, those in webhooks for ${SHORT_LINK_MINUTES} minutes, and the owner can revoke them.`,
  },
  file_infected: {
    status: 409,
    error: 'file infected',
    message: 'Malware was found in this file, so nobody can fetch it.',
    hint: `Its bytes are deleted ${MALWARE_DAYS} days after the scan that found it. Ask the sender for another file.`,
  },
  file_not_scanned: {
    status: 409,
    error: 'file not scanned',
    message:
      'This file has not been scanned for malware yet, and this instance requires a scan before a download.',
    hint: 'Try again later. The operator sees in the log whether the scanner can be reached.',
  },
}
