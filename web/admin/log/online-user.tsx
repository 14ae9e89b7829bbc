import type { RowOf } from '#contract/kit/entity.ts'
import { onlineUser } from '#contract/log/online-user.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag } from '#web/ui/notice.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'
import { ValuePair } from './value-pair.tsx'

type Session = RowOf<typeof onlineUser> & { readonly deptName?: string | null; readonly roleName?: string | null }

const Account = ({ account, realName, isCurrent }: Session) => {
  const t = useLocalize()
  const tag = isCurrent ? <Tag tone="good">{t(onlineUser.fields.isCurrent.label)}</Tag> : null
  return (
    <ValuePair
      above={
        <>
          {account} {tag}
        </>
      }
      below={realName}
    />
  )
}

/** In place of the actions of other rows. */
const LogOutInstead = () => {
  const t = useLocalize()
  return <span className="faint nowrap">{t(['请使用“退出登录”', 'Use “Log out”'])}</span>
}

const columns: Columns<typeof onlineUser> = [
  { name: 'account', cell: (session) => <Account {...session} /> },
  {
    name: 'roleId',
    label: ['角色与机构', 'Role and department'],
    cell: ({ roleName, deptName }: Session) => <ValuePair above={roleName} below={deptName} />,
  },
  {
    name: 'browser',
    label: ['设备与网络地址', 'Device and address'],
    cell: ({ browser, address }) => <ValuePair above={browser} below={address} />,
  },
  { name: 'createTime', label: ['登录时间', 'Logged in at'], cell: ({ createTime }) => createTime?.slice(0, 16) },
]

const actions = ['forceLogout']

/** Sessions that can be used at present, and how to end them. */
export const OnlineUsers = () => (
  <RecordList
    of={onlineUser}
    source={usePageSource(onlineUser)}
    columns={columns}
    rowActions={({ isCurrent }) => (isCurrent ? [] : actions)}
    rowMore={({ isCurrent }) => (isCurrent ? <LogOutInstead /> : null)}
  />
)
