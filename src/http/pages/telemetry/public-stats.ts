import { formatCount } from '../../../domain/language.ts'
import { startOfHour } from '../../../domain/telemetry/event.ts'
import {
  MIN_PUBLIC_NAME_COUNT,
  type PublicPeriod,
  type PublicStats,
} from '../../../domain/telemetry/public-stats.ts'
import { textsIn } from '../../../locales/texts.ts'
import { type Html, html } from '../../../markup/html.ts'
import { getLocale, type Language } from '../i18n/languages.ts'
import { page, titledPage } from '../layout.ts'

/** Maximum number of bars that each get a label. */
const MAX_LABELED = 7
/** Height of the drawing, and the least height of a bar, in its own units. */
const HEIGHT = 100
const MIN_BAR_HEIGHT = 1.5
const UNITS = { '24h': [24, 'hour'], '7d': [7, 'day'], '30d': [30, 'day'] } as const

type Shown = { language: Language; stats: PublicStats }

/**
 * Renders the public page with the statistics of a telemetry endpoint. It does not name the endpoint's id, with which
 * events could be sent to it.
 *
 * @param input.name name that the owner gave the endpoint; null without one
 * @param input.periods periods for which events are kept
 * @param input.url URL of the page
 */
export function publicStatsPage(
  input: Shown & {
    base: string
    name: string | null
    period: PublicPeriod
    periods: readonly PublicPeriod[]
    url: string
  },
): string {
  const { base, language, name, stats } = input
  const words = textsIn(language).stats
  const title = name ?? words.title
  return page({
    base,
    language,
    title,
    body: html`${name === null ? null : html`<p class="kicker">${words.title}</p>\n`}<h1><bdi>${title}</bdi></h1>
${periodNav(input)}
<p class="total"><b>${formatCount(language, stats.total)}</b> <span>${words.events}</span></p>
${chart(input)}
${chartTable(input)}
<h2>${words.names}</h2>
${namesTable(input)}
<p class="muted small">${words.note({ digits: formatCount(language, MIN_PUBLIC_NAME_COUNT) })}</p>`,
  })
}

/** Renders the page of a link that was revoked, or never existed. */
export function deadStatsLinkPage({ base, language }: { base: string; language: Language }): string {
  const { title } = textsIn(language).links.deadLinks.unknown
  return titledPage({
    base,
    language,
    title,
    content: html`<p class="lead">${textsIn(language).stats.dead}</p>`,
  })
}

function periodNav(input: {
  language: Language
  period: PublicPeriod
  periods: readonly PublicPeriod[]
  url: string
}): Html {
  const { language, period, periods, url } = input
  return html`<nav class="tabs" aria-label="${textsIn(language).stats.period}">${periods.map((one) => {
    const [amount, unit] = UNITS[one]
    const label = new Intl.NumberFormat(getLocale(language), { style: 'unit', unit, unitDisplay: 'long' })
    return html`<a href="${url}?period=${one}"${one === period ? html` aria-current="page"` : null}>${label.format(amount)}</a>`
  })}</nav>`
}

function chart({ language, stats }: Shown): Html {
  const { byHour, byDay } = textsIn(language).stats
  const labels = listLabels(language, stats)
  const top = toTop(Math.max(...stats.steps.map(({ count }) => count)))
  const last = labels.length - 1
  const each = labels.length <= MAX_LABELED
  const shown = each ? labels : [labels[0], labels[Math.floor(last / 2)], labels[last]]
  return html`<figure class="chart">
<figcaption>${stats.interval === 'hour' ? byHour : byDay}</figcaption>
<div class="plot" dir="ltr" aria-hidden="true">
<div class="scale"><b>${formatCount(language, top)}</b><span class="top">${formatCount(language, top)}</span>${
    top % 2 === 0 ? html`<span class="middle">${formatCount(language, top / 2)}</span>` : null
  }<span class="zero">0</span></div>
<div class="area"><svg viewBox="0 0 ${labels.length} ${HEIGHT}" preserveAspectRatio="none">
<path class="line" d="M0 0H${labels.length}M0 ${HEIGHT / 2}H${labels.length}"></path>
${stats.steps.map(({ count }, place) => {
  const height = count === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, (count / top) * HEIGHT)
  return html`<rect class="${place === last ? 'bar running' : 'bar'}" x="${place + 0.1}" y="${HEIGHT - height}" width="0.8" height="${height}"></rect>
`
})}</svg><div class="tips">${stats.steps.map(
    ({ count }, place) => html`<span title="${labels[place] ?? ''}: ${formatCount(language, count)}"></span>`,
  )}</div></div>
<div class="${each ? 'axis each' : 'axis'}">${shown.map((label) => html`<span dir="auto">${label ?? ''}</span>`)}</div>
</div>
</figure>`
}

function chartTable({ language, stats }: Shown): Html {
  const words = textsIn(language).stats
  const labels = listLabels(language, stats)
  return html`<details><summary>${words.table}</summary>
<table class="counts"><thead><tr><th scope="col">${words.time}</th><th scope="col">${words.events}</th></tr></thead>
<tbody>${stats.steps.map(({ count }, place) => {
    const label = labels[place] ?? ''
    const time = place === labels.length - 1 ? words.soFar({ time: label }) : label
    return html`<tr><th scope="row">${time}</th><td>${formatCount(language, count)}</td></tr>
`
  })}</tbody></table></details>`
}

function namesTable({ language, stats }: Shown): Html {
  const words = textsIn(language).stats
  const { names, others, total } = stats
  if (total === 0) return html`<p class="muted">${words.nothing}</p>`
  const most = Math.max(others, ...names.map(({ count }) => count))
  const row = (name: Html, count: number) =>
    html`<tr><th scope="row"><svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${(count / most) * 100}" height="1"></rect></svg>${name}</th><td>${formatCount(language, count)}</td></tr>
`
  return html`<table class="counts"><thead><tr><th scope="col">${words.name}</th><th scope="col">${words.events}</th></tr></thead>
<tbody>${names.map(({ name, count }) => row(html`<bdi>${name}</bdi>`, count))}${
    others === 0 ? null : row(html`<span class="muted">${words.others}</span>`, others)
  }</tbody></table>`
}

/** Formats the start of each hour or day, in UTC. */
function listLabels(language: Language, { interval, steps }: PublicStats): string[] {
  const time = interval === 'hour' ? ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const) : {}
  const format = new Intl.DateTimeFormat(getLocale(language), {
    day: 'numeric',
    month: 'short',
    ...time,
    timeZone: 'UTC',
  })
  return steps.map(({ hour }) => format.format(startOfHour(hour)))
}

/** Returns the top of the axis: the next round number that is at least the largest value. */
function toTop(most: number): number {
  if (most <= 4) return Math.max(1, most)
  const unit = 10 ** Math.floor(Math.log10(most))
  const factor = [1, 2, 4, 6, 8, 10].find((one) => one * unit >= most) ?? 10
  return factor * unit
}
