/** Styles of the receipt of a submission. */
export const RECEIPT = `.progress { margin: 0 0 1.5rem; padding: 0; list-style: none; }
.progress li { position: relative; padding-block: .375rem; padding-inline-start: 2rem; }
.progress li::before {
  content: '';
  position: absolute;
  inset-block-start: .8125rem;
  inset-inline-start: .1875rem;
  inline-size: .8125rem;
  block-size: .8125rem;
  border: 2px solid var(--edge);
  border-radius: 50%;
}
.progress li.done::before { border-color: var(--accent); background: var(--accent); }
#receipt .problem { margin-block-end: 1.5rem; }
.progress li:not(:last-child)::after {
  content: '';
  position: absolute;
  inset-block: 1.8125rem -.625rem;
  inset-inline-start: .5rem;
  inline-size: 2px;
  background: var(--line);
}
.progress time { display: block; color: var(--muted); font-size: .9375rem; }
.answer { margin-block: 1.5rem; }
.answer strong { color: var(--ink); margin-inline-end: .5rem; }
.answer time { display: inline-block; }
.said { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 1.0625rem; }
.withdraw { margin-block: 1.5rem 2rem; }
.withdraw summary { inline-size: fit-content; min-block-size: 1.75rem; color: var(--muted); font-size: .9375rem; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em; cursor: pointer; }
.withdraw summary:hover { color: var(--ink); }
.withdraw[open] { padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); }
.withdraw[open] summary { margin-block-end: .75rem; }
`
