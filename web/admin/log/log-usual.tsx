import type { RowOf } from '#contract/kit/entity.ts'
import { logUsual } from '#contract/log/log-usual.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'
import { logTime } from './log-time.ts'

type Line = RowOf<typeof logUsual> & { readonly logLevelName?: string; readonly logName?: string }

const tones: Readonly<Record<string, Tone>> = { INFO: 'calm', WARN: 'ask', ERROR: 'bad' }

const columns: Columns<typeof logUsual> = [
  logTime,
  {
    name: 'logLevel',
    cell: ({ logLevel, logLevelName }: Line) => <Tag tone={tones[logLevel ?? '']}>{logLevelName}</Tag>,
  },
  { name: 'logId', cell: ({ logName }: Line) => logName },
]

/** Events of the platform itself. */
export const EventLog = () => <RecordList of={logUsual} source={usePageSource(logUsual)} columns={columns} />
