import { type ReactNode, useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { dept } from '#contract/system/dept.ts'
import { type NewPassword, user } from '#contract/system/user.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useUser } from '#web/base/api/session.ts'
import type { Counted } from '#web/base/page/number.ts'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useOpeningView } from '../../crud/opening-view.ts'
import { RecordListBody } from '../../crud/record-list.tsx'
import type { ListSource } from '../../crud/sources/list-source.ts'
import { usePageSource } from '../../crud/sources/page-source.ts'
import { StateViews } from '../../crud/views.tsx'
import { useDialog } from '../../dialog/use-dialog.ts'
import { type Selected, useSelected } from '../../table/selection.ts'
import type { Columns } from '../../table/table-columns.tsx'
import { departments } from '../../tree/known-trees.ts'
import { Panes } from '../../tree/panes.tsx'
import { top, useRowTree, useTreeSearch } from '../../tree/row-tree.ts'
import { Tree } from '../../tree/tree.tsx'
import type { RoleHolder } from '../access/user-roles.tsx'
import { approvalDialog, platformDialog, rolesDialog } from '../dialog-names.ts'
import { LensLink, useHasLens } from '../lens/lens-link.tsx'
import { SecretsDialog, usePreloadedSecrets } from './secrets.ts'
import type { Applicant } from './user-approval.tsx'
import type { Person } from './user-platform.tsx'

const UserPlatform = lazyComponent(async () => (await import('./user-platform.tsx')).UserPlatform)
const UserApproval = lazyComponent(async () => (await import('./user-approval.tsx')).UserApproval)
const UserDetails = lazyComponent(async () => (await import('./user-details.tsx')).UserDetails)
const UserRoles = lazyComponent(async () => (await import('../access/user-roles.tsx')).UserRoles)

const tones: Readonly<Record<number, Tone>> = { 0: 'ask', 1: 'good', [-1]: 'bad' }

const useCountQuery = (status: number) => useAnswer(user.calls.page, { status, current: 1, size: 1 })
const useCount = (status: number): Counted | undefined => useCountQuery(status).data

/** State filter with counts; and the accounts whose roles compare a region, an operator … that they do not have. */
const States = ({ source }: { source: ListSource }) => {
  const t = useLocalize()
  const counts = { 0: useCount(0), 1: useCount(1), [-1]: useCount(-1) }
  const lacking = useAnswer(user.calls.page, { withoutScope: '1', current: 1, size: 1 }).data
  const { withoutScope, ...filters } = source.filters
  const { status: _, ...others } = filters
  const view = {
    key: 'withoutScope',
    label: t(['缺少数据范围', 'Without data scope']),
    count: lacking,
    urgent: true,
    isActive: withoutScope !== undefined,
    show: () => source.filter({ ...others, withoutScope: '1' }),
  }
  return (
    <StateViews
      source={{ filters, filter: source.filter }}
      states={user.fields.status.choices}
      counts={counts}
      urgent={0}
      more={lacking?.total || view.isActive ? [view] : []}
    />
  )
}

/** What one does to one account: in its menu, where it is open, and in the bar of a selection to which it applies. */
const accountActions = ['auditPass', 'auditRefuse', 'enable', 'disable', 'grant', 'resetPassword', 'unlock'] as const

/** Actions that do not apply to accounts in a state. */
const excludedActions: Readonly<Record<number, readonly string[]>> = {
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
        <label className="row middle gap-8 below-12 muted">
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
  {
    name: 'status',
    cell: ({ status, reason }) => <State status={status ?? 0} reason={reason} />,
  },
]

const platformWords: Text = ['平台设置', 'Platform']

/** What an account offers besides its actions: its permission lens, and the data of its platform. */
const useMoreOf = (openPlatform: (of: Person) => void) => {
  const t = useLocalize()
  const mayEdit = useMay()('user_edit')
  const hasLens = useHasLens()
  const platformButton = (of: Person, kind?: 'link') =>
    mayEdit ? (
      <Button kind={kind} onClick={() => openPlatform(of)}>
        {t(platformWords)}
        {kind ? <span className="hidden-words"> {of.realName}</span> : null}
      </Button>
    ) : null
  const moreOf = (of: RowOf<typeof user>) => (
    <>
      {hasLens ? <LensLink of={{ userId: of.id }} name={of.realName} /> : null}
      {platformButton(of, 'link')}
    </>
  )
  return { moreOf, platformButton }
}

interface InitialPasswordsProps {
  readonly of: readonly NewPassword[]
  readonly close: () => void
}

const InitialPasswords = ({ of, close }: InitialPasswordsProps) => (
  <SecretsDialog
    title={['初始密码', 'Initial passwords']}
    heads={[user.fields.account.label, consoleWords.initialPassword]}
    note={[
      '请通过可靠的方式将密码交给本人，首次登录后须立即修改。',
      'Pass the passwords on securely; they must be changed at the first login.',
    ]}
    rows={of.map(({ account, password }) => [account, password])}
    close={close}
  />
)

interface Approval {
  readonly verb: 'auditPass' | 'enable'
  readonly people: readonly Applicant[]
}

/** The dialog that approves accounts, and the actions that open it. */
const useApproving = ({ drop }: Selected) => {
  const { of, open, close } = useDialog<Approval>(approvalDialog)
  return {
    overrides: {
      auditPass: (people: readonly Applicant[]) => open({ verb: 'auditPass', people }),
      enable: (people: readonly Applicant[]) => open({ verb: 'enable', people }),
    },
    dialog: of ? <UserApproval {...of} close={close} onDone={drop} /> : null,
  }
}

/** Accounts; the list opens at those that wait for approval. A generated password is displayed once. */
export const Users = () => {
  usePreloadedSecrets()
  const [newPasswords, setNewPasswords] = useState<readonly NewPassword[]>([])
  const may = useMay()
  const waiting = useCountQuery(0)
  const source = useOpeningView(user, usePageSource(user), {
    filters: may('user_audit_pass') ? { status: '0' } : null,
    count: waiting.data?.total ?? (waiting.error ? null : undefined),
  })
  const me = useUser()?.user_id
  const platform = useDialog<Person>(platformDialog)
  const { moreOf, platformButton } = useMoreOf(platform.open)
  const granting = useDialog<readonly RoleHolder[]>(rolesDialog)
  const selected = useSelected()
  const approving = useApproving(selected)
  return (
    <>
      <PageHead title={user.label} />
      <ByDepartment source={source}>
        <RecordListBody
          of={user}
          source={source}
          selected={selected}
          above={<States source={source} />}
          searchFields={['account', 'realName', 'unitName', 'accountType', 'userType']}
          columns={columns}
          isProtected={({ id }) => id === me}
          rowActions={() => accountActions}
          applies={(name, { status }) => !excludedActions[status ?? 0]?.includes(name)}
          rowMore={moreOf}
          detailMore={UserDetails}
          bulkMore={([one, ...others]) => (one && !others.length ? platformButton(one) : null)}
          overrides={{ ...approving.overrides, grant: (people) => granting.open(people) }}
          onSuccess={{
            submit: ({ initialPassword }, { account }) =>
              initialPassword && setNewPasswords([{ account: account ?? '', password: initialPassword }]),
            resetPassword: setNewPasswords,
          }}
        />
      </ByDepartment>
      {platform.of ? <UserPlatform of={platform.of} close={platform.close} /> : null}
      {approving.dialog}
      {granting.of ? <UserRoles people={granting.of} close={granting.close} /> : null}
      {newPasswords.length ? <InitialPasswords of={newPasswords} close={() => setNewPasswords([])} /> : null}
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
