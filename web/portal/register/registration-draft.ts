import { registerFields } from '#contract/auth.ts'
import type { Fields } from '#contract/kit/field.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/api/local.ts'
import type { FormValues } from '#web/form/form-values.ts'

const fields: Fields = registerFields

/** The values of the form that may be stored: all but passwords. */
const withoutPasswords = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] && fields[name].kind !== 'secret'))

/** What was typed in this tab and not sent yet; it ends with the tab. `item` names the form. */
export const readRegistration = (item: string): FormValues => withoutPasswords(readLocal<FormValues>(item) ?? {})

export const storeRegistration = (item: string, values: FormValues): void =>
  writeLocal(item, withoutPasswords(values), true)

export const clearRegistration = (item: string): void => removeLocal(item)
