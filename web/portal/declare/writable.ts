import { isWithin } from '#contract/project/paths.ts'
import type { Status } from '#contract/project/status.ts'

type Editable = Status['editable']

/** Whether a field can be edited now; `at` is its path, such as `information.city`. */
export const mayWrite = (editable: Editable, at: string): boolean =>
  Array.isArray(editable) ? isWithin(at, editable) : editable === 'all'

/** Whether any field of a part can be edited now. */
export const isOpenPart = (editable: Editable, code: string): boolean =>
  mayWrite(editable, code) || (Array.isArray(editable) && editable.some((place) => isWithin(place, [code])))
