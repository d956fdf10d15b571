import { type EndpointFacts, getConfirmedName } from '../../../../domain/endpoints/endpoint.ts'
import { formatDay, type Language } from '../../../../domain/language.ts'
import { MAX_FORMS } from '../../../../domain/outbox/spam-digest.ts'
import type { Field } from '../../../../domain/submissions/fields.ts'
import { textsIn } from '../../../../locales/texts.ts'
import { formatFields, summarize } from './field-formatting.ts'
import type { Facts, Messages, NoticeContents } from './notice-contents.ts'
import { shownName } from './submitted-text.ts'

type Fact = Facts['facts'][number]

/**
 * Composes the weekly email about the spam folder.
 *
 * @param input.forms number of messages for each form, the largest first; those that are not in `endpoints` are left out
 * @param input.stopUrl page that turns these emails off
 */
export function digestContents(input: {
  language: Language
  forms: readonly { endpointId: string; count: number }[]
  endpoints: readonly EndpointFacts[]
  newest: readonly { receivedAt: Date; fields: readonly Field[] }[]
  stopUrl: string
  base: string
}): NoticeContents {
  const { language, newest, stopUrl, base } = input
  const words = textsIn(language).emails.notice.digest
  const forms = listForms(input)
  const total = forms.reduce((sum, { count }) => sum + count, 0)
  const heading = words.heading({ count: total })
  return {
    language,
    subject: heading,
    preview: words.preview,
    heading,
    paragraphs: [
      words.opening,
      { facts: printForms(language, forms) },
      words.newest,
      { messages: newest.map((message) => printMessage(language, message)) },
    ],
    button: { label: words.button, url: `${base}/app/inbox?folder=spam` },
    code: null,
    notes: [words.note],
    stop: { label: words.stop, url: stopUrl },
  }
}

function listForms({
  forms,
  endpoints,
}: Pick<Parameters<typeof digestContents>[0], 'forms' | 'endpoints'>): { name: string; count: number }[] {
  return forms.flatMap(({ endpointId, count }) => {
    const endpoint = endpoints.find(({ id }) => id === endpointId)
    return endpoint ? [{ name: shownName(getConfirmedName(endpoint)) ?? endpointId, count }] : []
  })
}

function printForms(language: Language, forms: readonly { name: string; count: number }[]): Fact[] {
  const words = textsIn(language).emails.notice.digest
  const print = (name: string, count: number): Fact => ({
    name,
    value: words.messages({ count }),
    aside: null,
  })
  const listed = forms.slice(0, MAX_FORMS)
  const others = forms.slice(MAX_FORMS)
  const facts = listed.map(({ name, count }) => print(name, count))
  if (others.length === 0) return facts
  const name = words.otherForms({ count: others.length })
  return [
    ...facts,
    print(
      name,
      others.reduce((sum, { count }) => sum + count, 0),
    ),
  ]
}

/** Prints who sent a message and its first words. */
function printMessage(
  language: Language,
  { receivedAt, fields }: { receivedAt: Date; fields: readonly Field[] },
): Messages['messages'][number] {
  const text = summarize(formatFields(fields).fields) ?? textsIn(language).emails.notice.digest.noText
  return { date: formatDay(language, receivedAt), text }
}
