import { formatDay, formatInstant } from '../../domain/language.ts'
import {
  getStatusShare,
  isInterrupted,
  type ServiceStatus,
  STATUS_FACTS,
  type StatusDay,
  type StatusFact,
} from '../../domain/maintenance/status.ts'
import { textsIn } from '../../locales/texts.ts'
import { type Html, html } from '../../markup/html.ts'
import { type LanguageChoice, languageNav } from './i18n/language-choice.ts'
import { getColon, getLocale, getSentenceSpace, type Language } from './i18n/languages.ts'
import { page } from './layout.ts'

/** Share of a day below which its bar is a short one. */
const LOW_SHARE = 0.9

/**
 * Page that shows whether the instance accepts and delivers. A bar for each day, by height and color, stands beside the same days
 * as text.
 *
 * @param input.status null for a service that the instance does not offer
 * @param input.isHistoryRead false while the days cannot be read
 */
export function statusPage(input: {
  base: string
  host: string
  languageChoice: LanguageChoice
  status: Record<StatusFact, ServiceStatus | null>
  isHistoryRead: boolean
}): string {
  const { base, host, languageChoice, status, isHistoryRead } = input
  const { language } = languageChoice
  const words = textsIn(language).status
  const offered = STATUS_FACTS.flatMap((fact) => {
    const service = status[fact]
    return service === null ? [] : [{ fact, service }]
  })
  const isGood = offered.every(({ service }) => service.works)
  return page({
    base,
    language,
    title: words.title({ host }),
    foot: languageNav(`${base}/status`, languageChoice),
    body: html`<h1>${words.title({ host })}</h1>
<p class="lead signal ${isGood ? 'arrived' : 'refused'}">${isGood ? words.good : words.bad}</p>
${offered.map(({ fact, service }) => serviceSection(language, { fact, service, isHistoryRead }))}
<p class="aside">${words.note}${getSentenceSpace(language)}<a href="${base}/status.json"><code>status.json</code></a></p>`,
  })
}

function serviceSection(
  language: Language,
  shown: { fact: StatusFact; service: ServiceStatus; isHistoryRead: boolean },
): Html {
  const { fact, service, isHistoryRead } = shown
  const words = textsIn(language).status
  const { works, since } = service
  const { accepting, emails, webhooks } = words.facts
  const names: Readonly<Record<StatusFact, string>> = { accepting, emails, webhooks }
  return html`<section class="service" aria-labelledby="${fact}">
<h2 id="${fact}">${names[fact]}</h2>
<p class="signal ${works ? 'arrived' : 'refused'}">${works ? words.working : words.notWorking}${since === null ? null : html` <span class="muted">${words.since({ time: formatInstant(language, since) })}</span>`}</p>
${isHistoryRead ? history(language, service.days) : html`<p class="muted">${words.noHistory}</p>`}
</section>
`
}

function history(language: Language, days: readonly StatusDay[]): Html {
  const words = textsIn(language).status
  const share = getStatusShare(days)
  const interrupted = days.filter(isInterrupted).toReversed()
  const summary = share === null ? words.noData : words.share({ percent: formatShare(language, share) })
  return html`<div class="days" aria-hidden="true">${days.map(
    (day) => html`<i class="${toLevel(day)}" title="${sayDay(language, day)}"></i>`,
  )}</div>
<p class="small muted span"><span>${words.days}</span><span>${summary}</span></p>
${
  interrupted.length === 0
    ? null
    : html`<details><summary>${words.interruptions({ count: interrupted.length })}</summary>
<ul>${interrupted.map((day) => html`<li>${sayDay(language, day)}</li>`)}</ul>
</details>`
}`
}

function toLevel(day: StatusDay): 'none' | 'whole' | 'some' | 'low' {
  if (day.minutes === null) return 'none'
  if (!isInterrupted(day)) return 'whole'
  return day.minutes / day.of < LOW_SHARE ? 'low' : 'some'
}

function sayDay(language: Language, day: StatusDay): string {
  const { noData } = textsIn(language).status
  const date = formatDay(language, day.day)
  const percent = day.minutes === null ? noData : formatShare(language, day.minutes / day.of)
  return `${date}${getColon(language)}${percent}`
}

/** Formats a share, rounded down: one that is not complete is never shown as 100 %. */
function formatShare(language: Language, share: number): string {
  const format = new Intl.NumberFormat(getLocale(language), { style: 'percent', maximumFractionDigits: 2 })
  return format.format(Math.floor(share * 10_000) / 10_000)
}
