import { fill, type Text } from '#contract/kit/text.ts'
import { builtInRoles } from '#contract/system/built-in-roles.ts'
import { role } from '#contract/system/role.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useUser } from '#web/base/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../../crud/record-list.tsx'
import { useForestSource } from '../../crud/sources/forest-source.tsx'
import { useDialog } from '../../dialog/use-dialog.ts'
import type { Columns } from '../../table/table-columns.tsx'
import { copyRoleDialog, grantDialog } from '../dialog-names.ts'
import { LensLink, useHasLens } from '../lens/lens-link.tsx'
import { copyNames } from '../reference/copy-name.ts'
import { membersColumn, WithMemberCounts } from './members.tsx'
import type { Granted } from './role-grant.tsx'

const omittedMessage: Text = [
  '有 {0} 项权限超出您的权限，未复制',
  'Grants not copied because they exceed your own permissions: {0}',
]
const copyRoleWords: Text = ['从已有角色复制', 'Copy an existing role']

const CopyRole = lazyComponent(async () => (await import('./copy-role.tsx')).CopyRole)
const RoleGrant = lazyComponent(async () => (await import('./role-grant.tsx')).RoleGrant)

const members: Columns<typeof role> = [membersColumn(role, 'roleId', 'roleAlias')]

/** Roles, their grants and their members. */
export const Roles = () => {
  const t = useLocalize()
  const may = useMay()
  const builtIn = builtInRoles(useUser()?.tenant_id ?? '')
  const toaster = useToaster()
  const hasLens = useHasLens()
  const source = useForestSource(role)
  const granting = useDialog<Granted>(grantDialog)
  const copying = useDialog<true>(copyRoleDialog)
  return (
    <WithMemberCounts field="roleId" rows={source.rows}>
      <RecordList
        of={role}
        source={source}
        columns={may('user') ? members : undefined}
        toolbarMore={
          may('role_add') && may('role_copy') && may('role_grant') ? (
            <Button onClick={() => copying.open(true)}>{t(copyRoleWords)}</Button>
          ) : null
        }
        overrides={{
          copy: ([row], openForm) =>
            row && openForm({ roleName: copyNames(row.roleName)[0], roleAlias: `${row.roleAlias}_copy` }),
        }}
        onSuccess={{ copy: ({ omitted }) => omitted && toaster.warning(t(fill(omittedMessage, omitted))) }}
        isProtected={({ roleAlias }) => builtIn.includes(roleAlias)}
        rowMore={(row) => (
          <>
            {may('role_grant') && row.roleAlias !== 'administrator' ? (
              <Button kind="link" onClick={() => granting.open(row)}>
                {t(role.calls.grant.label)}
                <span className="hidden-words"> {row.roleName}</span>
              </Button>
            ) : null}
            {hasLens ? <LensLink of={{ roleId: row.id }} name={row.roleName} /> : null}
          </>
        )}
      />
      {copying.of ? <CopyRole title={copyRoleWords} omitted={omittedMessage} close={copying.close} /> : null}
      {granting.of ? <RoleGrant of={granting.of} close={granting.close} /> : null}
    </WithMemberCounts>
  )
}
