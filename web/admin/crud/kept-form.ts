import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Fields } from '#contract/kit/field.ts'
import { saveUnsent, unsentOn } from '#web/base/unsaved.ts'
import type { FormValues } from '#web/form/place.ts'

/** A form among those of its page, and how the page opens it again. */
export interface FormName {
  readonly name: string
  readonly opened: unknown
}

/** The values that differ from those the form began with; secrets are kept nowhere. */
export const changesIn = (fields: Fields, typed: FormValues, initial: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(typed).filter(
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
export const useKeeping = (
  form: FormName,
  fields: Fields,
  typed: FormValues,
  initial: FormValues,
  changed: boolean,
) => {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form is called and began with does not change
  useEffect(() => {
    saveUnsent(pathname, form.name, changed ? { typed: changesIn(fields, typed, initial), opened: form.opened } : null)
  }, [typed, changed])
  return () => saveUnsent(pathname, form.name, null)
}
