import type { Plan } from '../../domain/plan.ts'
import { type Html, html } from '../../html.ts'
import { capText, quotaText, wordsOf } from './kind-words.ts'
import { page } from './layout.ts'
import { press } from './press.ts'

/**
 * What the claim link shows. `confirm` asks for one press that claims; `claimed` and `already_claimed` say
 * that it is done. The page gives no session and may be opened by anybody who has the link.
 *
 * @param input.accountHint the recipient mailbox with its letters hidden, `j***@a***.org`
 * @param input.plan what the owner has, or gets; null when it is no longer offered
 * @param input.claimAction where the button of `confirm` posts to
 */
export function claimPage(input: {
  base: string
  outcome: 'confirm' | 'claimed' | 'already_claimed'
  formId: string
  accountHint: string
  plan: Plan | null
  claimAction: string
  openAction: string
  disownAction: string
}): string {
  const { outcome, formId } = input
  const title = outcome === 'confirm' ? 'Claim this endpoint' : 'This endpoint is claimed'
  const deeds =
    outcome === 'confirm'
      ? press({ action: input.claimAction, label: 'Claim this endpoint', weight: 'main' })
      : press({ action: input.openAction, label: 'Open dashboard', weight: 'main' })
  return page({
    base: input.base,
    language: 'en',
    title,
    body: html`<p class="kicker"><code>${formId}</code></p>
${outcome === 'confirm' ? toClaim(input) : belongsTo({ ...input, outcome })}
<div class="deeds">
${deeds}
${press({ action: input.disownAction, label: 'This wasn’t me', weight: 'plain' })}
</div>
<p class="muted small">“This wasn’t me” retires the endpoint, deletes what it holds, and we never write to this mailbox about an endpoint again. That cannot be undone.</p>`,
  })
}

function toClaim(input: { formId: string; accountHint: string; plan: Plan | null }): Html {
  const { formId, accountHint, plan } = input
  const { made, lettersBefore } = wordsOf(formId)
  return html`<h1>Claim this endpoint</h1>
<p class="lead">${made} <strong>${accountHint}</strong>. Press the button to make its endpoint yours.</p>
<ul class="means">
<li>The limit of ${capText(formId)} ends. ${quotaText(formId, plan)}</li>
<li>It no longer expires when it is quiet for a while.</li>
<li>${lettersBefore}</li>
</ul>`
}

function belongsTo(input: {
  formId: string
  accountHint: string
  plan: Plan | null
  outcome: 'claimed' | 'already_claimed'
}): Html {
  const { formId, accountHint, plan, outcome } = input
  return html`<h1>This endpoint ${outcome === 'claimed' ? 'now belongs' : 'belongs'}\u00a0to <span class="unbroken">${accountHint}</span></h1>
<p class="lead">${
    outcome === 'claimed'
      ? 'There is no password to choose and nothing to fill in. This is what changes:'
      : 'It was claimed before; opening the link again changes nothing. This is what that means:'
  }</p>
<ul class="means">
<li>The limit of ${capText(formId)} has ended. ${quotaText(formId, plan)}</li>
<li>It no longer expires when it is quiet for a while.</li>
<li>${wordsOf(formId).lettersAfter}</li>
</ul>`
}
