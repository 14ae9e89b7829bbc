import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AnyPart } from '#contract/project/parts.ts'
import { isWithin } from '#contract/project/paths.ts'
import type { Status } from '#contract/project/status.ts'
import type { FieldError } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { useFocusAt } from '#web/form/fault-summary.tsx'

/** Faults of one part, with paths relative to the part. */
export const faultsOf = (status: Status, code: string, t: ReturnType<typeof useLocalize>): FieldError[] =>
  status.missing
    .filter(({ at }) => isWithin(at, [code]))
    .map(({ at, text }) => ({ at: at.slice(code.length + 1), msg: t(text) }))

/** The faults to show. A link to one field (`?at=`) opens the page with its faults, and the focus at that field. */
export const usePartFaults = (status: Status, part: AnyPart) => {
  const t = useLocalize()
  const requestedPath = useSearchParams()[0].get('at')
  const focusAt = useFocusAt()
  const [faults, setFaults] = useState<readonly FieldError[]>(() =>
    requestedPath ? faultsOf(status, part.code, t) : [],
  )
  const focusRequested = useEffectEvent(() => {
    if (requestedPath) focusAt(requestedPath)
  })
  useEffect(() => focusRequested(), [])
  return [faults, setFaults] as const
}
