import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { maxKeywordLength } from '#contract/kit/keyword.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useSearch } from '#web/base/preferences/search.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField, Input } from '#web/ui/input.tsx'
import { keywordOf } from '../search-params.ts'
import { useAddressDraft } from '../use-address-draft.ts'
import css from './list-search.module.css'

/** The search keyword in the URL; undefined when there is none. */
export const useKeyword = (): string | undefined => keywordOf(useSearchParams()[0]) || undefined

/** Message for a search without results. */
export const noResultsText: Text = [
  '没有符合条件的内容，请更换查询条件后重试。',
  'No results found. Try other words or reset the search.',
]

/** URL parameters that a new search resets; it keeps all others. */
const resetParams = ['keyword', 'current']

/** Search by title. The keyword is in the URL; a new search starts at the first page. */
export const ListSearch = () => {
  const t = useLocalize()
  const [search, setSearch] = useSearch()
  const currentKeyword = useKeyword() ?? ''
  const { draft, edit, markSubmitted } = useAddressDraft(currentKeyword)
  const find = (keyword: string) => {
    markSubmitted()
    setSearch((next) => {
      for (const name of resetParams) next.delete(name)
      if (keyword) next.set('keyword', keyword)
      return next
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find(draft.trim())
  }
  return (
    <search>
      <form className={css.form} onSubmit={submit}>
        {/* without scripts the browser builds the URL from the fields */}
        {[...search].map(([name, value]) =>
          resetParams.includes(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <FormField label={t(['按标题查找', 'Search by title'])}>
          <Input name="keyword" type="search" value={draft} maxLength={maxKeywordLength} onValue={edit} />
        </FormField>
        <Button kind="main" type="submit">
          {t(words.search)}
        </Button>
        {currentKeyword ? <Button onClick={() => find('')}>{t(words.reset)}</Button> : null}
      </form>
    </search>
  )
}
