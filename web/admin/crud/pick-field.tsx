import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocalize } from '#web/base/language.ts'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { FieldContextReset, useFieldContext } from '#web/ui/input.tsx'
import { useOpener } from '#web/ui/use-opener.ts'
import css from './pick-field.module.css'

interface Props {
  /** What is chosen, or what to do where nothing is. */
  readonly shown: ReactNode
  readonly isEmpty: boolean
  readonly disabled: boolean
  /** What is picked from, for those who do not see it. */
  readonly name: string
  /** Takes back what was chosen; absent where there is nothing to take back. */
  readonly clear?: (() => void) | undefined
  readonly children: (close: () => void) => ReactNode
}

/** What is picked from; the first thing in it to type into has the focus. */
const Panel = ({ id, name, children }: { id: string; name: string; children: ReactNode }) => {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.querySelector('input')?.focus()
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={panel} id={id} className={css.panel} aria-label={name} tabIndex={-1}>
      <FieldContextReset>{children}</FieldContextReset>
    </section>
  )
}

/** A control that shows what is chosen and opens a panel below itself to choose from: closed by Escape, by choosing, by leaving. */
export const PickField = ({ shown, isEmpty, disabled, name, clear, children }: Props) => {
  const t = useLocalize()
  const { id, describedBy, bad } = useFieldContext()
  const { open, setOpen, close, id: panelId, frame, opener } = useOpener({ holds: true })
  return (
    <div className={css.pick} {...frame}>
      <button
        {...opener}
        id={id}
        type="button"
        role="combobox"
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        aria-invalid={bad || undefined}
        disabled={disabled}
        className={css.value}
        data-empty={isEmpty || undefined}
        onClick={() => setOpen(!open)}
      >
        <span>{shown}</span>
        <DownOutlined aria-hidden="true" />
      </button>
      {clear && !disabled ? (
        <button
          type="button"
          className={iconButtonClass(css.clear)}
          aria-label={t([`清除${name}`, `Clear: ${name}`])}
          onClick={clear}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      ) : null}
      {open ? (
        <>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the panel puts it away */}
          <div className={css.beside} onClick={() => setOpen(false)} />
          <Panel id={panelId} name={name}>
            {children(close)}
          </Panel>
        </>
      ) : (
        <div id={panelId} hidden />
      )}
    </div>
  )
}
