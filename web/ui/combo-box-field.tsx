import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  ComboBox as AriaComboBox,
  type ComboBoxProps as AriaComboBoxProps,
  ComboBoxStateContext,
  Group,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import css from './combo-box-field.module.css'
import type {
  ComboBoxProps,
  ComboOption,
  CommonComboBoxProps,
  FirstUse,
  MultipleComboBoxProps,
} from './combo-box-props.ts'
import { ClearSign, icon, OpenSign } from './control-icons.tsx'
import { iconButtonClass } from './icon-button.ts'
import { useFieldContext } from './input.tsx'
import { PageLocale } from './page-locale.tsx'

const CheckSign = icon('M5 12.5l5 5 9-10')

interface FrameProps {
  readonly kind: 'single' | 'multiple'
  readonly placeholder: string
  readonly disabled: boolean
  readonly before?: ReactNode
  readonly after?: ReactNode
  /** Called for Backspace in an empty input. */
  readonly removeLast?: () => void
  readonly firstUse: FirstUse | undefined
}

/** Continues what began before this code was loaded (see combo-box.tsx). */
const useFirstUse = (firstUse: FirstUse | undefined, box: RefObject<HTMLElement | null>) => {
  const state = use(ComboBoxStateContext)
  const resume = useEffectEvent(() => {
    // the library renders the field once without state, to collect its options
    if (!state || !firstUse?.isFocused) return
    box.current?.querySelector('input')?.focus({ preventScroll: true })
    const isTyping = firstUse.text !== null
    if (firstUse.text !== null) state.setInputValue(firstUse.text)
    if (firstUse.isOpen || isTyping) state.open(null, isTyping ? 'input' : 'manual')
    Object.assign(firstUse, { isFocused: false, isOpen: false, text: null })
  })
  useEffect(() => resume(), [])
}

const focusInput = (inside: Element): HTMLInputElement | null => {
  const input = inside.closest('[data-combo]')?.querySelector('input') ?? null
  input?.focus()
  return input
}

/** The visible field. A press anywhere in it opens the list, as in any select. */
const Frame = ({ kind, placeholder, disabled, before, after, removeLast, firstUse }: FrameProps) => {
  const state = use(ComboBoxStateContext)
  const box = useRef<HTMLDivElement>(null)
  useFirstUse(firstUse, box)
  const open = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (disabled || !(target instanceof Element) || target.closest('button')) return
    if (state?.isOpen) return
    const input = focusInput(currentTarget)
    // what is typed now replaces the label of the chosen option
    if (kind === 'single') input?.select()
    state?.open(null, 'manual')
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && state?.isOpen) {
      // closes the list only, not the dialog around it
      event.stopPropagation()
      event.preventDefault()
    }
    if (event.key === 'Backspace' && event.target instanceof HTMLInputElement && event.target.value === '')
      removeLast?.()
  }
  return (
    <Group ref={box} className={css.frame ?? ''} data-combo={kind} onClick={open} onKeyDown={handleKey}>
      {before}
      <Input className={css.input ?? ''} placeholder={placeholder} />
      {after}
      <OpenSign className={css.sign} />
    </Group>
  )
}

const Option = ({ id, label, depth = 0, disabled = false }: ComboOption) => (
  <ListBoxItem
    id={id}
    textValue={label}
    isDisabled={disabled}
    className={css.option ?? ''}
    style={{ paddingInlineStart: 12 + depth * 16 }}
  >
    {({ isSelected }) => (
      <>
        <span>{label}</span>
        {isSelected ? <CheckSign /> : null}
      </>
    )}
  </ListBoxItem>
)

interface ListProps {
  readonly emptyWords: string
  /** The element of the whole control. */
  readonly field: HTMLElement | null
}

/** In the dialog or the page of the field, where screen readers expect it; outside a modal dialog it would be inert. */
const List = ({ emptyWords, field }: ListProps) => (
  <Popover
    className={css.popover ?? ''}
    offset={4}
    UNSTABLE_portalContainer={field?.closest('dialog, main') ?? document.body}
  >
    <ListBox<ComboOption> className={css.list ?? ''} renderEmptyState={() => <p className={css.empty}>{emptyWords}</p>}>
      {(option) => <Option {...option} />}
    </ListBox>
  </Popover>
)

/** Props that link a combo box to its field (see FormField), and its options. */
const useComboBoxProps = ({ options, disabled, search, onOpenChange }: CommonComboBoxProps) => {
  const { id, describedBy, bad } = useFieldContext()
  return {
    id,
    'aria-labelledby': `${id}-label`,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    isDisabled: disabled,
    isInvalid: bad,
    validationBehavior: 'aria',
    allowsEmptyCollection: true,
    className: css.combo ?? '',
    ...(search ? { items: options } : { defaultItems: options }),
    onOpenChange: (isOpen, trigger) => {
      // a list that was not opened by typing offers everything again
      if (isOpen && trigger !== 'input') search?.('')
      onOpenChange?.(isOpen)
    },
  } satisfies Partial<AriaComboBoxProps<ComboOption>>
}

interface ClearProps {
  readonly words: string
  /** Id of the label of the field. */
  readonly labelId: string
  readonly clear: () => void
}

const Clear = ({ words, labelId, clear }: ClearProps) => (
  <button
    type="button"
    className={iconButtonClass(css.clear)}
    aria-label={words}
    aria-describedby={labelId}
    onClick={({ currentTarget }) => {
      focusInput(currentTarget)
      clear()
    }}
  >
    <ClearSign />
  </button>
)

/** Chooses one of many options, found by typing a part of its label. */
export const ComboBoxField = ({ value, onChange, clearWords, ...props }: ComboBoxProps) => {
  const { options, search, emptyWords, placeholder, disabled } = props
  const common = useComboBoxProps(props)
  const [field, setField] = useState<HTMLElement | null>(null)
  const selectedLabel = options.find(({ id }) => id === value)?.label ?? ''
  return (
    <PageLocale>
      <AriaComboBox<ComboOption>
        {...common}
        ref={setField}
        value={value}
        onChange={(key) => onChange(key === null ? null : String(key))}
        {...(search ? { onInputChange: (text: string) => search(text === selectedLabel ? '' : text) } : {})}
      >
        <Frame
          kind="single"
          firstUse={props.firstUse}
          disabled={disabled}
          placeholder={placeholder}
          after={
            value === null || disabled ? null : (
              <Clear words={clearWords} labelId={common['aria-labelledby']} clear={() => onChange(null)} />
            )
          }
        />
        <List emptyWords={emptyWords} field={field} />
      </AriaComboBox>
    </PageLocale>
  )
}

/** Chooses several of many options; the chosen ones stand before the input. */
export const MultipleComboBoxField = ({ value, onChange, labelOf, removeWords, ...props }: MultipleComboBoxProps) => {
  const { search, emptyWords, placeholder, disabled } = props
  const common = useComboBoxProps(props)
  // a new array with the same keys would clear what is being typed
  const joined = value.join(',')
  const keys = useMemo(() => (joined ? joined.split(',') : []), [joined])
  const [field, setField] = useState<HTMLElement | null>(null)
  return (
    <PageLocale>
      <AriaComboBox<ComboOption, 'multiple'>
        {...(common as object)}
        ref={setField}
        selectionMode="multiple"
        value={keys}
        onChange={(keys) => onChange(keys.map(String))}
        {...(search ? { onInputChange: search } : {})}
      >
        <Frame
          kind="multiple"
          firstUse={props.firstUse}
          disabled={disabled}
          removeLast={() => onChange(value.slice(0, -1))}
          placeholder={value.length ? '' : placeholder}
          before={value.map((one) => (
            <span key={one} className={css.chip}>
              <span id={`${common.id}-${one}`} className="ellipsis">
                {labelOf(one)}
              </span>
              {disabled ? null : (
                <button
                  type="button"
                  className={iconButtonClass(css.clear)}
                  aria-label={removeWords}
                  aria-describedby={`${common.id}-${one}`}
                  onClick={({ currentTarget }) => {
                    focusInput(currentTarget)
                    onChange(value.filter((other) => other !== one))
                  }}
                >
                  <ClearSign />
                </button>
              )}
            </span>
          ))}
        />
        <List emptyWords={emptyWords} field={field} />
      </AriaComboBox>
    </PageLocale>
  )
}
