import { library } from '#contract/project/library.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import css from './library.module.css'

const search = library.search ?? []
const searchOfOne = search.filter((name) => name !== 'operator')

/** The project library; users who may see all operators can also search by operator (specification 000, section 6). */
export const Library = () => {
  const may = useMay()
  const source = usePageSource(library)
  return (
    <div className={css.list}>
      <RecordList
        of={library}
        source={source}
        // rows that come from a declaration are removed by its review
        isProtected={({ pid }) => pid !== null}
        searchFields={may('library_export_all') ? search : searchOfOne}
      />
    </div>
  )
}
