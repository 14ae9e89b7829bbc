import {
  type Difference,
  type ElementProperty,
  elementGroups,
  elementProperties,
  type PropertyChange,
} from '#contract/flow/differences.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import css from './versions.module.css'

const kinds: Readonly<Record<Difference['kind'], readonly [Tone, Text]>> = {
  added: ['good', ['新增', 'Added']],
  removed: ['bad', ['删除', 'Deleted']],
  changed: ['busy', ['修改', 'Changed']],
}

const switches: readonly ElementProperty[] = ['isDefault', 'interrupts', 'terminates']
const loops: Readonly<Record<string, Text>> = {
  parallel: ['同时会签', 'In parallel'],
  sequential: ['依次会签', 'In turn'],
}
const none: Text = ['无', 'none']

const valueText = (property: ElementProperty, value: string): Text => {
  if (switches.includes(property)) return value ? words.yes : words.no
  if (property === 'loop') return loops[value] ?? none
  return value ? [value, value] : none
}

const Change = ({ property, before, after }: PropertyChange) => {
  const t = useLocalize()
  return (
    <li>
      {t(elementProperties[property])}
      {t(['：', ': '])}
      <del>{t(valueText(property, before))}</del> → <ins>{t(valueText(property, after))}</ins>
    </li>
  )
}

/** The differences of two versions in words. */
export const DifferenceList = ({ differences }: { differences: readonly Difference[] }) => {
  const t = useLocalize()
  if (differences.length === 0) return <p>{t(['没有差异', 'There are no differences'])}</p>
  return (
    <ul className={css.list}>
      {differences.map(({ kind, group, id, name, changes }) => (
        <li key={`${group} ${id}`}>
          <Tag tone={kinds[kind][0]}>{t(kinds[kind][1])}</Tag>
          <span>
            {t(elementGroups[group])} <strong>{name}</strong>
          </span>
          {changes.length ? (
            <ul className={css.changes}>
              {changes.map((change) => (
                <Change key={change.property} {...change} />
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
