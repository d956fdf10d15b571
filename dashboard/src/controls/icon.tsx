import { classes } from './classes.ts'

/** Strokes on a grid of 24 px. */
const STROKES = {
  inbox: 'M4 13l2.5-8h11L20 13v6H4v-6zm0 0h4.5l1.5 3h4l1.5-3H20',
  endpoints: 'M5 5h14v5H5zM5 14h14v5H5zM8 7.5h.01M8 16.5h.01',
  telemetry: 'M3 12.5h4l3-8 4 15 3-7h4',
  queue: 'M3.5 6H10v12H3.5zM13.5 6H17v12h-3.5zM20.5 6v12',
  send: 'M4 12L20.5 4l-5 16.5-4-6.5zM11.5 14l9-10',
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5l11 7-11 7z',
  usage: 'M5 20V11M12 20V4M19 20v-6',
  key: 'M8 16.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12.5h9v3M17 12.5v2.5',
  lock: 'M5.5 11h13v9h-13zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 14.5v2',
  sessions: 'M3 5h13v10H3zM7 19h5M18 9h3v10h-5v-3',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.4 3.8-5 7.5-5s6.7 1.6 7.5 5',
  more: 'M5 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM12 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM19 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  system: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.6 9.5a2.5 2.5 0 1 1 3.7 2.2c-.9.5-1.3 1-1.3 2M12 16.8h.01',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM16 16l4.5 4.5',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  dash: 'M6 12h12',
  down: 'M6 9.5l6 6 6-6',
  right: 'M9.5 6l6 6-6 6',
  left: 'M14.5 6l-6 6 6 6',
  back: 'M20 12H4.5M11 5.5L4.5 12l6.5 6.5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  archive: 'M4 5h16v4H4zM5.5 9v10.5h13V9M10 13h4',
  spam: 'M8.2 3h7.6L21 8.2v7.6L15.8 21H8.2L3 15.8V8.2zM12 8v4.5M12 16h.01',
  reply: 'M10 6l-6 6 6 6M4 12h9c4 0 7 2.5 7 7',
  star: 'M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  label: 'M4 4.5h7.5l8.5 8.5-7 7L4 11.5zM8 8.5h.01',
  note: 'M5 4h14v10.5L14 20H5zM19 14.5h-5V20M8.5 8.5h7M8.5 12h4',
  mail: 'M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7',
  'mail-open': 'M3.5 10L12 4l8.5 6v9.5h-17zM3.5 10.5l8.5 6 8.5-6',
  external: 'M13.5 4H20v6.5M20 4l-9 9M17 13.5V20H4V7h6.5',
  plus: 'M12 5v14M5 12h14',
  undo: 'M8.5 5L4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3',
  refresh: 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 14',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  attachment:
    'M19.5 11.5l-7.6 7.6a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.4l-7.9 7.9a1.5 1.5 0 0 1-2.2-2.2l7-7',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5v5h5',
  image: 'M4 5h16v14H4zM8.5 10.8a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM4 16.5l4.5-4 3.5 3 3.5-4.5 4.5 5',
  settings:
    'M4 7h9M17 7h3M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 17h3M11 17h9M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  list: 'M8 6.5h12M8 12h12M8 17.5h12M4 6.5h.01M4 12h.01M4 17.5h.01',
  offline:
    'M4 4l16 16M5 12.5a10 10 0 0 1 4-2.4M8.5 16a5 5 0 0 1 5.5-1M2.5 9a14 14 0 0 1 4-2.6M19 12.5a10 10 0 0 0-5-2.8M21.5 9A14 14 0 0 0 10.5 5.1M12 19.5h.01',
  webhook:
    'M9.5 9.5a3.5 3.5 0 1 1 4.6-.6l3 5.2M12 7l-3.4 6.3a3.5 3.5 0 1 0 1.2 4.2h7M17 14a3.5 3.5 0 1 1-2.6 5.8',
  hash: 'M9.5 4l-2 16M16.5 4l-2 16M4.5 9h16M3.5 15h16',
  chat: 'M4 5h16v11h-9l-4.5 4v-4H4zM8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.6-3.4 3.2-5 6.5-5s5.9 1.6 6.5 5M15.5 4.3a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .7 3.2 2.3 3.6 4.6',
  bell: 'M5 17.5h14l-1.8-2.8V10a5.2 5.2 0 0 0-10.4 0v4.7zM10 20.5h4',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.2 12h17.6M12 3c2.4 2.5 3.6 5.5 3.6 9s-1.2 6.5-3.6 9c-2.4-2.5-3.6-5.5-3.6-9s1.2-6.5 3.6-9z',
  signout: 'M10 4H4.5v16H10M15.5 7.5L20 12l-4.5 4.5M20 12H9.5',
} as const

export type IconName = keyof typeof STROKES

/** Icons that stand beside words and point where a text begins or ends; arrows alone are turned where they are used. */
const TURNED: readonly IconName[] = ['reply', 'signout']

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      // Attributes, so that size classes override them.
      width="1.125rem"
      height="1.125rem"
      className={classes(
        'shrink-0 fill-none stroke-current',
        TURNED.includes(name) && 'rtl:-scale-x-100',
        className,
      )}
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={STROKES[name]} />
    </svg>
  )
}
