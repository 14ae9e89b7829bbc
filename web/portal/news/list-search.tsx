import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { words } from '#contract/words.ts'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { Input, Labelled } from '#web/ui/input.tsx'
import css from './list-search.module.css'

/** What a list is searched for, as its address says; undefined for nothing. */
export const useKeyword = (): string | undefined => useSearchParams()[0].get('keyword')?.trim() || undefined

/** Finds by words of the title; the words stand in the address, and a search begins at the first page. */
export const ListSearch = () => {
  const t = useSay()
  const [search, setSearch] = useSearchParams()
  const asked = useKeyword() ?? ''
  const [typed, type] = useState(asked)
  useEffect(() => type(asked), [asked])
  const find = (keyword: string) => {
    const next = new URLSearchParams(search)
    next.delete('current')
    if (keyword) next.set('keyword', keyword)
    else next.delete('keyword')
    setSearch(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find(typed.trim())
  }
  return (
    <search>
      <form className={css.form} onSubmit={submit}>
        <Labelled label={t(['按标题查找', 'Find by title'])}>
          <Input name="keyword" type="search" value={typed} maxLength={50} onValue={type} />
        </Labelled>
        <Button kind="main" type="submit">
          {t(words.search)}
        </Button>
        {asked ? <Button onClick={() => find('')}>{t(['清空', 'Clear'])}</Button> : null}
      </form>
    </search>
  )
}
