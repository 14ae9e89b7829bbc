import { useState } from 'react'
import { changesIn, type FormName, useKeeping, useUnsentForm } from '../crud/kept-form.ts'

type Ticks<N extends string> = Readonly<Record<N, readonly string[]>>

const sorted = (held: Ticks<string>) =>
  Object.fromEntries(Object.entries(held).map(([tree, ids]) => [tree, [...ids].sort()]))

/** What is ticked in the trees of a dialog, by tree: as it is held, or as it was ticked before and never saved. */
export const useTicks = <N extends string>(form: FormName, held: Ticks<N>) => {
  const unsent = useUnsentForm(form)
  // in one order, so that the same ticks are the same
  const [begun] = useState<Ticks<N>>(() => ({ ...held, ...sorted(held) }))
  const [ticked, setTicked] = useState<Ticks<N>>({ ...begun, ...unsent })
  const isChanged = Object.keys(changesIn({}, ticked, begun)).length > 0
  useKeeping(form, {}, ticked, begun, isChanged)
  return {
    isChanged,
    isRestored: unsent !== null,
    ticksIn: (tree: N): ReadonlySet<string> => new Set(ticked[tree]),
    tick: (tree: N, ids: ReadonlySet<string>) => setTicked((now) => ({ ...now, [tree]: [...ids].sort() })),
  }
}
