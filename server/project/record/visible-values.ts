import { declaration } from '#contract/project/declaration.ts'
import type { Ctx } from '../../engine/context.ts'
import { hiddenFields } from '../../engine/scope.ts'

/** Hides a value of a declaration whose column the data scopes of the caller hide, for answers that are no rows of it. */
export const visibleValues = ({ actor }: Ctx) => {
  const hidden = hiddenFields(actor, declaration)
  return <T>(name: keyof typeof declaration.fields, value: T): T | null => (hidden.has(name) ? null : value)
}
