import { useEffect, useRef } from 'react'
import { useLocalize } from '#web/base/language.ts'
import css from './fault-summary.module.css'
import { useIdAt } from './form-context.ts'

interface Props {
  readonly faults: readonly { readonly at: string; readonly msg: string }[]
  /** Goes to the field of a fault; by default its element on this page. */
  readonly go?: (at: string) => void
}

/** Puts the reader at a field. */
export const useFocusAt = (): ((at: string) => void) => {
  const idAt = useIdAt()
  return (at) => {
    const target = document.getElementById(idAt(at)) ?? document.getElementById(`${idAt(at)}-h`)
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  }
}

/** All that is wrong, at the top, each with a way to its field; takes the focus when it appears (experience.md B.1). */
export const FaultSummary = ({ faults, go }: Props) => {
  const t = useLocalize()
  const focusAt = useFocusAt()
  const box = useRef<HTMLDivElement>(null)
  const previousFaults = useRef<Props['faults']>([])
  useEffect(() => {
    // a new list of faults is read out; one that has become shorter leaves the person where he types
    if (!faults.every((one) => previousFaults.current.includes(one))) box.current?.focus()
    previousFaults.current = faults
  }, [faults])
  if (faults.length === 0) return null
  return (
    <div ref={box} className={css.summary} role="alert" tabIndex={-1}>
      <h2>{t([`有 ${faults.length} 处需要修改`, `${faults.length} to correct`])}</h2>
      <ul>
        {faults.map(({ at, msg }) => (
          <li key={at + msg}>
            <button type="button" onClick={() => (go ?? focusAt)(at)}>
              {msg}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
