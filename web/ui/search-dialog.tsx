import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { CloseButton } from './close-button.tsx'
import { SearchIcon } from './icons.ts'
import css from './search-dialog.module.css'

export interface SearchOption {
  readonly key: string
  readonly sign: ReactNode
  readonly label: string
  /** Smaller text beside the label. */
  readonly detail?: string | undefined
  /** What kind of thing it is, at the end of the line. */
  readonly kind?: string | undefined
}

export interface SearchGroup<T extends SearchOption> {
  readonly key: string
  readonly label: string
  readonly options: readonly T[]
}

interface Props<T extends SearchOption> {
  /** Names the dialog and the field. */
  readonly label: string
  readonly placeholder: string
  readonly closeWords: string
  readonly text: string
  readonly onText: (text: string) => void
  /** Groups without options are left out. */
  readonly groups: readonly SearchGroup<T>[]
  readonly choose: (option: T) => void
  readonly onClose: () => void
  /** What to say about the results: how many, none, or that more are being loaded. */
  readonly status: string
  /** Shows the status also to readers who see the results. */
  readonly isStatusVisible: boolean
  /** Below the results, such as which keys can be used. */
  readonly footer: ReactNode
}

/** The option that Enter chooses: the first, until an arrow key or the pointer selects another one of the same text. */
const useActiveOption = <T extends SearchOption>(options: readonly T[], text: string) => {
  const [selected, setSelected] = useState({ key: '', text })
  const at = selected.text === text ? options.findIndex(({ key }) => key === selected.key) : -1
  const activeAt = Math.max(at, 0)
  const select = (option: T | undefined) => option && setSelected({ key: option.key, text })
  return {
    active: options[activeAt],
    select,
    step: (by: 1 | -1) => select(options[(activeAt + by + options.length) % options.length]),
  }
}

interface OptionProps<T extends SearchOption> {
  readonly id: string
  readonly option: T
  readonly isActive: boolean
  readonly select: (option: T) => void
  readonly choose: (option: T) => void
}

const Option = <T extends SearchOption>({ id, option, isActive, select, choose }: OptionProps<T>) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    className={css.option}
    // not on enter: the pointer can rest where the list scrolls by keyboard
    onPointerMove={() => isActive || select(option)}
    onClick={() => choose(option)}
  >
    <span aria-hidden="true" className={css.sign}>
      {option.sign}
    </span>
    <span className={css.words}>
      <span>{option.label}</span>
      {option.detail ? <span className={css.detail}> {option.detail}</span> : null}
    </span>
    {option.kind ? <span className={css.kind}>{option.kind}</span> : null}
  </div>
)

interface ListProps<T extends SearchOption> extends Pick<Props<T>, 'label' | 'groups' | 'choose'> {
  readonly id: string
  readonly active: T | undefined
  readonly select: (option: T) => void
}

const optionId = (listId: string, { key }: SearchOption) => `${listId}-${key}`

const OptionList = <T extends SearchOption>({ id, label, groups, active, select, choose }: ListProps<T>) => (
  <div id={id} role="listbox" aria-label={label} className={css.list} hidden={groups.length === 0}>
    {groups.map((group) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options in a list, not of fields
      <div key={group.key} role="group" aria-label={group.label}>
        <div aria-hidden="true" className={css.group}>
          {group.label}
        </div>
        {group.options.map((option) => (
          <Option
            key={option.key}
            id={optionId(id, option)}
            option={option}
            isActive={option === active}
            select={select}
            choose={choose}
          />
        ))}
      </div>
    ))}
  </div>
)

/** Opens a dialog and focuses its field. It closes before it is removed: only then does the browser restore the focus. */
const useModal = (box: RefObject<HTMLDialogElement | null>, input: RefObject<HTMLInputElement | null>) =>
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    input.current?.focus()
    return () => dialog?.close()
  }, [box, input])

interface FieldProps<T extends SearchOption>
  extends Pick<Props<T>, 'label' | 'placeholder' | 'closeWords' | 'text' | 'onText' | 'onClose'> {
  readonly input: RefObject<HTMLInputElement | null>
  readonly listId: string
  readonly activeId: string | undefined
  readonly isExpanded: boolean
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const Field = <T extends SearchOption>({ input, listId, activeId, isExpanded, ...more }: FieldProps<T>) => (
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
export const SearchDialog = <T extends SearchOption>({ groups: allGroups, choose, ...more }: Props<T>) => {
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
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
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
      <p role="status" className={isStatusVisible ? css.status : 'hidden-words'}>
        {status}
      </p>
      <div className={css.footer}>{footer}</div>
    </dialog>
  )
}
