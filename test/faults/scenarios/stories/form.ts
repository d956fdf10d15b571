import { claimPathIn } from '../../support/clients/client.ts'
import { visitAsOwner } from '../../support/clients/owner-visit.ts'
import type { Fixture, Node } from '../../support/fixture.ts'
import { askOnce, atRest, type Story } from './story.ts'

/** The word that the spam filter of a scenario knows. With its two links a submission is spam to a form at the level of a claim. */
export const SPAM_WORD = 'casino'
const SPAM = `${SPAM_WORD} https://one.example/ https://two.example/`

/**
 * Creates an endpoint, sends two submissions with their emails, claims it, requests a sign-in email, adds a destination
 * that confirms, and sends a submission that goes to both, and one that is spam.
 */
export const formStory: Story = async (fixture, node, open) => {
  const recipient = `ada@domain-${fixture.number()}.dev`
  const created = await askOnce(
    fixture,
    node,
    { operation: 'create', token: recipient },
    { path: '/new', fields: { recipient } },
  )
  const submit = () =>
    open.add((token) => ({ operation: 'submit', path: `/f/${created?.id}`, fields: { token } }))
  if (created) for (let sent = 0; sent < 2; sent += 1) submit()
  await open.ask(node)
  await atRest(fixture, node)
  if (!created || !(await own(fixture, node, { formId: created.id, recipient }))) return false
  submit()
  open.add((token) => ({
    operation: 'submit',
    path: `/f/${created.id}`,
    fields: { token, message: SPAM },
  }))
  await open.ask(node)
  await atRest(fixture, node)
  return fixture.mail.ledger.filter(({ to }) => to[0] === recipient.replace('ada', 'sales')).length > 1
}

/** Claims the endpoint by the link in its email and adds a destination that confirms. Returns false when that failed. */
async function own(
  fixture: Fixture,
  node: Node,
  { formId, recipient }: { formId: string; recipient: string },
): Promise<boolean> {
  const claimPath = claimPathIn(fixture.mail.ledger.find(({ to }) => to[0] === recipient))
  if (claimPath === null) return false
  const claimed = await askOnce(fixture, node, { operation: 'claim', token: formId }, { path: claimPath })
  if (!claimed) return false
  return visitAsOwner(node.service.base, { claimPath, formId, recipient, emails: fixture.mail.ledger })
}
