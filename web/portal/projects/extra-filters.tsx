import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { type ProjectFilters, projectsAt } from '#contract/portal/project-places.ts'
import type { ProjectFilter } from '#contract/portal/public-projects.ts'
import { useLocalize } from '#web/base/api/language.ts'

/** Filters of links from figures, for which the search form has no input. */
const extraFilters = ['nationalEconomy1', 'listedFrom', 'listedTo'] as const satisfies readonly ProjectFilter[]

const labels: Readonly<Record<(typeof extraFilters)[number], Text>> = {
  nationalEconomy1: ['行业门类', 'Industry section'],
  listedFrom: ['入库不早于', 'Listed from'],
  listedTo: ['入库不晚于', 'Listed until'],
}

/** Hidden inputs with these filters: without scripts the browser builds the address from the form. */
export const ExtraInputs = ({ filters }: { filters: ProjectFilters }) =>
  extraFilters.map((name) =>
    filters[name] ? <input key={name} type="hidden" name={name} value={filters[name]} /> : null,
  )

interface Props {
  readonly filters: ProjectFilters
  /** Name of the section of industry, if any result has it. */
  readonly section: string | null | undefined
}

/** These filters in words, each with a link that removes it. */
export const ExtraFilters = ({ filters, section }: Props) => {
  const t = useLocalize()
  const active = extraFilters.filter((name) => filters[name])
  if (active.length === 0) return null
  return (
    <ul className="row wrap gap-4 gap-x-24 above-16">
      {active.map((name) => (
        <li key={name}>
          {t(labels[name])}
          {t(['：', ': '])}
          {name === 'nationalEconomy1' && section ? section : filters[name]}{' '}
          <Link to={projectsAt({ ...filters, [name]: '' })}>
            {t(['取消', 'Remove'])}
            <span className="hidden-words"> {t(labels[name])}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
