import type { RowOf } from '#contract/kit/entity.ts'
import { logApi } from '#contract/log/log-api.ts'
import { useLang } from '#web/base/api/language.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { SingleLine } from '../table/cells.tsx'
import type { Columns } from '../table/table-columns.tsx'
import { logTime } from './log-time.ts'

type Call = RowOf<typeof logApi>

const ChineseTitle = ({ title }: Call) => title

/** The English names of all calls are loaded only for those who read them. */
const EnglishTitle = lazyComponent<Call>(async () => (await import('./call-title.tsx')).CallTitle, ChineseTitle)

const Title = (call: Call) => (useLang() === 'zh' ? <ChineseTitle {...call} /> : <EnglishTitle {...call} />)

const columns: Columns<typeof logApi> = [
  logTime,
  { name: 'title', cell: (row) => <Title {...row} /> },
  { name: 'requestUri', cell: ({ method, requestUri }) => <SingleLine words={`${method} ${requestUri}`} /> },
  {
    name: 'result',
    cell: ({ result }) => <Tag tone={(result ?? 0) < 400 ? 'good' : 'bad'}>{result}</Tag>,
  },
]

/** Log of the calls that changed something, and of exports. */
export const CallLog = () => <RecordList of={logApi} source={usePageSource(logApi)} columns={columns} />
