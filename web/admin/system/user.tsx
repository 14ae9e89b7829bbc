import { type ReactNode, useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { dept } from '#contract/system/dept.ts'
import { type NewPassword, user } from '#contract/system/user.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { PageHead } from '#web/base/page-head.tsx'
import { useMay } from '#web/base/permissions.ts'
import { useUser } from '#web/base/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { useOpeningView } from '../crud/opening-view.ts'
import { RecordListBody } from '../crud/record-list.tsx'
import type { ListSource } from '../crud/sources/list-source.ts'
import { usePageSource } from '../crud/sources/page-source.ts'
import { StateViews } from '../crud/views.tsx'
import { useDialog } from '../dialog/use-dialog.ts'
import type { Columns } from '../table/table-columns.tsx'
import { departments } from '../tree/known-trees.ts'
import { Panes } from '../tree/panes.tsx'
import { top, useRowTree, useTreeSearch } from '../tree/row-tree.ts'
import { Tree } from '../tree/tree.tsx'
import { platformDialog, rolesDialog } from './dialog-names.ts'
import { LensLink, useHasLens } from './lens/lens-link.tsx'
import { SecretsDialog, usePreloadedSecrets } from './secrets.ts'
import css from './user.module.css'
import type { Person } from './user-platform.tsx'
import type { RoleHolder } from './user-roles.tsx'

const UserPlatform = lazyComponent(async () => (await import('./user-platform.tsx')).UserPlatform)
const UserRoles = lazyComponent(async () => (await import('./user-roles.tsx')).UserRoles)

const tones: Readonly<Record<number, Tone>> = { 0: 'ask', 1: 'good', [-1]: 'bad' }

const useCountQuery = (status: number) => useAnswer(user.calls.page, { status, current: 1, size: 1 })
const useCount = (status: number): number | undefined => useCountQuery(status).data?.total

/** State filter with counts. */
const States = ({ source }: { source: ListSource }) => {
  const counts = { 0: useCount(0), 1: useCount(1), [-1]: useCount(-1) }
  return <StateViews source={source} states={user.fields.status.choices} counts={counts} urgent={0} />
}

/** Actions that do not apply to accounts in a state, by state; the list of all accounts mixes the states. */
const excludedActions: Readonly<Record<string, readonly string[]>> = {
  0: ['enable', 'disable', 'unlock', 'resetPassword'],
  1: ['auditPass', 'auditRefuse', 'enable'],
  [-1]: ['auditPass', 'auditRefuse', 'disable', 'unlock', 'resetPassword'],
}

/** Department tree at the left; filters the list to a department and those below it. The address keeps the selection. */
const ByDepartment = ({ source, children }: { source: ListSource; children: ReactNode }) => {
  const t = useLocalize()
  const may = useMay()
  const { deptId: withBelow, deptId_equal: only, ...otherFilters } = source.filters
  const deptId = only ?? withBelow
  const department = useAnswer(dept.calls.detail, { id: deptId ?? top }, { enabled: deptId !== undefined })
  const rootTitle = t(['全部机构', 'All departments'])
  const tree = useRowTree(departments, rootTitle, {
    above: split(department.data?.ancestors),
    to: deptId ?? null,
  })
  const useDepartmentSearch = (text: string) => useTreeSearch(departments, text)
  const filterBy = (key: string, includesBelow: boolean) =>
    source.filter(key === top ? otherFilters : { ...otherFilters, [includesBelow ? 'deptId' : 'deptId_equal']: key })
  const choose = (key: string) => filterBy(key, only === undefined)
  if (!may('dept')) return children
  const label = t(['机构', 'Departments'])
  const belowLabel = t(['含下级机构', 'Include departments below'])
  return (
    <Panes
      label={label}
      chosen={department.data?.deptName ?? rootTitle}
      choose={choose}
      useSearch={useDepartmentSearch}
      tree={<Tree label={label} branches={tree} chosen={deptId ?? top} choose={choose} />}
    >
      {deptId === undefined ? null : (
        // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
        <label className={css.below}>
          <Switch
            name={belowLabel}
            checked={only === undefined}
            onChange={(includesBelow) => filterBy(deptId, includesBelow)}
          />
          {belowLabel}
        </label>
      )}
      {children}
    </Panes>
  )
}

const columns: Columns<typeof user> = [
  ...['account', 'realName', 'accountType', 'unitName', 'roleId', 'phone'],
  {
    name: 'status',
    cell: ({ status, reason }) => <State status={status ?? 0} reason={reason} />,
  },
  'createTime',
]

/** The link of an account to its permission lens, for users who have it. */
const useLensLinkOf = () => {
  const hasLens = useHasLens()
  return ({ id, realName }: RowOf<typeof user>) => (hasLens ? <LensLink of={{ userId: id }} name={realName} /> : null)
}

const onlyOne: Text = ['请只选择一条数据', 'Please choose one row only']

/** Accounts; the list opens at those that wait for approval. A generated password is displayed once. */
export const Users = () => {
  usePreloadedSecrets()
  const [newPasswords, setNewPasswords] = useState<readonly NewPassword[]>([])
  const t = useLocalize()
  const may = useMay()
  const toaster = useToaster()
  const lensLinkOf = useLensLinkOf()
  const waiting = useCountQuery(0)
  const source = useOpeningView(user, usePageSource(user), {
    filters: may('user_audit_pass') ? { status: '0' } : null,
    count: waiting.data?.total ?? (waiting.error ? null : undefined),
  })
  const me = useUser()?.user_id
  const platformDialogState = useDialog<Person>(platformDialog)
  const granting = useDialog<readonly RoleHolder[]>(rolesDialog)
  const openPlatform = ([one, ...others]: readonly RowOf<typeof user>[]) =>
    one && others.length === 0 ? platformDialogState.open(one) : toaster.warning(t(onlyOne))
  return (
    <>
      <PageHead title={user.label} />
      <ByDepartment source={source}>
        <RecordListBody
          of={user}
          source={source}
          above={<States source={source} />}
          searchFields={['account', 'realName', 'unitName', 'accountType', 'userType']}
          columns={columns}
          isProtected={({ id }) => id === me}
          without={excludedActions[source.filters.status ?? '']}
          rowMore={lensLinkOf}
          bulkMore={
            may('user_edit')
              ? (selected) => <Button onClick={() => openPlatform(selected)}>{t(['平台设置', 'Platform'])}</Button>
              : undefined
          }
          overrides={{ grant: (people) => granting.open(people) }}
          onSuccess={{
            submit: ({ initialPassword }, { account }) =>
              initialPassword && setNewPasswords([{ account: account ?? '', password: initialPassword }]),
            resetPassword: setNewPasswords,
          }}
        />
      </ByDepartment>
      {platformDialogState.of ? <UserPlatform of={platformDialogState.of} close={platformDialogState.close} /> : null}
      {granting.of ? <UserRoles people={granting.of} close={granting.close} /> : null}
      {newPasswords.length ? (
        <SecretsDialog
          title={['初始密码', 'Initial passwords']}
          heads={[user.fields.account.label, ['初始密码', 'Initial password']]}
          note={[
            '请通过可靠的方式将密码交给本人，首次登录后须立即修改。',
            'Pass the passwords on securely; they must be changed at the first login.',
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
