import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '../table/states.tsx'
import { isFiltered, type ListSource } from './sources/list-source.ts'
import type { Records } from './use-records.tsx'

type Filtered = Pick<ListSource, 'filters' | 'filter'>

/** That no row matches the filters, and a button that resets them. */
export const NoMatch = ({ source }: { source: Filtered }) => {
  const t = useLocalize()
  return (
    <Empty filtered>
      <Button onClick={() => source.filter({})}>{t(['重置条件', 'Reset filters'])}</Button>
    </Empty>
  )
}

interface Props {
  readonly source: Filtered
  readonly records: Records
  /** What applies while the list has no rows. */
  readonly note?: Text | undefined
}

/** Text and next step for a list without rows. */
export const EmptyList = ({ source, records, note }: Props) => {
  const t = useLocalize()
  if (isFiltered(source)) return <NoMatch source={source} />
  return (
    <Empty filtered={false}>
      {note ? <p>{t(note)}</p> : null}
      {records.may.add ? <Button onClick={() => records.add()}>{t(words.add)}</Button> : null}
    </Empty>
  )
}
