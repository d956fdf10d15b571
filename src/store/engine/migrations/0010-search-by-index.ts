/**
 * How PostgreSQL looks into the index of words: by that index. Of words that it has no figures about, it takes many more
 * to be there than are, and would rather read everybody's entries, one after the other or by their keys: so the first
 * is ruled out, and to look at an entry is made to seem dear.
 */
export const sqlite: string[] = []

export const postgres = [
  `create function search_named(sought tsquery, above bigint, up_to bigint, most integer) returns setof bigint
   language plpgsql stable
   set enable_seqscan = off
   set enable_indexscan = off
   set cpu_operator_cost = 1
   set max_parallel_workers_per_gather = 0
   set jit = off
   set plan_cache_mode = force_custom_plan
   as $$
   begin
     return query
       select entry.key from search_entries as entry
       where entry.words @@ sought and entry.key > above and entry.key <= up_to
       order by entry.key desc limit most;
   end $$`,
]
