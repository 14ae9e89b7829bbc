import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { ClosedComboBox } from './closed-combo-box.tsx'
import type { ComboBoxProps, CommonComboBoxProps, FirstUse, MultipleComboBoxProps } from './combo-box-props.ts'

type Fields = typeof import('./combo-box-field.tsx')

let fieldsCache: Fields | null = null
const listeners = new Set<() => void>()

const loadFields = async () => {
  fieldsCache ??= await import('./combo-box-field.tsx')
  for (const notify of listeners) notify()
}

const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

interface Props {
  readonly kind: 'single' | 'multiple'
  readonly common: CommonComboBoxProps
  /** The label of the chosen option. */
  readonly text: string
  readonly before?: readonly ReactNode[]
  readonly children: (fields: Fields, firstUse: FirstUse | undefined) => ReactNode
}

/** Events that end a press or a composition. */
const endEvents = ['click', 'pointercancel', 'compositionend'] as const

/**
 * Whether the library can take the place of the field: replaced between press and release, the field would get no click; replaced
 * while an input method is composing, it would lose the text.
 */
const useIsReplaceable = (
  isLoaded: boolean,
  frame: RefObject<HTMLElement | null>,
  isComposing: RefObject<boolean>,
): boolean => {
  const [isReplaceable, setReplaceable] = useState(isLoaded)
  useEffect(() => {
    if (!isLoaded || isReplaceable) return
    let isMounted = true
    const isInUse = () => isComposing.current || frame.current?.matches(':active') === true
    // after the handlers of the field itself; in one task, so that no press or key can come between the question and the change
    const finish = () => {
      if (isMounted && !isInUse()) flushSync(() => setReplaceable(true))
    }
    queueMicrotask(finish)
    for (const name of endEvents) document.addEventListener(name, finish)
    return () => {
      isMounted = false
      for (const name of endEvents) document.removeEventListener(name, finish)
    }
  }, [isLoaded, isReplaceable, frame, isComposing])
  return isReplaceable
}

/**
 * Looks like the field until the first one is touched, pointed at or focused: only then is the library behind it loaded, so
 * that a form does not wait for it. What was typed and pressed meanwhile is not lost.
 */
const Lazy = ({ kind, common, text, before, children }: Props) => {
  const fields = useSyncExternalStore(
    subscribe,
    () => fieldsCache,
    () => null,
  )
  const frame = useRef<HTMLDivElement>(null)
  const isComposing = useRef(false)
  const isReplaceable = useIsReplaceable(fields !== null, frame, isComposing)
  const [hasFailed, setHasFailed] = useState(false)
  const firstUse = useRef<FirstUse>({ isFocused: false, isOpen: false, text: null })
  if (fields && isReplaceable) return children(fields, firstUse.current)
  return (
    <ClosedComboBox
      kind={kind}
      placeholder={common.placeholder}
      disabled={common.disabled}
      text={text}
      before={before}
      frame={frame}
      isComposing={isComposing}
      failure={hasFailed ? common.failureWords : null}
      onUse={(use) => {
        Object.assign(firstUse.current, use)
        // after a failure, the next use tries again
        loadFields().then(
          () => setHasFailed(false),
          () => setHasFailed(true),
        )
      }}
    />
  )
}

/** Chooses one of many options, found by typing a part of its label. */
export const ComboBox = (props: ComboBoxProps) => (
  <Lazy kind="single" common={props} text={props.options.find(({ id }) => id === props.value)?.label ?? ''}>
    {({ ComboBoxField }, firstUse) => <ComboBoxField {...props} firstUse={firstUse} />}
  </Lazy>
)

/** Chooses several of many options; the chosen ones stand before the input. */
export const MultipleComboBox = (props: MultipleComboBoxProps) => (
  <Lazy kind="multiple" common={props} text="" before={props.value.map(props.labelOf)}>
    {({ MultipleComboBoxField }, firstUse) => <MultipleComboBoxField {...props} firstUse={firstUse} />}
  </Lazy>
)
