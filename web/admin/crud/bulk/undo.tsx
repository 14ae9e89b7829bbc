import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { CircleCheckIcon, XIcon } from '#web/ui/icons.ts'
import { useKeys } from '#web/ui/keys.ts'
import css from './undo.module.css'

/** Milliseconds in which a removal can be undone by one press; afterwards use the recycle bin. */
const undoDurationMs = 9000
const undoWords: Text = ['撤销', 'Undo']

interface Props {
  /** Number of removed rows. */
  readonly count: number
  readonly undo: () => void
  readonly close: () => void
}

/** Reports removed rows, with a button to undo. Stays while the pointer or the keyboard focus is on it. */
export const Undo = ({ count, undo, close }: Props) => {
  const t = useLocalize()
  const toast = useRef<HTMLDivElement>(null)
  const [isPaused, setPaused] = useState(false)
  const closeInTime = useEffectEvent(() => close())
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => closeInTime(), undoDurationMs)
    return () => clearTimeout(timer)
  }, [isPaused])
  useKeys([
    {
      key: 'z',
      words: t(['撤销删除', 'Undo the deletion']),
      act: () => {
        undo()
        return true
      },
    },
  ])
  const isInUse = () => toast.current?.matches(':hover, :has(:focus-visible)') === true
  const updatePaused = () => setPaused(isInUse())
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects hover and focus
    <div
      ref={toast}
      className={css.toast}
      data-toast=""
      onPointerEnter={updatePaused}
      onPointerLeave={updatePaused}
      onFocus={updatePaused}
      onBlur={() => setTimeout(() => toast.current && updatePaused())}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <CircleCheckIcon aria-hidden="true" />
      <span>{t(words.removed)}</span>
      <span className="muted">{t([`已删除 ${count} 条`, `${count} deleted`])}</span>
      <button type="button" className={css.undo} aria-keyshortcuts="z" onClick={undo}>
        {t(undoWords)} <kbd>Z</kbd>
      </button>
      <button type="button" className={css.close} aria-label={t(words.close)} onClick={close}>
        <XIcon aria-hidden="true" />
      </button>
    </div>
  )
}
