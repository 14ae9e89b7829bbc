import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import type { Fields } from '#contract/kit/field.ts'
import { saveUnsent, unsentOn } from '#web/base/preferences/unsaved.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** A form's name within its page, and how the page reopens it. */
export interface FormName {
  readonly name: string
  readonly opened: unknown
}

/** An empty field has no value, however it became empty. */
const comparable = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null))

/** Whether there is something in the form that was not there at first. */
export const isChangedFrom = (initial: FormValues, values: FormValues): boolean =>
  Object.keys({ ...initial, ...values }).some((name) => comparable(values[name]) !== comparable(initial[name]))

/** The values that differ from the initial ones; secrets are never stored. */
export const changesIn = (fields: Fields, values: FormValues, initial: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => fields[name]?.kind !== 'secret' && comparable(value) !== comparable(initial[name]),
    ),
  )

/** Unsent input of an earlier use of this form, if any. */
export const useUnsentForm = ({ name }: FormName): FormValues | null => {
  const { pathname } = useLocation()
  return useState(() => unsentOn(pathname)[name]?.typed ?? null)[0]
}

/** Stores the input as it is typed; returns a function that discards it when the form closes. */
export const useSaveUnsent = (
  form: FormName,
  fields: Fields,
  values: FormValues,
  initial: FormValues,
  isChanged: boolean,
) => {
  const { pathname } = useLocation()
  const save = useEffectEvent((typed: FormValues | null) =>
    saveUnsent(pathname, form.name, typed && { typed: changesIn(fields, typed, initial), opened: form.opened }),
  )
  useEffect(() => save(isChanged ? values : null), [values, isChanged])
  return () => saveUnsent(pathname, form.name, null)
}
