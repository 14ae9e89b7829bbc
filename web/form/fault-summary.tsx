import { type ReactNode, useEffect, useRef } from 'react'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import css from './fault-summary.module.css'
import { useIdAt } from './form-context.ts'

export interface Fault {
  readonly at: string
  readonly msg: string
}

interface Props {
  readonly faults: readonly Fault[]
  /** Moves to the field of a fault; default: focuses its element on this page. */
  readonly go?: (at: string) => void
  /** Whether something on this page can show a fault; others are plain text. */
  readonly canGo?: (at: string) => boolean
  /** The groups around the field of a fault, which stand before its message. */
  readonly groupOf?: (at: string) => Text
  /** Lines that say more than the messages; default: a line for each fault. */
  readonly children?: ReactNode
}

/** Focuses a field, or the heading of a group, and scrolls to it. */
export const useFocusAt = (): ((at: string) => void) => {
  const idAt = useIdAt()
  return (at) => {
    const target = document.getElementById(idAt(at)) ?? document.getElementById(`${idAt(at)}-h`)
    // in a folded row nothing can have the focus
    for (let fold = target?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  }
}

const countWords = (n: number): Text =>
  n === 1
    ? ['有 1 处尚未填写或需要修改', 'There is 1 problem']
    : [`有 ${n} 处尚未填写或需要修改`, `There are ${n} problems`]

/** Begins the title of a page with faults: a screen reader reads it before anything else. */
const faultsInTitle: Text = ['错误：', 'Error: ']

/** All faults at the top of the form, each a link to what it is about; takes the focus when it appears. */
export const FaultSummary = ({ faults, go, canGo = () => true, groupOf, children }: Props) => {
  const t = useLocalize()
  const focusAt = useFocusAt()
  const box = useRef<HTMLDivElement>(null)
  const lang = useLang()
  const previous = useRef<{ readonly faults: Props['faults']; readonly lang: Lang }>({ faults: [], lang })
  useEffect(() => {
    const { current: before } = previous
    previous.current = { faults, lang }
    // focus new faults, so that they are read out; if the list only gets shorter, leave the focus in the field
    if (before.lang === lang && !faults.every((one) => before.faults.includes(one))) box.current?.focus()
  }, [faults, lang])
  const hasFaults = faults.length > 0
  useEffect(() => {
    if (!hasFaults) return
    const prefix = localize(faultsInTitle, lang)
    const mark = (words: string) => {
      document.title = words + document.title.replace(prefix, '')
    }
    let now = prefix
    // the page around it sets its title in the same commit, after this effect
    queueMicrotask(() => mark(now))
    return () => {
      now = ''
      mark(now)
    }
  }, [hasFaults, lang])
  if (!hasFaults) return null
  return (
    <div ref={box} className={css.summary} role="alert" tabIndex={-1}>
      <h2>{t(countWords(faults.length))}</h2>
      <ul>
        {children ??
          faults.map(({ at, msg }) => {
            const line = `${groupOf ? t(groupOf(at)) : ''}${msg}`
            return (
              <li key={at + msg}>
                {canGo(at) ? (
                  <button type="button" onClick={() => (go ?? focusAt)(at)}>
                    {line}
                  </button>
                ) : (
                  line
                )}
              </li>
            )
          })}
      </ul>
    </div>
  )
}
