import type { FormEvent } from 'react'
import { maxKeywordLength } from '#contract/kit/keyword.ts'
import type { Text } from '#contract/kit/text.ts'
import { type FigureWithParts, figureParts } from '#contract/portal/figure-parts.ts'
import { portal, type Statistics } from '#contract/portal/portal.ts'
import type { ProjectFilters } from '#contract/portal/project-places.ts'
import { provinces } from '#contract/portal/provinces.ts'
import type { ProjectFilter } from '#contract/portal/public-projects.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField, Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { useAddressDraft } from '../use-address-draft.ts'
import { ExtraInputs } from './extra-filters.tsx'
import { langOf } from './project-labels.ts'
import css from './projects.module.css'

interface SelectProps {
  readonly label: Text
  /** URL parameter of the field, needed without scripts: then the browser builds the URL and skips fields without a name. */
  readonly name?: ProjectFilter
  readonly value: string
  readonly onValue: (value: string) => void
  readonly options: readonly (readonly [value: string, label: string])[]
}

/** The browser's own select also for long lists: it works without scripts. */
const SelectField = ({ label, options, ...select }: SelectProps) => {
  const t = useLocalize()
  return (
    <FormField label={t(label)}>
      <Select
        {...select}
        placeholder={t(['不限', 'Any'])}
        disabled={options.length === 0}
        options={options.map(([value, name]) => ({ value, label: name, lang: langOf(name) }))}
      />
    </FormField>
  )
}

const kinds: readonly (readonly [ProjectFilters, Text])[] = [
  [{ hasNetwork: '1' }, ['采用5G专网', 'With a private 5G network']],
  [{ isBenchmark: '1' }, ['标杆项目', 'Benchmark projects']],
]
const kindOf = ({ hasNetwork, isBenchmark }: ProjectFilters) => (hasNetwork ? '0' : isBenchmark ? '1' : '')

type Options = SelectProps['options']

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
  const { draft, edit, markSubmitted } = useAddressDraft(filters)
  const divisions = usePartOptions('divisions')
  const scenes = usePartOptions('scenes')
  const cities = useCities(draft.province)
  const provinceOptions = Object.entries(provinces).map(([code, name]) => [code, t(name)] as const)
  const operators = (statistics?.Operator ?? []).map(({ key, name }) => [String(key), name] as const)
  const years = (statistics?.years ?? []).map((year) => [year, year] as const).reverse()
  const kindOptions = kinds.map(([, label], i) => [String(i), t(label)] as const)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    markSubmitted()
    search(draft)
  }
  const reset = () => {
    edit({})
    search({})
  }
  // the address holds no empty filters: a cleared one must not differ from it
  const set = (more: ProjectFilters) =>
    edit(Object.fromEntries(Object.entries({ ...draft, ...more }).filter(([, value]) => value)))
  const setProvince = (province: string) => set({ province, city: '' })
  const setKind = (value: string) => set({ hasNetwork: '', isBenchmark: '', ...kinds[Number(value)]?.[0] })
  const control = (name: ProjectFilter) => ({
    name,
    value: draft[name] ?? '',
    onValue: (value: string) => set({ [name]: value }),
  })
  return (
    <search>
      <form className={css.search} onSubmit={submit} noValidate>
        <FormField label={t(['项目或单位名称', 'Project or organisation'])}>
          <Input type="search" maxLength={maxKeywordLength} {...control('keyword')} />
        </FormField>
        <SelectField
          label={['省份', 'Province']}
          {...control('province')}
          onValue={setProvince}
          options={provinceOptions}
        />
        <SelectField label={['城市', 'City']} {...control('city')} options={cities} />
        <SelectField label={['行业大类', 'Industry']} {...control('nationalEconomy2')} options={divisions} />
        <SelectField label={['应用场景', 'Scenario']} {...control('scene')} options={scenes} />
        <SelectField label={['主要运营商', 'Main operator']} {...control('operator')} options={operators} />
        <SelectField label={['年份', 'Year']} {...control('year')} options={years} />
        <SelectField label={['项目类别', 'Category']} value={kindOf(draft)} onValue={setKind} options={kindOptions} />
        <div className={css.actions}>
          <ExtraInputs filters={draft} />
          <Button kind="main" type="submit">
            {t(words.search)}
          </Button>
          <Button onClick={reset}>{t(words.reset)}</Button>
        </div>
      </form>
    </search>
  )
}
