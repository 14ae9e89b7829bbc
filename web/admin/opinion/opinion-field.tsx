import { createContext, type FocusEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { type OpinionValues, withValues, withVariables } from '#contract/kit/opinion-variables.ts'
import { commonOpinion } from '#contract/work/common-opinion.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import type { Control } from '#web/form/control.ts'
import { controls } from '#web/form/controls.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './opinion-field.module.css'
import { type Place, slashPlace, wordsAt } from './slash.ts'

const OpinionList = lazyComponent(async () => (await import('./opinion-list.tsx')).OpinionList)

const Values = createContext<OpinionValues>({})
/** What the variables of an opinion stand for in the matter below. */
export const WithOpinionValues = Values.Provider

interface Search extends Place {
  readonly field: HTMLTextAreaElement
  readonly words: string
}

/** The search for an opinion in the text area within a box. */
const useSearch = () => {
  const values = useContext(Values)
  const box = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState<Search | null>(null)
  const follow = (isTyped: boolean) => {
    const field = box.current?.querySelector('textarea')
    if (!field) return
    const { value, selectionEnd } = field
    const place = search ?? (isTyped ? slashPlace(value, selectionEnd) : null)
    const words = place && wordsAt(place, value, selectionEnd)
    setSearch(place && words !== null ? { ...place, field, words } : null)
  }
  const close = () => setSearch(null)
  const open = () => {
    const field = box.current?.querySelector('textarea')
    if (!field) return
    field.focus()
    setSearch({ field, from: field.selectionStart, start: field.selectionEnd, words: '' })
  }
  const insert = (text: string) => {
    if (!search) return
    const { field, from } = search
    field.focus()
    field.setRangeText(withValues(text, values), from, field.selectionEnd, 'end')
    // as if typed: the field reads its text from this event
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    close()
  }
  return { box, search, follow, close, open, insert }
}

/** Keeps what is typed as an opinion of one's own. */
const KeepButton = ({ text }: { text: string }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    try {
      await ask(commonOpinion.calls.submit, { text: withVariables(text.trim()), isOffice: 0 })
      toaster.success(t(['已保存为常用意见', 'Kept as a common opinion']))
      await invalidate(commonOpinion.path)
    } catch (error) {
      const { faults, message } = failureOf(error)
      toaster.error(faults[0]?.msg ?? message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="link" busy={isBusy} onClick={() => void keep()}>
      {t(['保存为常用意见', 'Keep as a common opinion'])}
    </Button>
  )
}

interface Props {
  /** What is typed in the text area. */
  readonly text: string
  readonly disabled?: boolean
  /** The text area, and what belongs to it. */
  readonly children: ReactNode
}

/** Lets an officer insert common opinions into a text area, by `/` or by the button below it. */
export const WithOpinions = ({ text, disabled = false, children }: Props) => {
  const t = useLocalize()
  const may = useMay()
  const { box, search, follow, close, open, insert } = useSearch()
  const isOffered = may(commonOpinion.code)
  const closeOnBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its text area
    <div
      ref={box}
      className={css.field}
      onInput={({ nativeEvent }) => isOffered && !(nativeEvent as InputEvent).isComposing && follow(true)}
      onCompositionEnd={() => isOffered && follow(true)}
      onSelect={() => follow(false)}
      onBlur={closeOnBlur}
    >
      {children}
      {isOffered ? (
        <div className={css.tools}>
          <Button
            kind="link"
            disabled={disabled}
            aria-haspopup="listbox"
            aria-expanded={search !== null}
            title={t(['在输入框中键入 / 也可选用', 'Typing / in the field does the same'])}
            // the caret stays where the opinion is to be inserted
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (search ? close() : open())}
          >
            {t(commonOpinion.label)}
          </Button>
          {may(`${commonOpinion.code}_add`) && text.trim() && !disabled ? <KeepButton text={text} /> : null}
        </div>
      ) : null}
      {search ? <OpinionList field={search.field} words={search.words} insert={insert} close={close} /> : null}
    </div>
  )
}

const TextArea = controls.longText

/** A text area for an opinion. */
export const OpinionControl: Control = (props) => (
  <WithOpinions text={String(props.value ?? '')} disabled={props.disabled}>
    <TextArea {...props} />
  </WithOpinions>
)

/** The control of each field of these names is one for opinions. */
export const opinionControlAt = (at: string): Control | undefined =>
  at === 'comment' || at === 'internal' ? OpinionControl : undefined
