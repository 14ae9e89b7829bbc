import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Fields } from '#contract/kit/field.ts'
import { saveUnsent, unsentOn } from '#web/base/unsaved.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** A form among those of its page, and how the page opens it again. */
export interface FormName {
  readonly name: string
  readonly opened: unknown
}

/** The values that differ from those the form began with; secrets are kept nowhere. */
export const changesIn = (fields: Fields, values: FormValues, initial: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        fields[name]?.kind !== 'secret' && JSON.stringify(value ?? null) !== JSON.stringify(initial[name] ?? null),
    ),
  )

/** What had been typed into this form and was never sent, when it is opened once more. */
export const useUnsentForm = ({ name }: FormName): FormValues | null => {
  const { pathname } = useLocation()
  return useState(() => unsentOn(pathname)[name]?.typed ?? null)[0]
}

/** Keeps what is typed, as it is typed; gives what ends that when the form is closed. */
export const useSaveUnsent = (
  form: FormName,
  fields: Fields,
  values: FormValues,
  initial: FormValues,
  isChanged: boolean,
) => {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form is called and began with does not change
  useEffect(() => {
    saveUnsent(
      pathname,
      form.name,
      isChanged ? { typed: changesIn(fields, values, initial), opened: form.opened } : null,
    )
  }, [values, isChanged])
  return () => saveUnsent(pathname, form.name, null)
}
