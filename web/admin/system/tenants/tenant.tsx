import { useState } from 'react'
import { auth } from '#contract/auth.ts'
import { consoleWords } from '#contract/console-words.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { tenant } from '#contract/system/tenant.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { defaultTenant } from '#web/base/login/login-calls.ts'
import type { Counted } from '#web/base/page/number.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { ListNote } from '../../crud/list-note.tsx'
import { RecordList } from '../../crud/record-list.tsx'
import type { ListSource } from '../../crud/sources/list-source.ts'
import { usePageSource } from '../../crud/sources/page-source.ts'
import { StateViews } from '../../crud/views.tsx'
import { useDialog } from '../../dialog/use-dialog.ts'
import type { Columns } from '../../table/table-columns.tsx'
import { boundsDialog } from '../dialog-names.ts'
import { SecretsDialog, usePreloadedSecrets } from '../people/secrets.ts'
import type { LimitedTenant } from './tenant-bounds.tsx'

const TenantBackground = lazyComponent(async () => (await import('./tenant-background.tsx')).TenantBackground)
const TenantBounds = lazyComponent(async () => (await import('./tenant-bounds.tsx')).TenantBounds)

type Tenant = RowOf<typeof tenant>

const useCount = (status: number): Counted | undefined =>
  useAnswer(tenant.calls.list, { status, current: 1, size: 1 }).data

const States = ({ source }: { source: ListSource }) => (
  <StateViews source={source} states={tenant.fields.status.choices} counts={{ 1: useCount(1), [-1]: useCount(-1) }} />
)

/** Explains that users of tenants cannot log in while tenant mode is off. */
const ModeNote = () => {
  const t = useLocalize()
  const { data } = useAnswer(auth.settings)
  if (data?.tenantMode !== false) return null
  return (
    <ListNote tone="ask" title={t(['租户模式未启用', 'Tenant mode is off'])}>
      <p>
        {t([
          '可以先新建租户，但其用户暂不能登录。如需启用，请设置环境变量 TENANT_MODE=on 并重启服务。',
          'You can add tenants, but their users cannot log in yet. To allow this, restart the server with TENANT_MODE=on.',
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
  return <Tag tone="good">{t(['正常', 'Active'])}</Tag>
}

const quotaOf = ({ accountNumber }: Tenant): Text => {
  if (accountNumber === null || accountNumber < 0) return ['不限', 'No limit']
  const count = accountNumber.toLocaleString('zh-CN')
  return [count, count]
}

interface NewTenant {
  readonly tenantId: string
  readonly account: string
  readonly password: string
}

/** The account and the initial password of a new tenant's administrator. */
const InitialPassword = ({ tenantId, account, password, close }: NewTenant & { readonly close: () => void }) => (
  <SecretsDialog
    title={['租户管理员初始密码', 'Initial password of the tenant administrator']}
    heads={[['登录账号', 'Account'], consoleWords.initialPassword]}
    note={fill(
      [
        '登录时填写租户编号 {0}。请通过可靠的方式将密码交给本人，首次登录后须立即修改。',
        'The administrator logs in with the tenant ID {0}. Pass on the password securely; it must be changed at the first login.',
      ],
      tenantId,
    )}
    rows={[[account, password]]}
    close={close}
  />
)

const columns: Columns<typeof tenant> = [
  { name: 'accountNumber', text: quotaOf },
  { name: 'status', cell: (row) => <State row={row} /> },
]

/** Tenants; the initial password of a new tenant's administrator is displayed once. */
export const Tenants = () => {
  usePreloadedSecrets()
  const t = useLocalize()
  const may = useMay()
  const source = usePageSource(tenant)
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
      <RecordList
        of={tenant}
        source={source}
        isProtected={({ tenantId }) => tenantId === defaultTenant}
        above={
          <>
            <ModeNote />
            <States source={source} />
          </>
        }
        searchFields={['tenantId', 'tenantName', 'linkman']}
        fields={['tenantName', 'linkman', 'contactNumber', 'address', 'domainUrl']}
        columns={columns}
        rowMore={(row) => (
          <>
            {may('tenant_setting') && row.tenantId !== defaultTenant
              ? act(bounds.open, t(['租户设置', 'Settings']), row)
              : null}
            {may('tenant_edit') ? act(setEditedBackground, t(['登录背景', 'Login background']), row) : null}
          </>
        )}
        onSuccess={{
          submit: ({ tenantId, account, initialPassword }) =>
            initialPassword && setNewTenant({ tenantId, account: account ?? '', password: initialPassword }),
        }}
      />
      {bounds.of ? <TenantBounds of={bounds.of} close={bounds.close} /> : null}
      {editedBackground ? <TenantBackground of={editedBackground} close={() => setEditedBackground(null)} /> : null}
      {newTenant ? <InitialPassword {...newTenant} close={() => setNewTenant(null)} /> : null}
    </>
  )
}
