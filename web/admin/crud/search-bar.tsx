import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields, Kind } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import { words } from '#contract/words.ts'
import { useSay } from '#web/base/say.ts'
import { ValueWords } from '#web/form/answers.tsx'
import { useControls } from '#web/form/control-table.ts'
import { isGroup } from '#web/form/controls.tsx'
import { Button } from '#web/ui/button.tsx'
import { Labelled } from '#web/ui/input.tsx'
import { fieldOf, type ListState } from './list-state.ts'
import { RefWords } from './pickers.tsx'
import css from './search-bar.module.css'

type Filters = ListState['filters']

const singles: Partial<Record<Kind, Kind>> = {
  ...{ dicts: 'dict', refs: 'ref', codes: 'code', longText: 'text', time: 'date', flag: 'choice' },
}

/** A field as one searches by it: nothing required, one value, yes or no to choose from. */
const searched = (field: Field): Field => ({
  ...{ kind: singles[field.kind] ?? field.kind, label: field.label },
  ...(field.of ? { of: field.of } : {}),
  ...(field.kind === 'flag' ? { choices: [[1, words.yes] as const, [0, words.no] as const] } : {}),
  ...(field.choices ? { choices: field.choices } : {}),
})

/** Every list can be searched by when its rows were made (specification 001, section 2). */
const createdFrom: Text = ['创建时间起', 'Created from']
const createdTo: Text = ['创建时间止', 'Created to']
const dates: Fields = {
  createTime_dategt: { kind: 'date', label: createdFrom },
  createTime_datelt: { kind: 'date', label: createdTo },
}

const asFilters = (typed: Readonly<Record<string, unknown>>): Filters =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => {
      const text = value === null || value === undefined ? '' : String(value).trim()
      return text ? [[name, text]] : []
    }),
  )

interface ChipsProps {
  readonly entity: AnyEntity
  readonly filters: Filters
  readonly drop: (name: string) => void
}

const comparisons: Readonly<Record<string, string>> = {
  ge: '≥ ',
  gt: '> ',
  le: '≤ ',
  lt: '< ',
  datege: '≥ ',
  datele: '≤ ',
}

/** The filters that are on, each with its own way off. */
const Chips = ({ entity, filters, drop }: ChipsProps) => {
  const t = useSay()
  const fields: Fields = { ...base, ...(entity.fields as Fields) }
  return (
    <ul className={css.chips} aria-label={t(['已选条件', 'Active filters'])}>
      {Object.entries(filters).map(([name, value]) => {
        const field = dates[name] ?? searched(fields[fieldOf(name)] as Field)
        const sign = comparisons[name.slice(fieldOf(name).length + 1)] ?? ''
        return (
          <li key={name}>
            <span>
              {t(field.label)}
              {t(['：', ': '])}
              {sign}
              {field.kind === 'ref' || field.kind === 'tree' ? (
                <RefWords field={field} id={value} />
              ) : (
                <ValueWords field={field} value={value} />
              )}
            </span>
            <button
              type="button"
              aria-label={t([`取消条件 ${t(field.label)}`, `Drop the filter ${t(field.label)}`])}
              onClick={() => drop(name)}
            >
              <CloseOutlined aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface Props {
  readonly entity: AnyEntity
  readonly filters: Filters
  readonly filter: (filters: Filters) => void
  /** Names of the fields to search by, where not those of the declaration. */
  readonly fields?: readonly string[] | undefined
  /** Whether rows can be searched by when they were made. */
  readonly dated?: boolean
}

/** What to look for: Enter or 搜索 looks, 清空 shows everything; each active filter stands below with a way off. */
export const SearchBar = ({ entity, filters, filter, fields: names = entity.search ?? [], dated = true }: Props) => {
  const t = useSay()
  const id = useId()
  const table = useControls()
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>(filters)
  const [open, setOpen] = useState(false)
  const key = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link or the back button brings other filters
  useEffect(() => setTyped(filters), [key])
  const own = names.flatMap((name) => (entity.fields[name] ? [[name, searched(entity.fields[name])] as const] : []))
  const fields = Object.fromEntries([...own, ...(dated ? Object.entries(dates) : [])])
  const count = Object.keys(fields).length
  if (count === 0) return null
  const search = (event: FormEvent) => {
    event.preventDefault()
    filter(asFilters(typed))
  }
  const clear = () => {
    setTyped({})
    filter({})
  }
  const active = Object.keys(filters).length > 0
  return (
    <search>
      <form className={css.bar} data-open={open || undefined} onSubmit={search}>
        {Object.entries(fields).map(([name, field]) => {
          const Shown = table[field.kind]
          return Shown ? (
            <div key={name} className={css.item}>
              <Labelled id={`${id}-${name}`} label={t(field.label)} group={isGroup(field)}>
                <Shown
                  field={field}
                  value={typed[name]}
                  onChange={(value) => setTyped((now) => ({ ...now, [name]: value }))}
                  disabled={false}
                  above={null}
                />
              </Labelled>
            </div>
          ) : null
        })}
        <div className={css.buttons}>
          <Button kind="main" type="submit">
            {t(words.search)}
          </Button>
          <Button disabled={!active && Object.keys(asFilters(typed)).length === 0} onClick={clear}>
            {t(words.reset)}
          </Button>
          {count > 1 ? (
            <button
              type="button"
              className={css.more}
              data-many={count > 3 || undefined}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              {open ? t(['收起', 'Fewer']) : t(['更多条件', 'More filters'])}
              <DownOutlined aria-hidden="true" />
            </button>
          ) : null}
        </div>
      </form>
      {active ? (
        <Chips
          entity={entity}
          filters={filters}
          drop={(gone) => filter(Object.fromEntries(Object.entries(filters).filter(([name]) => name !== gone)))}
        />
      ) : null}
    </search>
  )
}
