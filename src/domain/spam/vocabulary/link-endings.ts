/**
 * Endings of domains that cost next to nothing for a year, and that spam uses more than anybody else does, by their points.
 * Companies and people use the later ones, too.
 */
export const LINK_ENDINGS: ReadonlyMap<string, number> = new Map([
  ...toEntries(
    2.5,
    'top xyz click icu buzz bet casino loan cam cfd sbs cyou bond monster quest rest tk ml ga cf gq bid win party stream ' +
      'download review trade racing date cricket science work vip fun lol hair makeup skin beauty autos mom boats yachts',
  ),
  ...toEntries(2, 'site online shop store biz club space website link pw best ws su uno'),
  ...toEntries(1, 'info pro live life world cc'),
])

function toEntries(points: number, endings: string): [ending: string, points: number][] {
  return endings.split(' ').map((ending) => [ending, points])
}
