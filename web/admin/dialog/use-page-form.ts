import { check } from '#contract/kit/check.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Control } from '#web/form/control.ts'
import type { FormState } from '#web/form/form-context.ts'
import { type FormValues, withValue } from '#web/form/form-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { useFaults } from './form-faults.ts'
import { isChangedFrom, useSaveUnsent, useUnsentForm } from './unsent-form.ts'

interface Options {
  /** Name of the form within its page, under which unsent input is stored. */
  readonly name: string
  readonly initial: FormValues
  /** The fields, which may depend on the values. */
  readonly fieldsFor: (values: FormValues) => Fields
  readonly controls?: Readonly<Record<string, Control>>
}

/** A form on a page: unsent input survives a reload, faults disappear as they are corrected. */
export const usePageForm = ({ name, initial, fieldsFor, controls = {} }: Options) => {
  const formName = { name, opened: null }
  const unsent = useUnsentForm(formName)
  const form = useForm({ ...initial, ...unsent })
  const { values } = form
  const fields = fieldsFor(values)
  const { wrongIn, clearFixedFaults } = useFaults(form, fields, 'new')
  const isChanged = isChangedFrom(initial, values)
  const clearUnsent = useSaveUnsent(formName, fields, values, initial, isChanged)
  const state: FormState = {
    ...form.state,
    change: (at, value) => {
      form.state.change(at, value)
      clearFixedFaults(withValue(values, at.split('.'), value), at)
    },
    controlAt: (at) => controls[at],
  }
  /** Displays what is missing or wrong, and returns it. */
  const validate = () => {
    const wrong = wrongIn(values)
    form.setFaults(wrong)
    return wrong
  }
  /** Ends the form by an operation for which its input need not be valid. */
  const finish = async (operation: () => Promise<unknown>): Promise<boolean> => {
    const isAccepted = await form.run(operation)
    if (isAccepted) clearUnsent()
    return isAccepted
  }
  /** Sends valid input; resolves to whether it was accepted. What was typed stays after a refusal. */
  const submit = async (send: (value: FormValues) => Promise<unknown>): Promise<boolean> => {
    if (validate().length) return false
    const { value } = check(fields, { ...values }, { mode: 'new' })
    return finish(() => send(value))
  }
  return { form, fields, state, validate, submit, finish, clearUnsent, isRestored: unsent !== null }
}
