import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { fold } from '#contract/kit/fold.ts'
import type { Text } from '#contract/kit/text.ts'
import { words as commonWords } from '#contract/words.ts'
import { commonOpinion } from '#contract/work/common-opinion.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { OptionList, optionId, useActiveOption } from '#web/ui/option-list.tsx'
import { showPanel } from '#web/ui/place-panel.ts'
import css from './opinion-field.module.css'

interface Props {
  /** The text area, which keeps the focus. */
  readonly field: HTMLTextAreaElement
  /** Filters the texts. */
  readonly words: string
  readonly insert: (text: string) => void
  readonly close: () => void
}

const groups: readonly { readonly key: 0 | 1; readonly label: Text }[] = [
  { key: 0, label: ['本人意见', 'My own'] },
  { key: 1, label: ['本单位意见', 'Of the office'] },
]

/** The texts that contain the words, in their groups. */
const useOptions = (words: string) => {
  const t = useLocalize()
  const { data, error } = useAnswer(commonOpinion.calls.usable)
  const matches = (data ?? []).filter(({ text }) => fold(text ?? '').includes(fold(words)))
  const grouped = groups
    .map(({ key, label }) => ({
      key: String(key),
      label: t(label),
      options: matches.filter((one) => one.isOffice === key).map(({ id, text }) => ({ key: id, label: text ?? '' })),
    }))
    .filter(({ options }) => options.length > 0)
  const none: Text = data?.length
    ? ['没有匹配的常用意见', 'No common opinion matches']
    : ['还没有常用意见，写好意见后可保存', 'There are none yet; what you write can be kept as one']
  const found: Text = [`${matches.length} 条常用意见`, `Common opinions: ${matches.length}`]
  const status = error ? error.message : t(data ? (matches.length ? found : none) : commonWords.loading)
  return { grouped, options: grouped.flatMap(({ options }) => options), status }
}

/** The keys of the list, which the text area has as long as the list is open. */
const useFieldKeys = (field: HTMLTextAreaElement, actions: Readonly<Record<string, () => unknown>>) => {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const act = actions[event.key]
    if (!act || event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    field.addEventListener('keydown', listen)
    return () => field.removeEventListener('keydown', listen)
  }, [field])
}

/** Tells screen readers about the list at the text area, which keeps the focus. */
const useFieldRole = (field: HTMLTextAreaElement, listId: string, activeId: string | undefined) =>
  useEffect(() => {
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      ...(activeId ? { 'aria-activedescendant': activeId } : {}),
    }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name)
    }
  }, [field, listId, activeId])

/** The common opinions at a text area: arrow keys select, Enter inserts, Escape closes. */
export const OpinionList = ({ field, words, insert, close }: Props) => {
  const t = useLocalize()
  const listId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { grouped, options, status } = useOptions(words)
  const { active, select, step } = useActiveOption(options, words)
  useLayoutEffect(() => (panel.current ? showPanel(panel.current, field) : undefined), [field])
  useFieldRole(field, listId, active && optionId(listId, active))
  useFieldKeys(field, {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: close,
    ...(active ? { Enter: () => insert(active.label) } : {}),
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press in it leaves the focus in the text area
    <div ref={panel} popover="manual" className={css.panel} onMouseDown={(event) => event.preventDefault()}>
      <OptionList
        id={listId}
        label={t(commonOpinion.label)}
        groups={grouped}
        active={active}
        select={select}
        choose={({ label }) => insert(label)}
        isWrapped
      />
      <p role="status" className={options.length ? 'hidden-words' : css.none}>
        {status}
      </p>
      <div className={css.footer}>
        <Link to={screenPathOf(commonOpinion)}>{t(['管理常用意见', 'Manage common opinions'])}</Link>
      </div>
    </div>
  )
}
