/** Styles of the status page: a bar for each day. */
export const STATUS = `.service { margin-block-start: 2.25rem; padding-block-start: .25rem; border-block-start: 1px solid var(--line); }
.service h2 { margin-block: 1.25rem .375rem; }
.service .signal { flex-wrap: wrap; gap: .25rem .625rem; margin-block-end: 1rem; }
.days { display: flex; align-items: end; gap: 1px; block-size: 2.25rem; }
.days i { flex: 1; block-size: 100%; border-radius: 1px; background: var(--accent); }
.days .some { block-size: 70%; background: color-mix(in srgb, var(--accent) 50%, var(--alarm)); }
.days .low { block-size: 35%; background: var(--alarm); }
.days .none { block-size: 2px; background: var(--edge); }
.service .span { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-block: .375rem .75rem; font-variant-numeric: tabular-nums; }
.service summary { inline-size: fit-content; min-block-size: 1.75rem; cursor: pointer; }
.service details ul { margin-block: .25rem 0; font-variant-numeric: tabular-nums; }
@media (forced-colors: active) {
  .days i { forced-color-adjust: none; background: CanvasText; }
}
`
