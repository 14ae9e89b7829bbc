import type { FormState } from '#web/form/form-context.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** A hook: what follows from the values so far, at the fields it is about. */
export type FieldAnswers = (values: FormValues) => Partial<Pick<FormState, 'faultAt' | 'noteAt'>>

export const noAnswers: FieldAnswers = () => ({})

/** The state of a form with such answers; its own faults come first. */
export const withAnswers = (state: FormState, { faultAt, noteAt }: ReturnType<FieldAnswers>): FormState => ({
  ...state,
  ...(noteAt ? { noteAt } : {}),
  ...(faultAt ? { faultAt: (at) => state.faultAt(at) ?? faultAt(at) } : {}),
})
