/** Styles of single pages: the landing page, the mailbox, the API reference. */
export const SCREENS = `.promises { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 1.25rem 2.5rem; }
.promises dt { font-weight: 650; }
.promises dd { margin: 0; color: var(--muted); font-size: 1rem; }

.links { display: flex; flex-wrap: wrap; gap: .5rem 1.75rem; margin-block-start: 2rem; }
.links a { min-block-size: 1.5rem; padding-block: .25rem; }

.emails { padding: 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); list-style: none; overflow: clip; }
.emails li + li { border-block-start: 1px solid var(--line); }
.emails a {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 1.5rem;
  padding: .875rem 1.25rem;
  color: inherit;
  text-decoration: none;
}
.emails a:hover .subject { color: var(--accent); }
.emails a:focus-visible { outline-offset: -3px; }
.emails .subject { font-weight: 600; overflow-wrap: anywhere; }
.emails .to { grid-row: 2; color: var(--muted); font-size: .9375rem; overflow-wrap: anywhere; }
.emails time { color: var(--muted); font-size: .875rem; font-variant-numeric: tabular-nums; }
@media (max-width: 34rem) {
  .emails a { grid-template-columns: minmax(0, 1fr); }
  .emails .to { grid-row: auto; }
}

.tabs { display: flex; gap: .25rem; margin-block: 2rem 1rem; border-block-end: 1px solid var(--line); }
.tabs a { margin-block-end: -1px; padding: .5rem .875rem; border-block-end: 2px solid transparent; color: var(--muted); text-decoration: none; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
.email { display: block; inline-size: 100%; margin: 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); }
iframe.email { block-size: 75vh; min-block-size: 24rem; }
pre.email { padding: 1.25rem 1.5rem; font-size: .9375rem; line-height: 1.6; }

.contents { margin-block-start: 2.5rem; }
.contents h2 { margin: 2rem 0 .5rem; color: var(--muted); font-size: .9375rem; letter-spacing: 0; }
.contents ul { padding: 0; border-block-end: 1px solid var(--line); list-style: none; }
.contents li { border-block-start: 1px solid var(--line); }
.contents a { display: grid; gap: 0 1.5rem; padding-block: .5rem; color: inherit; font-size: 1rem; text-decoration: none; }
.contents a:hover { color: var(--accent); }
.contents span { color: var(--muted); }
.route b { margin-inline-end: .25rem; color: var(--accent); }

:is(.operation h2, #bodies) { margin-block-start: 5rem; margin-block-end: .5rem; font-size: 1.5rem; }
.operation :is(p, details, figure), .shape { max-inline-size: 46rem; }
:is(h2, h3)[id] { scroll-margin-block-start: 1.5rem; }
.fields > div { padding-block: .625rem; border-block-start: 1px solid var(--line); }
.fields dt span { margin-inline-start: .625rem; color: var(--muted); font-size: .875rem; }
.fields dd { margin: 0; max-inline-size: 42rem; font-size: 1rem; }
.responses > div { padding-block: .75rem; border-block-start: 1px solid var(--line); }
.responses > div > dt { font-weight: 650; }
.responses > div > dd { margin: 0; min-inline-size: 0; }
.responses > div > dd > * { margin-block: 0 .5rem; }
summary { min-block-size: 1.75rem; padding-block: .125rem; color: var(--accent); cursor: pointer; }
details .snippet { margin-block: .5rem 1rem; }
@media (min-width: 48rem) {
  .contents a { grid-template-columns: 17rem minmax(0, 1fr); }
  .responses > div { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); }
}
`
