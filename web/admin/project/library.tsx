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
        emptyNote={[
          '项目库中还没有项目。申报公示结束入库后自动列入，也可以新增或导入已有项目。',
          'The library is empty. Projects enter it at the end of their public notice; existing ones can be added or imported.',
        ]}
        // rows that come from a declaration are removed by its review
        isProtected={({ pid }) => pid !== null}
        searchFields={may('library_export_all') ? search : searchOfOne}
      />
    </div>
  )
}
