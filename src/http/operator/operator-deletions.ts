import { z } from 'zod'
import { mailboxIdentity, readPlainAddress } from '../../domain/accounts/mailbox.ts'
import { refused } from '../../domain/refusal.ts'
import { zipAccount } from '../accounts/account-export.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, apiRoute, DONE } from '../kernel/api-route.ts'
import { isCrossSite } from '../kernel/same-origin.ts'
import { streamPieces } from '../kernel/streaming.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { ALONE, address, checkOperator } from './require-operator.ts'

const Deletion = named('OperatorDeletion', z.strictObject({ email: address }))

/** Declares how operators export and delete the account of an owner. */
export function operatorDeletionRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  const common = { needs: 'session', fresh: true, tag: 'operator' } as const
  return [
    apiRoute({
      ...common,
      method: 'GET',
      path: '/operator/export',
      operationId: 'exportOwner',
      summary: 'Export the account of an owner with all files as a ZIP archive.',
      description: `${ALONE} It contains what the owner gets from \`GET /account/export\`, and stands in the log of the operator.`,
      query: z.strictObject({ email: address.describe('Address of the owner.') }),
      body: NOTHING,
      refuses: ['not_found', 'cross_site_action'],
      answer: {
        status: 200,
        description: 'The file, streamed while it is written.',
        media: ['application/zip'],
        headers: ['Content-Disposition'],
      },
      async handle({ caller, now, query, request }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        // A link on another site must not make an operator download an archive.
        if (isCrossSite(request, deps.base)) return refused({ code: 'cross_site_action' })
        const mailbox = readPlainAddress(query.email.trim())
        const operator = { kind: 'account', mailbox: caller.mailbox } as const
        const found = mailbox === null ? null : await actions.exportOwner({ mailbox, operator, now })
        if (!found) return refused({ code: 'not_found' })
        const body = streamPieces(zipAccount(found, deps, now))
        body.once('error', (error) => deps.log.error({ err: error, request_id: request.id }, 'export_failed'))
        const file = `formslot-account-${now.toISOString().slice(0, 10)}.zip`
        return {
          kind: 'stream',
          headers: {
            'content-type': 'application/zip',
            'content-disposition': `attachment; filename="${file}"`,
          },
          body,
        }
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path: '/operator/deletions',
      operationId: 'deleteOwner',
      summary: 'Delete the account of an owner permanently, with everything in it.',
      description: `${ALONE} It does what \`DELETE /account\` does. Operators delete their own account in its settings.`,
      query: NOTHING,
      body: Deletion,
      bodyExample: { email: 'jane@acme.org' },
      refuses: ['not_found', 'value_invalid'],
      answer: { status: 204, description: 'The account is deleted.' },
      async handle({ caller, now, body }) {
        const other = checkOperator(deps, caller)
        if (other) return other
        const mailbox = readPlainAddress(body.email.trim())
        if (mailbox !== null && mailboxIdentity(mailbox) === mailboxIdentity(caller.mailbox))
          return refused({ code: 'value_invalid', field: 'email' })
        const operator = { kind: 'account', mailbox: caller.mailbox } as const
        const done = mailbox !== null && (await actions.deleteOwner({ mailbox, operator, now }))
        return done ? DONE : refused({ code: 'not_found' })
      },
    }),
  ]
}
