import { type ReactNode, useEffect, useRef } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { ChevronDownIcon, XIcon } from '#web/ui/icons.ts'
import { FieldContextReset, useFieldContext } from '#web/ui/input.tsx'
import { useOpener } from '#web/ui/use-opener.ts'
import css from './pick-field.module.css'

interface Props {
  /** The current choice, or a prompt if there is none. */
  readonly shown: ReactNode
  readonly isEmpty: boolean
  readonly disabled: boolean
  /** Accessible name of the panel. */
  readonly name: string
  /** Clears the choice; absent if there is nothing to clear. */
  readonly clear?: (() => void) | undefined
  readonly children: (close: () => void) => ReactNode
}

/** The panel to choose from; its first input gets the focus. */
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

/** Displays the current choice and opens a panel below to choose from; Escape, a choice, or leaving it closes the panel. */
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
        <span className="cut">{shown}</span>
        <ChevronDownIcon aria-hidden="true" />
      </button>
      {clear && !disabled ? (
        <button
          type="button"
          className={iconButtonClass(css.clear)}
          aria-label={t([`清除${name}`, `Clear: ${name}`])}
          onClick={clear}
        >
          <XIcon aria-hidden="true" />
        </button>
      ) : null}
      {open ? (
        <>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the panel too */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a press outside closes the panel */}
          <div className={css.backdrop} onClick={() => setOpen(false)} />
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
