import { useState } from 'react'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './sort-cell.module.css'

interface Props {
  readonly of: AnyEntity
  readonly id: string
  readonly name: string
  readonly sort: number
}

/** Sort value of a row, edited in place: Enter or blur saves, Escape reverts. */
export const SortCell = ({ of, id, name, sort }: Props) => {
  const t = useLocalize()
  const may = useMay()
  const toaster = useToaster()
  const [text, setText] = useState<string | null>(null)
  if (!may(`${of.code}_edit`)) return sort
  const save = async () => {
    if (text === null || !/^\d{1,9}$/.test(text) || Number(text) === sort) return setText(null)
    try {
      await ask(of.calls.submit as Endpoint<object>, { id, sort: Number(text) })
      toaster.success(t(words.updated))
      await invalidate(of.path)
    } catch (error) {
      toaster.error(failureOf(error).message)
    } finally {
      setText(null)
    }
  }
  return (
    <input
      className={css.sort}
      inputMode="numeric"
      aria-label={t([`排序 ${name}`, `Order of ${name}`])}
      value={text ?? String(sort)}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setText(null)
      }}
    />
  )
}
