import type { RowOf } from '#contract/kit/entity.ts'
import { onlineUser } from '#contract/log/online-user.ts'
import { useLocalize } from '#web/base/language.ts'
import { Tag } from '#web/ui/notice.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../crud/table-columns.tsx'
import css from './online-user.module.css'

type Session = RowOf<typeof onlineUser>

const Account = ({ account, isCurrent }: Session) => {
  const t = useLocalize()
  return (
    <span className={css.account}>
      {account}
      {isCurrent ? <Tag tone="good">{t(onlineUser.fields.isCurrent.label)}</Tag> : null}
    </span>
  )
}

/** Stands where the other rows have their actions. */
const LogOutInstead = () => {
  const t = useLocalize()
  return <span className={css.hint}>{t(['请使用“退出登录”', 'Log out instead'])}</span>
}

const columns: Columns<typeof onlineUser> = [
  { name: 'account', cell: (session) => <Account {...session} /> },
  ...['realName', 'deptId', 'roleId', 'browser', 'address'],
  { name: 'createTime', label: ['登录时间', 'Logged in at'], cell: ({ createTime }) => createTime?.slice(0, 16) },
  'activeAt',
]

const actions = ['forceLogout', 'forceLogoutAccount']

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
