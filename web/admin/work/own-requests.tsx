import { Link } from 'react-router'
import type { generalMatter } from '#contract/desk/general-matter.ts'
import type { leave } from '#contract/desk/leave.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { workStart } from '#contract/work/work-start.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { ProgressLink } from './progress-link.tsx'

interface Props<T> {
  readonly of: T
  /** The name of its process in the addresses of its pages. */
  readonly route: string
  readonly start: Text
}

/** The user's own requests of a kind, with the way to another one. */
export const OwnRequests = <T extends typeof leave | typeof generalMatter>({ of, route, start }: Props<T>) => {
  const t = useLocalize()
  const may = useMay()
  return (
    <RecordList
      of={of}
      source={usePageSource(of)}
      toolbarMore={
        may('work_start_flow') ? (
          <Link className={buttonClass('main')} to={screenPathOf(workStart)}>
            {t(start)}
          </Link>
        ) : null
      }
      rowMore={(row) => (
        <ProgressLink
          route={route}
          of={row as RowOf<typeof leave> | RowOf<typeof generalMatter>}
          name={String((row as Readonly<Record<string, unknown>>)[of.title] ?? '')}
        />
      )}
    />
  )
}
