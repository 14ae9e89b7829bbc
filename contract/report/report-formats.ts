import { formats } from '../job/exporting.ts'
import type { Choice } from '../kit/field.ts'

/** The files that a report can be. */
export const reportFormats = [
  ...formats,
  ['pdf', ['PDF 文件（.pdf）', 'PDF document (.pdf)']],
] as const satisfies readonly Choice[]
