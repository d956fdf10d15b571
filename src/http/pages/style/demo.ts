/** Styles of the demonstration on the landing page: a form, an inbox and an email that belong together. */
export const DEMO = `.demo > h2 { margin-block-end: .25rem; }
.demo-parts { display: grid; gap: 1.5rem; margin-block: 1.5rem 1.25rem; }
.demo-parts > * { min-inline-size: 0; }
.demo-parts form { align-self: start; padding: 1.25rem 1.25rem 1.5rem; }
.demo-parts .field { max-inline-size: none; margin: 0 0 1rem; }
.demo-parts :is(input, textarea) {
  display: block;
  inline-size: 100%;
  padding: .5rem .875rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--paper);
  color: inherit;
  font: inherit;
}
.demo-parts textarea { min-block-size: 6.5rem; resize: vertical; }
.demo-parts :is(input, textarea):focus-visible { border-color: var(--accent); border-radius: var(--radius); outline-offset: 0; }
.demo-parts .button { inline-size: 100%; }
.demo-parts .problem { margin-block: 1rem 0; }
.demo-parts .bar { margin: 0; font-size: .9375rem; line-height: 1.5; letter-spacing: 0; overflow-wrap: anywhere; }
.demo-parts .inbox { margin: 0; padding: 0; font-size: .875rem; line-height: 1.5; }
.demo-parts ol { min-block-size: 12.25rem; margin: 0; padding: 0; list-style: none; }
.demo-parts .inbox .row:nth-child(2) { background: none; }
.demo-parts .inbox .row:nth-child(2) .words { color: var(--muted); }
.demo-parts .inbox .row.new { background: var(--tint); }
.demo-parts .inbox .row.new .words { color: var(--ink); }
.demo-parts .row b { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.badge { padding: .0625rem .4375rem; border: 1px solid var(--alarm); border-radius: 1rem; color: var(--alarm); font-size: .8125rem; font-weight: 600; }
.demo-parts .window.mail { display: flex; flex-direction: column; min-block-size: 12rem; margin: 0; font-size: .875rem; line-height: 1.5; }
.demo-parts .row.to:not([hidden]) { display: block; padding-block: .5rem; border-block-end: 1px solid var(--line); color: var(--muted); }
.demo-parts .nothing:not([hidden]) { display: grid; flex: 1; place-content: center; padding: 2rem; font-size: .9375rem; text-align: center; text-wrap: balance; }
.demo-parts iframe { flex: 1; min-block-size: 30rem; border: 0; border-radius: 0; }
.demo-parts [hidden] { display: none; }
.demo-next { margin: 0; }
.create { scroll-margin-block-start: 2rem; }
.demo-next a { display: inline-flex; align-items: center; min-block-size: 1.75rem; font-weight: 600; }
@media (min-width: 50rem) {
  .demo-parts { grid-template-columns: minmax(0, 1fr) minmax(0, 1.5fr); grid-template-rows: auto auto 1fr; gap: 1.5rem 2.5rem; }
  .demo-parts .inbox { grid-area: 1 / 2; }
  .demo-parts .mail { grid-area: 2 / 2 / 4 / 2; }
  .demo-parts .window.mail { min-block-size: 33.5rem; }
  .demo-parts form { grid-row: 1 / 3; }
  .demo-parts .demo-next { grid-area: 3 / 1; align-self: start; }
}
@media (prefers-reduced-motion: no-preference) {
  .demo-parts .row.new { animation: arrive .35s ease-out; }
  @keyframes arrive { from { opacity: 0; translate: 0 -.75rem; } }
}
`
