import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { keyword, keywordFields, maxKeywordLength } from '#contract/kit/keyword.ts'
import { withSmallLetter } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { FormField, Input } from '#web/ui/input.tsx'
import css from './search-bar.module.css'

/** The labels of the columns that the keyword of an entity's list searches; empty if the list has no keyword. */
export const useKeywordNames = (entity: AnyEntity): readonly string[] => {
  const t = useLocalize()
  const may = useMay()
  const fields: Fields = entity.fields
  return keywordFields(entity, may).map((name) => t(fields[name]?.label ?? [name, name]))
}

interface Props {
  readonly id: string
  readonly names: readonly string[]
  readonly value: string
  readonly change: (values: { readonly keyword: string }) => void
}

/** One input that searches several columns; its placeholder names them. */
export const KeywordInput = ({ id, names, value, change }: Props) => {
  const t = useLocalize()
  if (names.length === 0) return null
  const placeholder = t([`搜索${names.join('、')}`, `Search ${names.map(withSmallLetter).join(', ')}`])
  return (
    <div className={css.item}>
      <FormField id={id} label={t(keyword.label)}>
        <Input
          type="search"
          value={value}
          maxLength={maxKeywordLength}
          placeholder={placeholder}
          title={placeholder}
          onValue={(text) => change({ keyword: text })}
        />
      </FormField>
    </div>
  )
}
