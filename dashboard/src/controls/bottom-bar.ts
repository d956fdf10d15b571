/**
 * Classes of a toolbar that on phones takes the place of the navigation at the bottom, within reach of the thumb. Its
 * element also has the attribute `data-bottom-bar`, which hides the navigation.
 */
export const BOTTOM_BAR =
  'flex items-center max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:h-[calc(var(--bar)+env(safe-area-inset-bottom))] max-md:justify-around max-md:border-t max-md:bg-card max-md:px-1 max-md:pb-[env(safe-area-inset-bottom)]'
