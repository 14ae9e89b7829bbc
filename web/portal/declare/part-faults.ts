import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Fault } from '#contract/kit/fail.ts'
import type { AnyPart } from '#contract/project/parts.ts'
import { isWithin } from '#contract/project/paths.ts'
import type { Status } from '#contract/project/status.ts'
import { useFocusAt } from '#web/form/fault-summary.tsx'
import { useLocalized } from '#web/form/use-localized.ts'

/** Faults of one part, with paths relative to the part. */
export const faultsOf = (status: Status, code: string): Fault[] =>
  status.missing
    .filter(({ at }) => isWithin(at, [code]))
    .map(({ at, text }) => ({ at: at.slice(code.length + 1), text }))

/** The faults to show. A link to one field (`?at=`) opens the page with its faults, and the focus at that field. */
export const usePartFaults = (status: Status, part: AnyPart) => {
  const requestedPath = useSearchParams()[0].get('at')
  const focusAt = useFocusAt()
  const [faults, setFaults] = useState<readonly Fault[]>(() => (requestedPath ? faultsOf(status, part.code) : []))
  const focusRequested = useEffectEvent(() => {
    if (requestedPath) focusAt(requestedPath)
  })
  useEffect(() => focusRequested(), [])
  return [useLocalized(faults), setFaults] as const
}
