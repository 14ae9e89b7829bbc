import { useEffect, useEffectEvent, useRef } from 'react'
import { type Fault, useFocusAt } from './fault-summary.tsx'

/** Moves the focus to the field of the first new fault, in a form that is too short for a summary. */
export const FaultFocus = ({ faults }: { readonly faults: readonly Fault[] }) => {
  const focusAt = useEffectEvent(useFocusAt())
  const previous = useRef<readonly Fault[]>([])
  useEffect(() => {
    const { current: before } = previous
    previous.current = faults
    const fresh = faults.find(({ at }) => !before.some((one) => one.at === at))
    if (fresh) focusAt(fresh.at)
  }, [faults])
  return null
}
