/**
 * PostgreSQL has to find all that its index of words names before it knows the newest. So it looks into the entries of the
 * newest week first, and into four times as many weeks before those only while they name too few. Which weeks there are
 * does not matter: a week (its length in keys stands below) is where a partition ends.
 */
export const sqlite: string[] = []

export const postgres = [
  `create or replace function search_named(sought tsquery, above bigint, up_to bigint, most integer)
   returns setof bigint
   language plpgsql stable
   set enable_seqscan = off
   set enable_indexscan = off
   set cpu_operator_cost = 1
   set max_parallel_workers_per_gather = 0
   set jit = off
   set plan_cache_mode = force_custom_plan
   as $$
   declare
     week constant bigint := 2477260800000;
     span bigint := week;
     first_key bigint := up_to / week * week;
     last_key bigint := up_to;
     wanted integer := most;
     found_now integer;
   begin
     loop
       return query
         select entry.key from search_entries as entry
         where entry.words @@ sought and entry.key > greatest(above, first_key - 1) and entry.key <= last_key
         order by entry.key desc limit wanted;
       get diagnostics found_now = row_count;
       wanted := wanted - found_now;
       exit when wanted <= 0 or first_key <= above;
       last_key := first_key - 1;
       span := span * 4;
       first_key := first_key - span;
     end loop;
   end $$`,
]
