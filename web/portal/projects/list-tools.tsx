import {
  maxExportedProjects,
  type ProjectColumn,
  projectColumnNames,
  projectColumns,
} from '#contract/portal/project-columns.ts'
import { publicProjects } from '#contract/portal/public-projects.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { Select } from '#web/ui/select.tsx'
import css from './projects.module.css'

interface Props {
  /** Filters and order of the list, as parameters of its calls. */
  readonly rows: Readonly<Record<string, string | number>>
  readonly total: number
  readonly sortedBy: ProjectColumn | undefined
  readonly sort: (column: string) => void
}

/** The order of the list, and its rows as a workbook. */
export const ListTools = ({ rows, total, sortedBy, sort }: Props) => {
  const t = useLocalize()
  const lang = useLang()
  const texts = Object.entries(rows).map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams([...texts, ...(lang === 'zh' ? [] : [['lang', lang]])])
  const max = formatNumber(maxExportedProjects)
  return (
    <div className={css.tools}>
      <Select
        label={t(['排序', 'Order'])}
        placeholder={t(['按年份从新到旧', 'Latest year first'])}
        value={sortedBy ?? ''}
        onValue={sort}
        options={projectColumnNames.map((name) => ({
          value: name,
          label:
            name === 'year'
              ? t(['按年份从旧到新', 'Earliest year first'])
              : t([`按${projectColumns[name][0]}`, `By ${projectColumns[name][1].toLowerCase()}`]),
        }))}
      />
      <a href={`${publicProjects.exportList.path}?${query}`} download>
        {total > maxExportedProjects
          ? t([`导出前 ${max} 条（Excel）`, `Export the first ${max} (Excel)`])
          : t(['导出（Excel）', 'Export (Excel)'])}
      </a>
    </div>
  )
}
