import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { CloseButton } from './close-button.tsx'
import { SearchIcon } from './icons.ts'
import { type ListedOption, type OptionGroup, OptionList, optionId, useActiveOption } from './option-list.tsx'
import css from './search-dialog.module.css'

interface Props<T extends ListedOption> {
  /** Names the dialog and the field. */
  readonly label: string
  readonly placeholder: string
  readonly closeWords: string
  readonly text: string
  readonly onText: (text: string) => void
  /** Groups without options are left out. */
  readonly groups: readonly OptionGroup<T>[]
  readonly choose: (option: T) => void
  readonly onClose: () => void
  /** What to say about the results: how many, none, or that more are being loaded. */
  readonly status: string
  /** Shows the status also to readers who see the results. */
  readonly isStatusVisible: boolean
  /** Below the results, such as which keys can be used. */
  readonly footer: ReactNode
}

/** Opens a dialog and focuses its field. It closes before it is removed: only then does the browser restore the focus. */
const useModal = (box: RefObject<HTMLDialogElement | null>, input: RefObject<HTMLInputElement | null>) =>
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    input.current?.focus()
    return () => dialog?.close()
  }, [box, input])

interface FieldProps<T extends ListedOption>
  extends Pick<Props<T>, 'label' | 'placeholder' | 'closeWords' | 'text' | 'onText' | 'onClose'> {
  readonly input: RefObject<HTMLInputElement | null>
  readonly listId: string
  readonly activeId: string | undefined
  readonly isExpanded: boolean
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const Field = <T extends ListedOption>({ input, listId, activeId, isExpanded, ...more }: FieldProps<T>) => (
  <div className={css.field}>
    <SearchIcon aria-hidden="true" />
    <input
      ref={input}
      className="faint-placeholder"
      type="text"
      role="combobox"
      aria-label={more.label}
      aria-autocomplete="list"
      aria-expanded={isExpanded}
      aria-controls={listId}
      aria-activedescendant={activeId}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      placeholder={more.placeholder}
      value={more.text}
      onChange={({ target }) => more.onText(target.value)}
      onKeyDown={more.onKeyDown}
    />
    <CloseButton words={more.closeWords} onClick={more.onClose} />
  </div>
)

/**
 * A modal dialog to search and choose one of several kinds of things (WAI-ARIA combobox): arrow keys select, Enter chooses,
 * Escape or a press outside closes.
 */
export const SearchDialog = <T extends ListedOption>({ groups: allGroups, choose, ...more }: Props<T>) => {
  const { label, text, onClose, status, isStatusVisible, footer } = more
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const groups = allGroups.filter(({ options }) => options.length > 0)
  const { active, select, step } = useActiveOption(
    groups.flatMap(({ options }) => options),
    text,
  )
  const activeId = active && optionId(id, active)
  useModal(box, input)
  const handleKey = (event: KeyboardEvent) => {
    const actionsByKey: Readonly<Record<string, () => unknown>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => active && choose(active),
    }
    const act = event.nativeEvent.isComposing ? undefined : actionsByKey[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={box}
      className={css.dialog}
      aria-label={label}
      onClick={({ target }) => {
        if (target === box.current) onClose()
        // a click in the list would leave the field
        else input.current?.focus()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <Field
        {...more}
        input={input}
        listId={id}
        activeId={activeId}
        isExpanded={groups.length > 0}
        onKeyDown={handleKey}
      />
      <OptionList id={id} label={label} groups={groups} active={active} select={select} choose={choose} />
      <p
        role="status"
        className={isStatusVisible ? css.status : 'hidden-words'}
        data-below={groups.length || undefined}
      >
        {status}
      </p>
      <div className={css.footer}>{footer}</div>
    </dialog>
  )
}
