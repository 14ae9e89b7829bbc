import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Empty } from '../table/states.tsx'
import { isFiltered, type List, type ListSource } from './sources/list-source.ts'

/** The notes of all lists are loaded with the first empty one. */
const EmptyNote = lazyComponent(async () => (await import('./empty-note.tsx')).EmptyNote)

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

/** Text and next step for a list without rows. */
export const EmptyList = ({ list: { source, records, emptyNote } }: { list: List }) => {
  const t = useLocalize()
  if (isFiltered(source)) return <NoMatch source={source} />
  return (
    <Empty filtered={false}>
      {emptyNote ? <p>{t(emptyNote)}</p> : <EmptyNote of={records.entity.name} />}
      {records.may.add ? <Button onClick={() => records.add()}>{t(words.add)}</Button> : null}
    </Empty>
  )
}
