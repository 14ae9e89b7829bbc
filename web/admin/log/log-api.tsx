import { calls, entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { logApi } from '#contract/log/log-api.ts'
import { useLocalize } from '#web/base/language.ts'
import { Tag } from '#web/ui/notice.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { SingleLine } from '../table/cells.tsx'
import type { Columns } from '../table/table-columns.tsx'

type Call = RowOf<typeof logApi>
type Group = Readonly<Record<string, Endpoint | undefined>>

/** What was called, in the reader's language; the log stores the title in Chinese. */
const Title = ({ title, methodClass, methodName }: Call) => {
  const t = useLocalize()
  const entity = (entities as Readonly<Record<string, AnyEntity>>)[methodClass ?? '']
  const group = (calls as Readonly<Record<string, Group>>)[methodClass ?? ''] ?? (entity?.calls as Group | undefined)
  const label = group?.[methodName ?? '']?.label
  if (!label) return title
  return entity && !(entity.name in calls) ? `${t(entity.label)} · ${t(label)}` : t(label)
}

const columns: Columns<typeof logApi> = [
  { name: 'createTime', label: ['时间', 'Time'], cell: ({ createTime }) => createTime },
  { name: 'title', cell: (row) => <Title {...row} /> },
  'createBy',
  { name: 'requestUri', cell: ({ method, requestUri }) => <SingleLine words={`${method} ${requestUri}`} /> },
  {
    name: 'result',
    cell: ({ result }) => <Tag tone={(result ?? 0) < 400 ? 'good' : 'bad'}>{result}</Tag>,
  },
  ...['time', 'serviceId', 'serverHost'],
]

/** Log of the calls that changed something, and of exports. */
export const CallLog = () => <RecordList of={logApi} source={usePageSource(logApi)} columns={columns} />
