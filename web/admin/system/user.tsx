import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import { dept } from '#contract/system/dept.ts'
import { type NewPassword, user } from '#contract/system/user.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'
import { departments } from '../crud/tree/known-trees.ts'
import { Panes } from '../crud/tree/panes.tsx'
import { top, useRowTree, useTreeSearch } from '../crud/tree/row-tree.ts'
import { Tree } from '../crud/tree/tree.tsx'
import { useDialog } from '../crud/use-dialog.ts'
import { type List, useListState } from '../crud/use-list.ts'
import { StateViews } from '../crud/views.tsx'
import { LensLink } from './lens/lens-link.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'
import { type Person, platformDialog, UserPlatform } from './user-platform.tsx'
import { type RoleHolder, rolesDialog, UserRoles } from './user-roles.tsx'

const tones: Readonly<Record<number, Tone>> = { 0: 'ask', 1: 'good', [-1]: 'bad' }

const useCount = (status: number): number | undefined =>
  useAnswer(user.calls.page, { status, current: 1, size: 1 }).data?.total

/** State filter with counts: accounts that wait for approval first. */
const States = ({ list }: { list: List }) => {
  const counts = { 0: useCount(0), 1: useCount(1), [-1]: useCount(-1) }
  return <StateViews list={list} states={user.fields.status.choices} counts={counts} urgent={0} />
}

/** Actions that do not apply to accounts in a state, by state; the list of all accounts mixes the states. */
const idle: Readonly<Record<string, readonly string[]>> = {
  0: ['enable', 'disable', 'unlock', 'resetPassword'],
  1: ['auditPass', 'auditRefuse', 'enable'],
  [-1]: ['auditPass', 'auditRefuse', 'disable', 'unlock', 'resetPassword'],
}

/** Department tree at the left; filters the list to a department and those below it. The address keeps the selection. */
const ByDepartment = ({ children }: { children: ReactNode }) => {
  const t = useLocalize()
  const may = useMay()
  const { state, change } = useListState(user)
  const { deptId, ...otherFilters } = state.filters
  const department = useAnswer(dept.calls.detail, { id: deptId ?? top }, { enabled: deptId !== undefined })
  const rootTitle = t(['全部机构', 'All departments'])
  const tree = useRowTree(departments, rootTitle, {
    above: split(department.data?.ancestors),
    to: deptId ?? null,
  })
  const useDepartmentSearch = (text: string) => useTreeSearch(departments, text)
  const choose = (key: string) =>
    change({ filters: key === top ? otherFilters : { ...otherFilters, deptId: key }, current: 1 })
  if (!may('dept')) return children
  const label = t(['机构', 'Departments'])
  return (
    <Panes
      label={label}
      chosen={department.data?.deptName ?? rootTitle}
      choose={choose}
      useFound={useDepartmentSearch}
      tree={<Tree label={label} branches={tree} chosen={deptId ?? top} choose={choose} />}
    >
      {children}
    </Panes>
  )
}

/** Accounts, those that wait for approval first; a generated password is displayed once. */
export const Users = () => {
  const [newPasswords, setNewPasswords] = useState<readonly NewPassword[]>([])
  const t = useLocalize()
  const may = useMay()
  const { message } = App.useApp()
  const { state } = useListState(user)
  const platformDialogState = useDialog<Person>(platformDialog)
  const granting = useDialog<readonly RoleHolder[]>(rolesDialog)
  const place = ([one, ...others]: readonly RowOf<typeof user>[]) => {
    if (one && others.length === 0) platformDialogState.open(one)
    else void message.warning(t(one ? ['请只选择一条数据', 'Please choose one row only'] : words.chooseOne))
  }
  return (
    <>
      <CrudScreen
        of={user}
        wrapList={(list) => <ByDepartment>{list}</ByDepartment>}
        above={(list) => <States list={list} />}
        searchFields={['account', 'realName', 'unitName', 'accountType', 'userType']}
        columns={[
          ...['account', 'realName', 'accountType', 'unitName', 'roleId', 'phone'],
          {
            name: 'status',
            cell: ({ status, reason }) => <State status={status ?? 0} reason={reason} />,
          },
          'createTime',
        ]}
        without={idle[state.filters.status ?? '']}
        rowMore={({ id, realName }) => <LensLink of={{ userId: id }} name={realName} />}
        toolbarMore={
          may('user_edit')
            ? (selected) => <Button onClick={() => place(selected)}>{t(['平台设置', 'Platform'])}</Button>
            : undefined
        }
        // rows of this list are accounts
        overrides={{ grant: (rows) => granting.open(rows as unknown as readonly RowOf<typeof user>[]) }}
        onSuccess={{
          submit: ({ initialPassword }, { account }) =>
            initialPassword && setNewPasswords([{ account: account ?? '', password: initialPassword }]),
          resetPassword: setNewPasswords,
        }}
      />
      {platformDialogState.of ? <UserPlatform of={platformDialogState.of} close={platformDialogState.close} /> : null}
      {granting.of ? <UserRoles people={granting.of} close={granting.close} /> : null}
      {newPasswords.length ? (
        <SecretsDialog
          title={['初始密码', 'Initial passwords']}
          heads={[user.fields.account.label, ['初始密码', 'Initial password']]}
          note={[
            '请通过可靠的方式交给本人。首次登录后须立即修改。',
            'Hand them over in a safe way. They have to be changed at the first login.',
          ]}
          rows={newPasswords.map(({ account, password }) => [account, password])}
          close={() => setNewPasswords([])}
        />
      ) : null}
    </>
  )
}

const State = ({ status, reason }: { status: number; reason: string | null }) => {
  const t = useLocalize()
  const label = user.fields.status.choices.find(([value]) => value === status)?.[1]
  return (
    <span title={reason ?? undefined}>
      <Tag tone={tones[status] ?? 'calm'}>{label ? t(label) : status}</Tag>
    </span>
  )
}
