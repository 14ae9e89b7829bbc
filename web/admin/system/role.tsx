import { builtInRoles } from '#contract/system/built-in-roles.ts'
import { role } from '#contract/system/role.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { useUser } from '#web/base/session.ts'
import { Button } from '#web/ui/button.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { useForestSource } from '../crud/sources/forest-source.tsx'
import { useDialog } from '../crud/use-dialog.ts'
import { LensLink } from './lens/lens-link.tsx'
import { type Granted, grantDialog, RoleGrant } from './role-grant.tsx'

/** Roles and their grants. */
export const Roles = () => {
  const t = useLocalize()
  const may = useMay()
  const builtIn = builtInRoles(useUser()?.tenant_id ?? '')
  const source = useForestSource(role)
  const granting = useDialog<Granted>(grantDialog)
  return (
    <>
      <RecordList
        of={role}
        source={source}
        isProtected={({ roleAlias }) => builtIn.includes(roleAlias)}
        rowMore={(row) => (
          <>
            {may('role_grant') ? (
              <Button kind="link" onClick={() => granting.open(row)}>
                {t(role.calls.grant.label)}
                <span className="hidden-words"> {row.roleName}</span>
              </Button>
            ) : null}
            <LensLink of={{ roleId: row.id }} name={row.roleName} />
          </>
        )}
      />
      {granting.of ? <RoleGrant of={granting.of} close={granting.close} /> : null}
    </>
  )
}
