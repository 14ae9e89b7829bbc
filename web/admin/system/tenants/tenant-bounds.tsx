import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { tenant } from '#contract/system/tenant.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { FormDialog } from '../../dialog/form-dialog.tsx'
import { boundsDialog } from '../dialog-names.ts'

export type LimitedTenant = Pick<
  RowOf<typeof tenant>,
  'id' | 'tenantName' | 'accountNumber' | 'expireTime' | 'packageId' | 'datasourceId'
>

interface Props {
  readonly of: LimitedTenant
  readonly close: () => void
}

const { accountNumber, expireTime } = tenant.calls.setting.input
const { packageId } = tenant.calls.packageSetting.input
const { datasourceId } = tenant.calls.datasource.input
const label: Text = ['租户设置', 'Settings']

const shortOf = ({
  id,
  tenantName,
  accountNumber,
  expireTime,
  packageId,
  datasourceId,
}: LimitedTenant): LimitedTenant => ({
  id,
  tenantName,
  accountNumber,
  expireTime,
  packageId,
  datasourceId,
})

/** Limits of a tenant: number of accounts, end date, package of menus, external data source. Sends only what changed. */
export const TenantBounds = ({ of, close }: Props) => {
  const t = useLocalize()
  const initial = {
    accountNumber: of.accountNumber ?? -1,
    expireTime: of.expireTime,
    packageId: of.packageId,
    datasourceId: of.datasourceId,
  }
  const send = async (value: FormValues) => {
    const bounds = { accountNumber: value.accountNumber as number, expireTime: value.expireTime as string | null }
    if (bounds.accountNumber !== initial.accountNumber || bounds.expireTime !== initial.expireTime)
      await ask(tenant.calls.setting, { ids: of.id, ...bounds })
    if (value.packageId !== initial.packageId)
      await ask(tenant.calls.packageSetting, { tenantId: of.id, packageId: value.packageId as string | null })
    if (value.datasourceId !== initial.datasourceId)
      await ask(tenant.calls.datasource, { tenantId: of.id, datasourceId: value.datasourceId as string | null })
    void invalidate(tenant.path)
  }
  return (
    <FormDialog
      title={t([`租户设置 · ${of.tenantName}`, `Settings · ${of.tenantName}`])}
      parts={[{ label, fields: { accountNumber, expireTime, packageId, datasourceId } as never }]}
      initial={initial}
      form={{ name: `bounds-${of.id}`, opened: { dialog: boundsDialog, of: shortOf(of) } }}
      mode="new"
      note={t([
        '租户到期后，其用户的登录立即失效。产品包决定其角色可以使用的菜单，不选则不作限制。数据源用于登记该租户自有的外部数据库，租户在本平台的数据不会因此迁移。',
        'When the tenant expires, all its sessions end at once. The package determines which menus its roles can use; without a package there is no limit. The data source registers an external database of the tenant; its data on this platform is not moved.',
      ])}
      ok={t(words.save)}
      send={send}
      close={close}
    />
  )
}
