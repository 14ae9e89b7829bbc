import { library } from '#contract/project/library.ts'
import { useMay } from '#web/base/permissions.ts'
import { CrudScreen } from '../crud/crud-screen.tsx'

/** Height of the table in pixels (specification 001, project facility list). */
const height = 430

/** The project library; users who may see all operators can also search by operator (specification 000, section 6). */
export const Library = () => {
  const may = useMay()
  const search = library.search ?? []
  return (
    <CrudScreen
      of={library}
      columns={library.list ?? []}
      tableHeight={height}
      searchFields={may('library_export_all') ? search : search.filter((name) => name !== 'operator')}
    />
  )
}
