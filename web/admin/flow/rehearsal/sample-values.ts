import { variableLabelOf } from '#contract/flow/process-variables.ts'
import type { RehearsedVariable } from '#contract/flow/rehearsal.ts'
import { type Field, type Fields, ref, refs, split, text } from '#contract/kit/field.ts'
import type { FormValues } from '#web/form/form-values.ts'

const fieldOf = ({ name, kind, isRequired }: RehearsedVariable): Field => {
  const [zh, en] = variableLabelOf(name)
  if (kind === 'person') return ref(zh, en, { of: 'user', required: isRequired })
  if (kind === 'people') return refs(zh, en, { of: 'user', required: isRequired })
  return text(zh, en, { max: kind === 'list' ? 500 : 200, required: isRequired })
}

/** Fields for the variables that a definition reads. */
export const sampleFields = (variables: readonly RehearsedVariable[]): Fields =>
  Object.fromEntries(variables.map((variable) => [variable.name, fieldOf(variable)]))

/** A typed value: a number, true or false, another value as JSON, or the text itself. */
const valueFrom = (typed: string): unknown => {
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

/** What was typed, as the variables of a step. An empty field is a missing variable; an empty list is a value. */
export const sampleVariables = (
  variables: readonly RehearsedVariable[],
  values: FormValues,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    variables.flatMap(({ name, kind }): [string, unknown][] => {
      const typed = String(values[name] ?? '').trim()
      if (kind === 'people') return [[name, split(typed)]]
      if (kind === 'list') return [[name, typed.split(/[,，、\s]+/).filter(Boolean)]]
      if (typed === '') return []
      return [[name, kind === 'person' ? typed : valueFrom(typed)]]
    }),
  )
