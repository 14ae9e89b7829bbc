import type { FormEvent } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { maxKeywordLength } from '#contract/news/public.ts'
import { type FigureWithParts, figureParts } from '#contract/portal/figure-parts.ts'
import { portal, type Statistics } from '#contract/portal/portal.ts'
import type { ProjectFilters } from '#contract/portal/project-places.ts'
import { provinces } from '#contract/portal/provinces.ts'
import type { ProjectFilter } from '#contract/portal/public-projects.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField, frameClass, Input, inputClass, useFieldContext } from '#web/ui/input.tsx'
import { useAddressDraft } from '../use-address-draft.ts'
import { langOf } from './project-labels.ts'
import css from './projects.module.css'

interface PickProps {
  /** URL parameter of the field, needed without scripts: then the browser builds the URL and skips fields without a name. */
  readonly name?: ProjectFilter
  readonly value: string
  readonly onValue: (value: string) => void
  readonly options: readonly (readonly [value: string, label: string])[]
}

const Pick = ({ name, value, onValue, options }: PickProps) => {
  const t = useLocalize()
  const { id } = useFieldContext()
  return (
    <span className={frameClass}>
      <select
        id={id}
        name={name}
        value={value}
        className={inputClass}
        disabled={options.length === 0}
        onChange={({ target }) => onValue(target.value)}
      >
        <option value="">{t(['不限', 'Any'])}</option>
        {options.map(([key, label]) => (
          <option key={key} value={key} lang={langOf(label)}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

const kinds: readonly (readonly [ProjectFilters, Text])[] = [
  [{ hasNetwork: '1' }, ['采用5G专网', 'With a private network']],
  [{ isBenchmark: '1' }, ['标杆项目', 'Benchmark projects']],
]
const kindOf = ({ hasNetwork, isBenchmark }: ProjectFilters) => (hasNetwork ? '0' : isBenchmark ? '1' : '')

type Options = PickProps['options']

/** The parts of a figure as options, most frequent first. */
const usePartOptions = (key: FigureWithParts): Options =>
  useAnswer(figureParts.figure, { key }).data?.parts.map(({ code, name }) => [code, name] as const) ?? []

/** The cities of a province that have projects. */
const useCities = (province: string | undefined): Options => {
  const { data } = useAnswer(portal.nationalMap, { code: province ?? '' }, { enabled: Boolean(province) })
  return province ? (data ?? []).filter(({ value }) => value > 0).map(({ code, name }) => [code, name] as const) : []
}

interface Props {
  readonly filters: ProjectFilters
  readonly statistics: Statistics | undefined
  readonly search: (filters: ProjectFilters) => void
}

/** Search form for the list of projects; Enter or the button starts the search. */
export const ProjectSearch = ({ filters, statistics, search }: Props) => {
  const t = useLocalize()
  const { draft: draftFilters, edit, markSubmitted } = useAddressDraft(filters, JSON.stringify(filters))
  const divisions = usePartOptions('divisions')
  const scenes = usePartOptions('scenes')
  const cities = useCities(draftFilters.province)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    markSubmitted()
    search(draftFilters)
  }
  const set = (more: ProjectFilters) => edit({ ...draftFilters, ...more })
  const kind = (value: string) => set({ hasNetwork: '', isBenchmark: '', ...kinds[Number(value)]?.[0] })
  return (
    <search>
      <form className={css.search} onSubmit={submit} noValidate>
        <FormField label={t(['项目或单位名称', 'Project or organisation'])}>
          <Input
            name="keyword"
            type="search"
            value={draftFilters.keyword ?? ''}
            maxLength={maxKeywordLength}
            onValue={(keyword) => set({ keyword })}
          />
        </FormField>
        <FormField label={t(['省份', 'Province'])}>
          <Pick
            name="province"
            value={draftFilters.province ?? ''}
            onValue={(province) => set({ province, city: '' })}
            options={Object.entries(provinces).map(([code, name]) => [code, t(name)] as const)}
          />
        </FormField>
        <FormField label={t(['城市', 'City'])}>
          <Pick name="city" value={draftFilters.city ?? ''} onValue={(city) => set({ city })} options={cities} />
        </FormField>
        <FormField label={t(['行业大类', 'Industry'])}>
          <Pick
            name="nationalEconomy2"
            value={draftFilters.nationalEconomy2 ?? ''}
            onValue={(nationalEconomy2) => set({ nationalEconomy2 })}
            options={divisions}
          />
        </FormField>
        <FormField label={t(['应用场景', 'Scenario'])}>
          <Pick name="scene" value={draftFilters.scene ?? ''} onValue={(scene) => set({ scene })} options={scenes} />
        </FormField>
        <FormField label={t(['运营商', 'Operator'])}>
          <Pick
            name="operator"
            value={draftFilters.operator ?? ''}
            onValue={(operator) => set({ operator })}
            options={(statistics?.Operator ?? []).map((one) => [String(one.key), one.name] as const)}
          />
        </FormField>
        <FormField label={t(['年份', 'Year'])}>
          <Pick
            name="year"
            value={draftFilters.year ?? ''}
            onValue={(year) => set({ year })}
            options={(statistics?.years ?? []).map((year) => [year, year] as const).reverse()}
          />
        </FormField>
        <FormField label={t(['项目类别', 'Kind'])}>
          <Pick
            value={kindOf(draftFilters)}
            onValue={kind}
            options={kinds.map(([, label], i) => [String(i), t(label)] as const)}
          />
        </FormField>
        <div className={css.actions}>
          <Button kind="main" type="submit">
            {t(words.search)}
          </Button>
          <Button onClick={() => search({})}>{t(words.reset)}</Button>
        </div>
      </form>
    </search>
  )
}
