import { useState } from 'react'
import { auth } from '#contract/auth.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { fill } from '#contract/kit/text.ts'
import { tenant } from '#contract/system/tenant.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { defaultTenant } from '#web/base/login-calls.ts'
import { useMay } from '#web/base/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { cellOf } from '../crud/cells.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'
import { ListNote } from '../crud/list-note.tsx'
import { useDialog } from '../crud/use-dialog.ts'
import type { List } from '../crud/use-list.ts'
import { StateViews } from '../crud/views.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'
import { TenantBackground } from './tenant-background.tsx'
import { boundsDialog, type LimitedTenant, TenantBounds } from './tenant-bounds.tsx'

type Tenant = RowOf<typeof tenant>

const useCount = (status: number): number | undefined =>
  useAnswer(tenant.calls.list, { status, current: 1, size: 1 }).data?.total

const States = ({ list }: { list: List }) => (
  <StateViews list={list} states={tenant.fields.status.choices} counts={{ 1: useCount(1), [-1]: useCount(-1) }} />
)

/** Explains that, with tenant mode off, the people of prepared tenants cannot log in yet. */
const ModeNote = () => {
  const t = useLocalize()
  const { data } = useAnswer(auth.settings)
  if (data?.tenantMode !== false) return null
  return (
    <ListNote tone="ask" title={t(['租户模式未启用', 'Tenant mode is off'])}>
      <p>
        {t([
          '可以先建立租户，但其人员目前不能登录。以环境变量 TENANT_MODE=on 重新启动服务后即可登录。',
          'Tenants can be set up, but their people cannot log in yet. Restart the server with TENANT_MODE=on to let them.',
        ])}
      </p>
    </ListNote>
  )
}

const State = ({ row: { status, expireTime } }: { row: Tenant }) => {
  const t = useLocalize()
  if (status === -1) return <Tag tone="bad">{t(['已停用', 'Suspended'])}</Tag>
  // both are Beijing time in the same format, so they compare as strings
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  if (expireTime && expireTime <= now) return <Tag tone="ask">{t(['已到期', 'Expired'])}</Tag>
  return <Tag tone="good">{t(['正常', 'Normal'])}</Tag>
}

const Quota = ({ row }: { row: Tenant }) => {
  const t = useLocalize()
  if (row.accountNumber === null || row.accountNumber < 0) return t(['不限', 'No limit'])
  return cellOf('accountNumber', tenant.fields.accountNumber, row)
}

interface NewTenant {
  readonly tenantId: string
  readonly account: string
  readonly password: string
}

/** Tenants; the initial password of a new tenant's administrator is displayed once. */
export const Tenants = () => {
  const t = useLocalize()
  const may = useMay()
  const [newTenant, setNewTenant] = useState<NewTenant | null>(null)
  const bounds = useDialog<LimitedTenant>(boundsDialog)
  const [editedBackground, setEditedBackground] = useState<Tenant | null>(null)
  const act = (open: (of: Tenant) => void, label: string, of: Tenant) => (
    <Button kind="link" onClick={() => open(of)}>
      {label}
      <span className="hidden-words"> {of.tenantName}</span>
    </Button>
  )
  return (
    <>
      <CrudScreen
        of={tenant}
        isProtected={({ tenantId }) => tenantId === defaultTenant}
        above={(list) => (
          <>
            <ModeNote />
            <States list={list} />
          </>
        )}
        searchFields={['tenantId', 'tenantName', 'linkman']}
        fields={['tenantName', 'linkman', 'contactNumber', 'address', 'domainUrl']}
        columns={[
          ...['tenantName', 'tenantId', 'linkman', 'contactNumber'],
          { name: 'accountNumber', cell: (row) => <Quota row={row} /> },
          ...['expireTime', 'packageId'],
          { name: 'status', cell: (row) => <State row={row} /> },
        ]}
        rowMore={(row) => (
          <>
            {may('tenant_setting') && row.tenantId !== defaultTenant
              ? act(bounds.open, t(['租户设置', 'Settings']), row)
              : null}
            {may('tenant_edit') ? act(setEditedBackground, t(['登录背景', 'Background']), row) : null}
          </>
        )}
        onSuccess={{
          submit: ({ tenantId, account, initialPassword }) =>
            initialPassword && setNewTenant({ tenantId, account: account ?? '', password: initialPassword }),
        }}
      />
      {bounds.of ? <TenantBounds of={bounds.of} close={bounds.close} /> : null}
      {editedBackground ? <TenantBackground of={editedBackground} close={() => setEditedBackground(null)} /> : null}
      {newTenant ? (
        <SecretsDialog
          title={['租户管理员初始密码', "First password of the tenant's administrator"]}
          heads={[
            ['登录账号', 'Account'],
            ['初始密码', 'Initial password'],
          ]}
          note={fill(
            [
              '登录时填写租户编号 {0}。请通过可靠的方式交给本人，首次登录后须立即修改。',
              'He logs in under the tenant id {0}. Hand the password over in a safe way; it has to be changed at the first login.',
            ],
            newTenant.tenantId,
          )}
          rows={[[newTenant.account, newTenant.password]]}
          close={() => setNewTenant(null)}
        />
      ) : null}
    </>
  )
}
