import { type Fields, relaxed } from './kit/field.ts'
import { typeOf } from './kit/kinds.ts'

/** Long enough for whatever is typed. */
const maxText = 20_000

/**
 * The same fields for a draft, which keeps texts as they are typed: none is required, and their rules and lengths do not apply yet. A
 * number has to be one, as its column is.
 */
export const asTyped = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(relaxed(fields)).map(([name, field]) => [
      name,
      typeOf(field) === 'text' ? { ...field, rule: undefined, max: maxText } : field,
    ]),
  ) as unknown as ReturnType<typeof relaxed<F>>
