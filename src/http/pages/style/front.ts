/** Styles of the landing page and the start page. */
export const FRONT = `body > header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1.5rem; }
body > header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; font-size: .9375rem; }
body > header nav a { display: inline-flex; align-items: center; min-block-size: 1.75rem; color: var(--ink); text-decoration: none; }
body > header nav a:hover { color: var(--accent); text-decoration: underline; }

.hero { display: grid; gap: 3rem 4.5rem; align-items: center; margin-block-end: 1.5rem; }
.hero h1 { font-size: clamp(2rem, 1.2rem + 3.4vw, 3.125rem); line-height: 1.1; letter-spacing: -.025em; }
:is([lang='ar'], [lang='ja'], [lang='zh']) .hero h1 { letter-spacing: 0; line-height: 1.3; }
.product { font-size: .875rem; line-height: 1.5; }
.window { border: 1px solid var(--line); border-radius: 12px; background: var(--card); box-shadow: 0 12px 32px -16px rgb(0 0 0 / .28); overflow: clip; }
.window p { margin: 0; }
.window .bar { padding: .625rem 1rem; border-block-end: 1px solid var(--line); font-weight: 650; }
.window .row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .625rem 1rem; }
.window .row + .row { border-block-start: 1px solid var(--line); }
.window .time { color: var(--muted); font-variant-numeric: tabular-nums; }
.window .words { grid-column: 1 / -1; color: var(--muted); }
.inbox { margin-inline-end: 2.5rem; padding-block-end: 2.75rem; }
.inbox .row:nth-child(2) { background: var(--tint); }
.inbox .row:nth-child(2) .words { color: var(--ink); }
.inbox .words { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.window.mail { position: relative; margin-block-start: -2rem; margin-inline-start: 2.5rem; }
.mail .row { grid-template-columns: 5.5rem minmax(0, 1fr); padding-block: .5rem; }
.mail .words { grid-column: 2; color: var(--ink); }
[lang='ja'] .mail .row { grid-template-columns: 7rem minmax(0, 1fr); }

.kinds { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1.5rem 2.5rem; padding: 0; list-style: none; }
.kinds li { display: flex; flex-direction: column; padding-block-start: .875rem; border-block-start: 2px solid var(--accent); }
.kinds h3 { margin: 0 0 .375rem; }
.kinds p { margin: 0 0 .75rem; color: var(--muted); font-size: 1rem; text-wrap: pretty; }
.kinds code { color: var(--ink); }
@media (min-width: 56rem) {
  .hero { grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); }
}

.create { display: grid; gap: .875rem; max-inline-size: 26rem; margin-block-start: 2rem; }
.create .field { max-inline-size: none; margin: 0; }
.create .field input { min-block-size: 3.125rem; font-size: 1.125rem; }
.create .problem { margin: 0; font-size: 1rem; }
.create .note { margin: 0; }
.create .button { min-block-size: 3.125rem; font-size: 1.125rem; }
.create p:last-child { margin: 0; }

.ways-in { display: grid; gap: 1.75rem 2.5rem; }
.ways-in .snippet { display: flex; flex-direction: column; min-inline-size: 0; margin: 0; }
.ways-in .snippet > pre:last-child { flex: 1; }
.ways-in pre { font-size: .8125rem; }
.snippet pre.answer { border-block-start: 0; border-start-start-radius: 0; border-start-end-radius: 0; background: transparent; color: var(--muted); }
.snippet pre:has(~ .answer) { border-end-start-radius: 0; border-end-end-radius: 0; }
@media (min-width: 56rem) {
  .ways-in { grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr); }
}

.steps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1.5rem 2.5rem; padding: 0; list-style: none; counter-reset: step; }
.steps li { counter-increment: step; }
.steps li::before { content: counter(step); color: var(--accent); font-weight: 650; font-variant-numeric: tabular-nums; }
.steps h3 { margin: .125rem 0 .375rem; }
.steps p { margin: 0; text-wrap: pretty; }
.wide .steps li { padding-block-start: .875rem; border-block-start: 2px solid var(--line); }
.wide .steps li::before { display: block; }
.wide .steps p { color: var(--muted); font-size: 1rem; }
.text .steps { display: block; }
.text .steps li { display: grid; grid-template-columns: 2rem minmax(0, 1fr); padding-block: .25rem; }

.wide .promises { grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
.measure { max-inline-size: 42rem; }
.limits { max-inline-size: 42rem; margin-block-start: 2rem; }

.try { border-block-start: 1px solid var(--line); }
.try .field { max-inline-size: none; margin-block: 1rem .75rem; }
.try :is(input, textarea) {
  inline-size: 100%;
  padding: .5rem .875rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--paper);
  color: inherit;
  font: inherit;
}
.try textarea { display: block; resize: vertical; }
.try .button { margin-block-start: .5rem; }
.try :is(input, textarea):focus-visible { border-color: var(--accent); border-radius: var(--radius); outline-offset: 0; }

.ways { display: flex; flex-wrap: wrap; gap: .5rem 1.75rem; margin-block-start: 2.5rem; }
.ways a { min-block-size: 1.75rem; }

.languages { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding-block-end: 1rem; }
.languages > * { display: inline-flex; align-items: center; min-block-size: 1.75rem; color: inherit; }
.languages [aria-current] { color: var(--ink); font-weight: 650; }

.start { display: grid; gap: 0 2rem; margin-block-start: 1.5rem; }
.start .snippet:first-child { margin-block-start: 0; }
.happened { align-self: start; margin-block: 0 1.75rem; }
.happened:has(.arrivals .arrived) { border-color: var(--accent); background: var(--tint); }
.happened p { margin-block: 0 .25rem; }
.step .signal { align-items: start; }
.step .signal::before { margin-block-start: .4375rem; }
.step > :not(.signal) { margin-inline-start: 1.25rem; }
.step { position: relative; padding-block-end: 1rem; }
.happened > .step::before, .arrivals .step:not(:last-child)::before { content: ''; position: absolute; inset-block: 1.375rem -.25rem; inset-inline-start: .25rem; inline-size: 2px; background: var(--line); }
@media (min-width: 58rem) {
  .start { grid-template-columns: minmax(0, 1fr) 20.5rem; grid-template-areas: 'address happened' 'paste happened'; grid-template-rows: auto 1fr; }
  .address { grid-area: address; }
  .happened { grid-area: happened; }
  .paste { grid-area: paste; }
}
.arrivals p, .arrivals ul { margin-block-end: .5rem; }
.arrivals h2 { margin-block: 1rem .5rem; }
.arrivals ul { padding-inline-start: 1.25rem; }
.signal { display: flex; align-items: center; gap: .625rem; }
.signal::before { content: ''; flex: none; inline-size: .625rem; block-size: .625rem; border-radius: 50%; background: var(--edge); }
.signal.arrived { color: var(--accent); }
.signal.arrived::before { background: var(--accent); }
.signal.refused { color: var(--alarm); }
.signal.refused::before { background: var(--alarm); }
@media (prefers-reduced-motion: no-preference) {
  .signal.waiting::before { animation: wait 2s ease-in-out infinite; }
  @keyframes wait { 50% { opacity: .25; } }
}
`
