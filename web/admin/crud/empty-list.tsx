import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '../table/states.tsx'
import { isFiltered, type ListSource } from './sources/list-source.ts'
import type { Records } from './use-records.tsx'

interface Props {
  readonly source: Pick<ListSource, 'filters' | 'filter'>
  readonly records: Records
  /** What applies while the list has no rows. */
  readonly note?: Text | undefined
}

/** Text and next step for a list without rows. */
export const EmptyList = ({ source, records, note }: Props) => {
  const t = useLocalize()
  const filtered = isFiltered(source)
  return (
    <Empty filtered={filtered}>
      {note && !filtered ? <p>{t(note)}</p> : null}
      {filtered ? (
        <Button onClick={() => source.filter({})}>{t(['重置条件', 'Reset filters'])}</Button>
      ) : records.may.add ? (
        <Button onClick={() => records.add()}>{t(words.add)}</Button>
      ) : null}
    </Empty>
  )
}
