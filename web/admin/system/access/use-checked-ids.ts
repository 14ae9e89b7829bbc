import { useState } from 'react'
import { changesIn, type FormName, useSaveUnsent, useUnsentForm } from '../../dialog/unsent-form.ts'

type CheckedIds<N extends string> = Readonly<Record<N, readonly string[]>>

const sortIds = (checkedIds: CheckedIds<string>) =>
  Object.fromEntries(Object.entries(checkedIds).map(([tree, ids]) => [tree, [...ids].sort()]))

/** The checked ids of a dialog's trees, by tree: the saved ones, or an unsent draft of them. */
export const useCheckedIds = <N extends string>(form: FormName, savedIds: CheckedIds<N>) => {
  const unsent = useUnsentForm(form)
  // sorted, so that equal selections compare as equal
  const [initialIds] = useState<CheckedIds<N>>(() => ({ ...savedIds, ...sortIds(savedIds) }))
  const [checkedIds, setCheckedIds] = useState<CheckedIds<N>>({ ...initialIds, ...unsent })
  const isChanged = Object.keys(changesIn({}, checkedIds, initialIds)).length > 0
  useSaveUnsent(form, {}, checkedIds, initialIds, isChanged)
  return {
    isChanged,
    isRestored: unsent !== null,
    ticksIn: (tree: N): ReadonlySet<string> => new Set(checkedIds[tree]),
    tick: (tree: N, ids: ReadonlySet<string>) => setCheckedIds((now) => ({ ...now, [tree]: [...ids].sort() })),
  }
}
