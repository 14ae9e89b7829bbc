import { type FormEvent, useEffect, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { Statistics } from '#contract/portal.ts'
import { provinces } from '#contract/provinces.ts'
import { words } from '#contract/words.ts'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { frameClass, Input, inputClass, Labelled, useTied } from '#web/ui/input.tsx'
import type { Filters } from './filters.ts'
import css from './projects.module.css'

interface PickProps {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly options: readonly (readonly [value: string, label: string])[]
}

const Pick = ({ value, onValue, options }: PickProps) => {
  const t = useSay()
  const { id } = useTied()
  return (
    <span className={frameClass}>
      <select id={id} className={inputClass} value={value} onChange={({ target }) => onValue(target.value)}>
        <option value="">{t(['不限', 'Any'])}</option>
        {options.map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

const kinds: readonly (readonly [Filters, Text])[] = [
  [{ hasNetwork: '1' }, ['采用5G专网', 'With a private network']],
  [{ isBenchmark: '1' }, ['标杆项目', 'Benchmark projects']],
]
const kindOf = ({ hasNetwork, isBenchmark }: Filters) => (hasNetwork ? '0' : isBenchmark ? '1' : '')

interface Props {
  readonly filters: Filters
  readonly statistics: Statistics | undefined
  readonly search: (filters: Filters) => void
}

/** What to look for in the list of projects; the search begins with Enter or the button. */
export const ProjectSearch = ({ filters, statistics, search }: Props) => {
  const t = useSay()
  const [typed, type] = useState(filters)
  const key = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link or the back button brings other filters
  useEffect(() => type(filters), [key])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(typed)
  }
  const set = (more: Filters) => type({ ...typed, ...more })
  const kind = (value: string) => set({ hasNetwork: '', isBenchmark: '', ...kinds[Number(value)]?.[0] })
  return (
    <form className={css.search} onSubmit={submit} noValidate>
      <Labelled label={t(['项目或单位名称', 'Project or organisation'])}>
        <Input type="search" value={typed.keyword ?? ''} maxLength={50} onValue={(keyword) => set({ keyword })} />
      </Labelled>
      <Labelled label={t(['省份', 'Province'])}>
        <Pick
          value={typed.province ?? ''}
          onValue={(province) => set({ province, city: '' })}
          options={Object.entries(provinces).map(([code, name]) => [code, t(name)] as const)}
        />
      </Labelled>
      <Labelled label={t(['运营商', 'Operator'])}>
        <Pick
          value={typed.operator ?? ''}
          onValue={(operator) => set({ operator })}
          options={(statistics?.Operator ?? []).map((one) => [String(one.key), one.name] as const)}
        />
      </Labelled>
      <Labelled label={t(['年份', 'Year'])}>
        <Pick
          value={typed.year ?? ''}
          onValue={(year) => set({ year })}
          options={(statistics?.years ?? []).map((year) => [year, year] as const).reverse()}
        />
      </Labelled>
      <Labelled label={t(['项目类别', 'Kind'])}>
        <Pick
          value={kindOf(typed)}
          onValue={kind}
          options={kinds.map(([, label], i) => [String(i), t(label)] as const)}
        />
      </Labelled>
      <div className={css.actions}>
        <Button kind="main" type="submit">
          {t(words.search)}
        </Button>
        <Button onClick={() => search({})}>{t(['清空', 'Clear'])}</Button>
      </div>
    </form>
  )
}
