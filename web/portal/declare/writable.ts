import { isWithin } from '#contract/project/paths.ts'
import type { Status } from '#contract/project/status.ts'

type Editable = Status['editable']

/** Whether a place may be written now; `information.city` is one. */
export const mayWrite = (editable: Editable, at: string): boolean =>
  Array.isArray(editable) ? isWithin(at, editable) : editable === 'all'

/** Whether anything of a part may be written now. */
export const isOpenPart = (editable: Editable, code: string): boolean =>
  mayWrite(editable, code) || (Array.isArray(editable) && editable.some((place) => isWithin(place, [code])))
