import { type CSSProperties, type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import { keyword } from '#contract/kit/keyword.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import { useControls } from '#web/form/control-table.ts'
import { isGroup } from '#web/form/controls.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { FormField } from '#web/ui/input.tsx'
import { useKeys } from '#web/ui/keys.ts'
import { Chips } from './chips.tsx'
import { labelEms, searchFields } from './filter-fields.ts'
import { KeywordInput, useKeywordNames } from './keyword-input.tsx'
import type { ListState } from './list-state.ts'
import css from './search-bar.module.css'

type Filters = ListState['filters']
type Values = Readonly<Record<string, unknown>>

const asFilters = (values: Values): Filters =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = value === null || value === undefined ? '' : String(value).trim()
      return text ? [[name, text]] : []
    }),
  )

interface Props {
  readonly entity: AnyEntity
  readonly filters: Filters
  readonly filter: (filters: Filters) => void
  /** Names of the fields to search by, if not those of the declaration. */
  readonly fields?: readonly string[] | undefined
  /** Whether rows can be searched by creation time. */
  readonly dated?: boolean
}

/** `/` focuses the first search field. */
const useSearchKey = (form: RefObject<HTMLFormElement | null>) => {
  const t = useLocalize()
  const act = (): boolean => {
    const first = form.current?.querySelector<HTMLElement>('input, select')
    first?.focus()
    return first !== undefined && first !== null
  }
  useKeys([{ key: '/', words: t(words.search), act }])
}

/** Number of fields visible before the bar is expanded; search-bar.module.css uses the same number. */
const initialFieldCount = 4

/** What is typed into the bar; a link or the back button replaces it by the filters of the address. */
const useTypedValues = (filters: Filters) => {
  const [values, setValues] = useState<Values>(filters)
  const key = JSON.stringify(filters)
  const [previousKey, setPreviousKey] = useState(key)
  if (previousKey !== key) {
    setPreviousKey(key)
    setValues(filters)
  }
  return [values, setValues] as const
}

interface InputProps {
  readonly id: string
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

const SearchInput = ({ id, field, value, onChange }: InputProps) => {
  const t = useLocalize()
  const FieldControl = useControls()[field.kind]
  return FieldControl ? (
    <div className={css.item}>
      <FormField id={id} label={t(field.label)} group={isGroup(field)}>
        <FieldControl field={field} value={value} onChange={onChange} disabled={false} above={null} />
      </FormField>
    </div>
  ) : null
}

const MoreButton = ({ count, open, toggle }: { count: number; open: boolean; toggle: () => void }) => {
  const t = useLocalize()
  return (
    <button
      type="button"
      className={css.more}
      data-many={count > initialFieldCount || undefined}
      aria-expanded={open}
      onClick={toggle}
    >
      {open ? t(['收起', 'Fewer filters']) : t(['更多条件', 'More filters'])}
      <ChevronDownIcon aria-hidden="true" />
    </button>
  )
}

/** Search form: Enter or 搜索 applies it, 重置 clears it; the active filters are listed below, each removable. */
export const SearchBar = ({ entity, filters, filter, fields: names = entity.search ?? [], dated = true }: Props) => {
  const t = useLocalize()
  const id = useId()
  const [values, setValues] = useTypedValues(filters)
  const [open, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useSearchKey(form)
  const fields = searchFields(entity, names, dated)
  const keywordNames = useKeywordNames(entity)
  const keywordCount = keywordNames.length ? 1 : 0
  const count = Object.keys(fields).length + keywordCount
  // hidden fields do not affect the label width
  const visibleFields = Object.values(fields).slice(0, open ? count : initialFieldCount - keywordCount)
  const visibleLabels = [...visibleFields, ...(keywordCount ? [keyword] : [])].map(({ label }) => t(label))
  const labels = { '--label-ems': `${labelEms(visibleLabels)}em` } as CSSProperties
  const active = Object.keys(filters).length > 0
  const chips = active ? <Chips entity={entity} filters={filters} filter={filter} /> : null
  const search = (event: FormEvent) => {
    event.preventDefault()
    filter(asFilters(values))
  }
  const clear = () => {
    setValues({})
    filter({})
  }
  if (count === 0) return chips
  return (
    <search>
      <form ref={form} className={css.bar} style={labels} data-open={open || undefined} onSubmit={search}>
        {keywordCount ? (
          <KeywordInput
            id={`${id}-keyword`}
            names={keywordNames}
            value={String(values.keyword ?? '')}
            onChange={(text) => setValues((now) => ({ ...now, keyword: text }))}
          />
        ) : null}
        {Object.entries(fields).map(([name, field]) => (
          <SearchInput
            key={name}
            id={`${id}-${name}`}
            field={field}
            value={values[name]}
            onChange={(value) => setValues((now) => ({ ...now, [name]: value }))}
          />
        ))}
        <div className={css.buttons}>
          <Button kind="main" type="submit">
            {t(words.search)}
          </Button>
          <Button disabled={!active && Object.keys(asFilters(values)).length === 0} onClick={clear}>
            {t(words.reset)}
          </Button>
          {count > 1 ? <MoreButton count={count} open={open} toggle={() => setOpen(!open)} /> : null}
        </div>
      </form>
      {chips}
    </search>
  )
}
