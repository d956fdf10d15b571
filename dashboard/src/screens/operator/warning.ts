/** Classes of a sentence that the operator must not miss. */
export const WARNING = 'rounded-md bg-warn-tint px-4 py-3 text-sm text-warn text-pretty'
