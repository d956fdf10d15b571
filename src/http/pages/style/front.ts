/** The landing page, and the page that a new endpoint begins with. */
export const FRONT = `body > header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1.5rem; }
body > header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; font-size: .9375rem; }
body > header nav a { display: inline-flex; align-items: center; min-block-size: 1.75rem; color: var(--ink); text-decoration: none; }
body > header nav a:hover { color: var(--accent); text-decoration: underline; }

.hero { display: grid; gap: 2.5rem 4rem; align-items: center; }
.hero h1 { font-size: clamp(2rem, 1.2rem + 3.4vw, 3.125rem); line-height: 1.1; letter-spacing: -.025em; }
.hero .lead { max-inline-size: 34rem; }
.hero .snippet { margin: 0; }
.hero .snippet pre { padding: 1.5rem; font-size: .875rem; }
@media (min-width: 56rem) {
  .hero { grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); }
}

.create { display: grid; gap: .75rem; max-inline-size: 30rem; margin-block-start: 2rem; }
.create .field { max-inline-size: none; margin: 0; }
.create .problem { margin: 0; font-size: 1rem; }
.create .button { justify-self: start; min-inline-size: 11rem; }
.create p:last-child { margin: 0; }
@media (max-width: 26rem) {
  .create .button { justify-self: stretch; }
}
@media (min-width: 36rem) {
  .create { grid-template-columns: minmax(0, 1fr) auto; align-items: end; }
  .create > p:not(.field) { grid-column: 1 / -1; }
  .create .problem { grid-row: 2; }
  .create .button { min-inline-size: 0; }
}

.beside { display: grid; gap: 1.75rem 2.5rem; }
.beside .snippet { margin: 0; }
@media (min-width: 56rem) {
  .beside { grid-template-columns: minmax(0, 1fr) minmax(0, 1.6fr); }
}

.steps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1.5rem 2.5rem; padding: 0; list-style: none; counter-reset: step; }
.steps li { counter-increment: step; padding-block-start: .875rem; border-block-start: 2px solid var(--line); }
.steps li::before { content: counter(step); display: block; color: var(--accent); font-weight: 650; font-variant-numeric: tabular-nums; }
.steps h3 { margin: .125rem 0 .375rem; }
.steps p { margin: 0; color: var(--muted); font-size: 1rem; }

.try .field { margin-block: 1rem .75rem; }
.try textarea {
  inline-size: 100%;
  padding: .5rem .75rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--paper);
  color: inherit;
  font: inherit;
  resize: vertical;
}
.try textarea:focus-visible { border-color: var(--accent); border-radius: var(--radius); outline-offset: 0; }
.try form { margin-block-end: 0; }

.languages { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding-block-end: 1rem; }
.languages > * { display: inline-flex; align-items: center; min-block-size: 1.75rem; color: inherit; }
.languages [aria-current] { color: var(--ink); font-weight: 650; }
`
