import { useEffect, useEffectEvent } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import css from './fault-stepper.module.css'

interface Props {
  /** Place and message of the present fault. */
  readonly text: string
  readonly index: number
  readonly count: number
  readonly step: (by: 1 | -1) => void
  readonly onClose: () => void
}

/** Goes through equal faults one after another; stays in view, since their fields are far from the summary. */
export const FaultStepper = ({ text, index, count, step, onClose }: Props) => {
  const t = useLocalize()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F8' || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return (
    <section className={css.bar} aria-label={t(['逐处修改', 'One after another'])}>
      <span role="status" className="bad">
        {t([`第 ${index + 1} 处，共 ${count} 处`, `${index + 1} of ${count}`])} · {text}
      </span>
      <span className="row gap-16">
        <Button kind="link" aria-keyshortcuts="Shift+F8" onClick={() => step(-1)}>
          {t(['上一处', 'Previous'])}
        </Button>
        <Button kind="link" aria-keyshortcuts="F8" onClick={() => step(1)}>
          {t(['下一处（F8）', 'Next (F8)'])}
        </Button>
        <Button kind="link" onClick={onClose}>
          {t(words.close)}
        </Button>
      </span>
    </section>
  )
}
