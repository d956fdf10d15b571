/** Styles of single pages: the landing page and the mailbox. */
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

.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin-block: 2rem 1rem; border-block-end: 1px solid var(--line); }
.tabs a { margin-block-end: -1px; padding: .5rem .875rem; border-block-end: 2px solid transparent; color: var(--muted); text-decoration: none; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
@media (max-width: 24rem) { .tabs a { padding-inline: .5rem; } }
.email { display: block; inline-size: 100%; margin: 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); }
iframe.email { block-size: 75vh; min-block-size: 24rem; }
pre.email { padding: 1.25rem 1.5rem; font-size: .9375rem; line-height: 1.6; }
`
