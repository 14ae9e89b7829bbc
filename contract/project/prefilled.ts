import type { AnyPart } from './parts.ts'
import type { Status } from './status.ts'

/** Required fields that the platform fills in when a declaration is started (server/project/draft/prefill.ts). */
export const prefilledFields: { readonly [part: string]: readonly string[] } = {
  information: ['province', 'city'],
  contact: ['contactName', 'contactPhone', 'email'],
}

/**
 * Whether nobody has filled in anything of a part yet: never saved, or saved once, when the declaration was started, and all required
 * fields that the platform does not fill in are missing. Other clients may begin with values of their own.
 */
export const isUntouched = ({ parts, missing }: Pick<Status, 'parts' | 'missing'>, part: AnyPart): boolean => {
  const { state = 0, version = 0 } = parts.find(({ code }) => code === part.code) ?? {}
  const prefilled = prefilledFields[part.code]
  if (state !== 1 || version > 1 || !prefilled) return state === 0
  const missingPlaces = new Set(missing.map(({ at }) => at))
  return Object.entries(part.fields)
    .filter(([name, { required }]) => required && !prefilled.includes(name))
    .every(([name]) => missingPlaces.has(`${part.code}.${name}`))
}
