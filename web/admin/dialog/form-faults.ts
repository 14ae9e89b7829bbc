import { type FocusEvent, useState } from 'react'
import { check } from '#contract/kit/check.ts'
import type { Fault } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { useIdAt } from '#web/form/form-context.ts'
import type { FormValues } from '#web/form/form-values.ts'
import type { Form } from '#web/form/use-form.ts'

/** Validation errors while the user types: fixed ones disappear. */
export const useFaults = (form: Form, fields: Fields, mode: 'new' | 'change') => {
  const wrongIn = (values: FormValues): Fault[] => [...check(fields, { ...values }, { mode }).faults]
  return {
    wrongIn,
    clearFixedFaults: (values: FormValues, at: string) => {
      const isOf = (fault: { readonly at: string }) => fault.at === at || fault.at.startsWith(`${at}.`)
      if (!form.faults.some(isOf)) return
      const remaining = wrongIn(values)
      form.setFaults(form.faults.filter((one) => !isOf(one) || remaining.some((wrong) => wrong.at === one.at)))
    },
  }
}

/** The faults of the form and of the server in the order of the fields, for each field those of the form if it has any. */
export const mergeFaults = <A extends { readonly at: string }, B extends { readonly at: string }>(
  fields: Fields,
  own: readonly A[],
  ofServer: readonly B[],
): (A | B)[] => {
  const names = Object.keys(fields)
  const placeOf = ({ at }: { readonly at: string }) => names.indexOf(at.split('.')[0] as string)
  const more = ofServer.filter((fault) => placeOf(fault) >= 0 && !own.some((one) => placeOf(one) === placeOf(fault)))
  return [...own, ...more].sort((a, b) => placeOf(a) - placeOf(b))
}

/**
 * Required fields that were left empty, for forms that report this at once (specification 001, section 5). Leaving a field by
 * pressing a button does not count: the message would move the button during the press.
 */
export const useLeftEmpty = (isEager: boolean, fields: Fields, values: FormValues) => {
  const idAt = useIdAt()
  const [leftFields, setLeftFields] = useState<readonly string[]>([])
  const isEmpty = (name: string) => (values[name] ?? '') === ''
  return {
    isLeftEmpty: (name: string) => leftFields.includes(name) && isEmpty(name),
    leave: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const name = isEager ? Object.keys(fields).find((one) => idAt(one) === target.id) : undefined
      if (!name || relatedTarget instanceof HTMLButtonElement) return
      if (fields[name]?.required && !leftFields.includes(name)) setLeftFields([...leftFields, name])
    },
  }
}
