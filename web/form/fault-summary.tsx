import { useEffect, useRef } from 'react'
import { useLocalize } from '#web/base/language.ts'
import css from './fault-summary.module.css'
import { useIdAt } from './form-context.ts'

interface Props {
  readonly faults: readonly { readonly at: string; readonly msg: string }[]
  /** Moves to the field of a fault; default: focuses its element on this page. */
  readonly go?: (at: string) => void
  /** Whether something on this page can show a fault; others are plain text. */
  readonly canGo?: (at: string) => boolean
}

/** Focuses a field, or the heading of a group, and scrolls to it. */
export const useFocusAt = (): ((at: string) => void) => {
  const idAt = useIdAt()
  return (at) => {
    const target = document.getElementById(idAt(at)) ?? document.getElementById(`${idAt(at)}-h`)
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  }
}

/** All faults at the top of the form, each a link to what it is about; takes the focus when it appears. */
export const FaultSummary = ({ faults, go, canGo = () => true }: Props) => {
  const t = useLocalize()
  const focusAt = useFocusAt()
  const box = useRef<HTMLDivElement>(null)
  const previousFaults = useRef<Props['faults']>([])
  useEffect(() => {
    // focus new faults, so that they are read out; if the list only gets shorter, leave the focus in the field
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
            {canGo(at) ? (
              <button type="button" onClick={() => (go ?? focusAt)(at)}>
                {msg}
              </button>
            ) : (
              msg
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
