import type { AnyEntity } from '#contract/kit/entity.ts'
import { useLocalize } from '#web/base/language.ts'
import { FieldValue } from '#web/form/answers.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { XIcon } from '#web/ui/icons.ts'
import css from './chips.module.css'
import { type Chip, chipOf, regionAbove } from './filter-fields.ts'
import type { ListState } from './list-state.ts'
import { RefWords } from './pickers.tsx'

type Filters = ListState['filters']

const Value = ({ field, value }: Pick<Chip, 'field'> & { value: string }) => {
  if (field.kind === 'ref' || field.kind === 'tree') return <RefWords field={field} id={value} />
  const isNumber = field.kind === 'int' || field.kind === 'decimal'
  const read = isNumber && Number.isFinite(Number(value)) ? Number(value) : value
  return <FieldValue field={field} value={read} above={field.of === 'region' ? regionAbove(value) : null} />
}

interface Props {
  readonly entity: AnyEntity
  readonly filters: Filters
  readonly filter: (filters: Filters) => void
}

/** The active filters, each with a button to remove it, and one button to remove all. */
export const Chips = ({ entity, filters, filter }: Props) => {
  const t = useLocalize()
  const names = Object.keys(filters)
  const drop = (removedName: string) =>
    filter(Object.fromEntries(Object.entries(filters).filter(([name]) => name !== removedName)))
  return (
    <ul className={css.chips} aria-label={t(['已选条件', 'Active filters'])}>
      {names.map((name) => {
        const { field, sign } = chipOf(entity, name)
        const label = t(field.label)
        return (
          <li key={name} className={css.chip}>
            <span>
              {label}
              {t(['：', ': '])}
              {sign}
              <Value field={field} value={filters[name] as string} />
            </span>
            <button
              type="button"
              className={iconButtonClass(css.drop)}
              aria-label={t([`取消条件 ${label}`, `Remove the filter ${label}`])}
              onClick={() => drop(name)}
            >
              <XIcon aria-hidden="true" />
            </button>
          </li>
        )
      })}
      {names.length > 1 ? (
        <li>
          <button type="button" className={css.all} onClick={() => filter({})}>
            {t(['重置条件', 'Reset filters'])}
          </button>
        </li>
      ) : null}
    </ul>
  )
}
