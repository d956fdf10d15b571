import { claimPathIn, isLost, type Request } from '../../support/clients/client.ts'
import { callAsOwner } from '../../support/clients/file-form.ts'
import { openDashboard } from '../../support/clients/owner-visit.ts'
import { createFile } from '../../support/clients/sent-files.ts'
import type { Fixture, Node } from '../../support/fixture.ts'
import { askOnce, atRest, type Story } from './story.ts'

const KIBIBYTE = 1024
/** Sizes of the files of each submission: in a body that is received whole, in one that is streamed, and several. */
const SIZES = [[600], [300 * KIBIBYTE], [100, 400 * KIBIBYTE, 5000]]

/** Lets a form take files, and claims it before: returns the session of its owner; null when the process was killed. */
export async function openFormWithFiles(
  fixture: Fixture,
  node: Node,
): Promise<{ id: string; cookie: string } | null> {
  const recipient = `ada@domain-${fixture.number()}.dev`
  const { base } = node.service
  const create = { operation: 'create', token: recipient } as const
  const created = await askOnce(fixture, node, create, { path: '/new', fields: { recipient } })
  if (!created) return null
  const { id } = created
  const token = `tok-${fixture.number()}-end`
  const first: Request = { path: `/f/${id}`, fields: { token } }
  if (!(await askOnce(fixture, node, { operation: 'submit', token }, first))) return null
  await atRest(fixture, node)
  const claimPath = claimPathIn(fixture.mail.ledger.find(({ to }) => to[0] === recipient))
  if (claimPath === null) return null
  if (!(await askOnce(fixture, node, { operation: 'claim', token: id }, { path: claimPath }))) return null
  try {
    const cookie = await openDashboard(base, claimPath)
    if (cookie === null) return null
    const settings = { method: 'PATCH', json: { files: { on: true } } }
    const changed = await callAsOwner(base, { cookie }, `/endpoints/${id}`, settings)
    return changed.status === 200 ? { id, cookie } : null
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}

/**
 * Creates the story of a form that takes files and gets three submissions with files, whose emails are delivered.
 * `sent`: the sizes of the files of each submission, by its token.
 */
export function createFilesStory(): { story: Story; sent: ReadonlyMap<string, readonly number[]> } {
  const sent = new Map<string, readonly number[]>()
  return {
    sent,
    async story(fixture, node, open) {
      const form = await openFormWithFiles(fixture, node)
      if (!form) return false
      for (const sizes of SIZES) {
        open.add((token) => {
          sent.set(token, sizes)
          const files = sizes.map((bytes, number) => createFile({ token, number, bytes }))
          return { operation: 'submit', path: `/f/${form.id}`, fields: { token }, files }
        })
      }
      await open.ask(node)
      await atRest(fixture, node)
      return open.count() === 0
    },
  }
}
