import type { RowOf } from '#contract/kit/entity.ts'
import { loginLog } from '#contract/log/login-log.ts'
import { Tag } from '#web/ui/notice.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'
import { logTime } from './log-time.ts'
import { ValuePair } from './value-pair.tsx'

type Login = RowOf<typeof loginLog> & { readonly resultName?: string }

const columns: Columns<typeof loginLog> = [
  logTime,
  { name: 'account', cell: ({ account, realName }) => <ValuePair above={account} below={realName} /> },
  {
    name: 'result',
    cell: ({ result, resultName }: Login) => <Tag tone={result === 'success' ? 'good' : 'bad'}>{resultName}</Tag>,
  },
  {
    name: 'browser',
    label: ['设备与网络地址', 'Device and address'],
    cell: ({ browser, address }) => <ValuePair above={browser} below={address} />,
  },
]

/** Logins and failed attempts. */
export const LoginLog = () => <RecordList of={loginLog} source={usePageSource(loginLog)} columns={columns} />
