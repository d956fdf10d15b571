import { z } from 'zod'
import type { LabelView } from '../../actions/submissions/owned-labels.ts'
import { LABEL_COLORS, MAX_LABEL_NAME_LENGTH } from '../../domain/submissions/label.ts'
import { named } from '../schema/named-schemas.ts'
import { labelId, line } from '../schema/shapes.ts'

export const labelName = line(MAX_LABEL_NAME_LENGTH)
export const labelColor = z.enum(LABEL_COLORS)

/** Schema of a label. */
export const LabelShape = named('Label', z.object({ id: labelId, name: labelName, color: labelColor }))

export const EXAMPLE_LABEL: z.infer<typeof LabelShape> = {
  id: 'lab_7m2q9x4p0c8k3z5r1t6w9v0b4n',
  name: 'Quote sent',
  color: 'teal',
}

/** Formats a label by the schema `Label`. */
export function labelBody({ id, name, color }: LabelView): z.infer<typeof LabelShape> {
  return { id, name, color }
}
