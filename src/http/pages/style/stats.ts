/** Styles of the public page with statistics: the chart and the counts by name. */
export const STATS = `.total { margin-block: 0 .25rem; }
.total b { font-size: 2rem; font-variant-numeric: tabular-nums; line-height: 1.2; }
.total span { color: var(--muted); }
.chart figcaption { margin-block-end: .75rem; color: var(--muted); font-size: .9375rem; }
.plot { position: relative; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .375rem .625rem; }
.plot svg { display: block; inline-size: 100%; block-size: 13rem; border-block-end: 1px solid var(--edge); overflow: visible; }
.plot .scale { position: relative; color: var(--muted); font-size: .8125rem; font-variant-numeric: tabular-nums; text-align: end; }
.plot .scale span { position: absolute; inset-inline-end: 0; transform: translateY(-50%); }
.plot .scale b { visibility: hidden; font-weight: 400; }
.plot .middle { inset-block-start: 50%; }
.plot .zero { inset-block-start: 100%; }
.plot .line { stroke: var(--line); vector-effect: non-scaling-stroke; }
.plot .bar { fill: var(--accent); fill-opacity: .75; }
.plot .running { fill-opacity: .4; }
.plot .area { position: relative; }
.plot .tips { position: absolute; inset: 0; display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); }
.plot .tips span:hover { background: color-mix(in srgb, var(--ink) 6%, transparent); }
.plot .axis { grid-column: 2; display: flex; justify-content: space-between; color: var(--muted); font-size: .8125rem; }
.plot .axis.each span { flex: 1; text-align: center; }
.counts { inline-size: 100%; margin-block-end: 1.25rem; border-collapse: collapse; font-size: 1rem; font-variant-numeric: tabular-nums; }
.counts :is(th, td) { padding: .3125rem .625rem; border-block-end: 1px solid var(--line); font-weight: 400; text-align: start; overflow-wrap: anywhere; }
.counts thead th { color: var(--muted); font-size: .875rem; }
.counts :is(td, thead th:last-child) { inline-size: 7rem; text-align: end; }
.counts tbody th { position: relative; }
.share { position: absolute; inset: .125rem 0; inline-size: 100%; block-size: calc(100% - .25rem); fill: var(--tint); }
.share + * { position: relative; }
[dir='rtl'] .share { transform: scaleX(-1); }
.chart + details { margin-block: 1rem 0; }
.chart + details .counts { max-inline-size: 30rem; margin-block-start: .5rem; font-size: .9375rem; }
@media (max-width: 34rem) {
  .plot svg { block-size: 10rem; }
  .plot .axis.each span:nth-last-child(even) { visibility: hidden; }
}
`
