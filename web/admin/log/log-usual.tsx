import type { RowOf } from '#contract/kit/entity.ts'
import { logUsual } from '#contract/log/log-usual.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'

type Line = RowOf<typeof logUsual> & { readonly logLevelName?: string; readonly logName?: string }

const tones: Readonly<Record<string, Tone>> = { INFO: 'calm', WARN: 'ask', ERROR: 'bad' }

/** Events of the platform itself. */
export const EventLog = () => (
  <CrudScreen
    of={logUsual}
    columns={[
      { name: 'createTime', label: ['时间', 'At'], cell: ({ createTime }) => createTime },
      {
        name: 'logLevel',
        cell: ({ logLevel, logLevelName }: Line) => <Tag tone={tones[logLevel ?? '']}>{logLevelName}</Tag>,
      },
      { name: 'logId', cell: ({ logName }: Line) => logName },
      ...['logData', 'serviceId', 'serverHost', 'env'],
    ]}
  />
)
