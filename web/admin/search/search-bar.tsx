import { type CSSProperties, type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Filter } from '#contract/filter-chips.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { keyword } from '#contract/kit/keyword.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useControls } from '#web/form/control-table.ts'
import { isGroup } from '#web/form/controls.tsx'
import { DateRangeInput } from '#web/form/date-range-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { faultOfRange } from '#web/ui/date/day-range.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { FormField } from '#web/ui/input.tsx'
import { useKeys } from '#web/ui/keys.ts'
import type { ListState } from '../entity/list-state.ts'
import { Chips } from './chips.tsx'
import { labelEms, searchFilters } from './filter-fields.ts'
import { KeywordInput, useKeywordNames } from './keyword-input.tsx'
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
  readonly filter: Filter
  readonly values: Values
  readonly change: (values: Values) => void
}

const SearchInput = ({ id, filter: { field, keys }, values, change }: InputProps) => {
  const t = useLocalize()
  const FieldControl = useControls()[field.kind]
  const [key, to] = keys
  if (!FieldControl) return null
  return (
    <div className={css.item}>
      <FormField id={id} label={t(field.label)} group={isGroup(field)}>
        {to === undefined ? (
          <FieldControl
            field={field}
            value={values[key]}
            onChange={(value) => change({ [key]: value })}
            disabled={false}
            above={null}
          />
        ) : (
          <DateRangeInput
            from={values[key]}
            to={values[to]}
            onChange={(first, last) => change({ [key]: first, [to]: last })}
          />
        )}
      </FormField>
    </div>
  )
}

const isFaulty = ({ keys: [from, to] }: Filter, filters: Filters): boolean =>
  to !== undefined && faultOfRange(filters[from] ?? null, filters[to] ?? null) !== null

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
      {open ? t(['收起', 'Collapse']) : t(['更多条件', 'More filters'])}
      <ChevronDownIcon aria-hidden="true" />
    </button>
  )
}

interface ButtonsProps {
  readonly isEmpty: boolean
  readonly clear: () => void
  readonly children: ReactNode
}

const Buttons = ({ isEmpty, clear, children }: ButtonsProps) => {
  const t = useLocalize()
  return (
    <div className={css.buttons}>
      <Button kind="main" type="submit">
        {t(words.search)}
      </Button>
      <Button disabled={isEmpty} onClick={clear}>
        {t(words.reset)}
      </Button>
      {children}
    </div>
  )
}

/** The common width of the visible labels, as a style. */
const useLabelWidth = (hasKeyword: boolean, inputs: readonly Filter[]) => {
  const t = useLocalize()
  const fields = [...(hasKeyword ? [keyword] : []), ...inputs.map(({ field }) => field)]
  return { '--label-ems': `${labelEms(fields.map(({ label }) => t(label)))}em` } as CSSProperties
}

/** Search form: Enter or 搜索 applies it, 重置 clears it; the active filters are listed below, each removable. */
export const SearchBar = ({ entity, filters, filter, fields: names = entity.search ?? [], dated = true }: Props) => {
  const id = useId()
  const [values, setValues] = useTypedValues(filters)
  const [open, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useSearchKey(form)
  const keywordNames = useKeywordNames(entity)
  const hasKeyword = keywordNames.length > 0
  const inputs = searchFilters(entity, names, dated)
  const count = inputs.length + (hasKeyword ? 1 : 0)
  const idOf = ({ keys }: Filter) => `${id}-${keys[0]}`
  // hidden inputs do not affect the layout
  const visibleInputs = open ? inputs : inputs.slice(0, initialFieldCount - (hasKeyword ? 1 : 0))
  const active = Object.keys(filters).length > 0
  const chips = active ? <Chips entity={entity} filters={filters} filter={filter} /> : null
  const search = (event: FormEvent) => {
    event.preventDefault()
    const nextFilters = asFilters(values)
    const faulty = inputs.find((input) => isFaulty(input, nextFilters))
    if (!faulty) return filter(nextFilters)
    // an input that is not visible cannot get the focus
    flushSync(() => setOpen((now) => now || !visibleInputs.includes(faulty)))
    document.getElementById(idOf(faulty))?.focus()
  }
  const change = (more: Values) => setValues((now) => ({ ...now, ...more }))
  const clear = () => {
    setValues({})
    filter({})
  }
  const labelWidth = useLabelWidth(hasKeyword, visibleInputs)
  if (count === 0) return chips
  return (
    <search>
      <form
        ref={form}
        className={css.bar}
        style={labelWidth}
        data-open={open || undefined}
        data-range={visibleInputs.some(({ keys }) => keys.length > 1) || undefined}
        onSubmit={search}
      >
        <KeywordInput id={`${id}-keyword`} names={keywordNames} value={String(values.keyword ?? '')} change={change} />
        {inputs.map((input) => (
          <SearchInput key={input.keys[0]} id={idOf(input)} filter={input} values={values} change={change} />
        ))}
        <Buttons isEmpty={!active && Object.keys(asFilters(values)).length === 0} clear={clear}>
          {count > 1 ? <MoreButton count={count} open={open} toggle={() => setOpen(!open)} /> : null}
        </Buttons>
      </form>
      {chips}
    </search>
  )
}
