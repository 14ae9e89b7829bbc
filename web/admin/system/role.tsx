import { useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import { role } from '#contract/system/role.ts'
import { useMay } from '#web/base/permissions.ts'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { TreeScreen } from '../crud/tree-screen.tsx'
import { LensLink } from './lens/lens-link.tsx'
import { RoleGrant } from './role-grant.tsx'

/** Roles, and what each of them may do. */
export const Roles = () => {
  const t = useSay()
  const may = useMay()
  const [granting, setGranting] = useState<RowOf<typeof role> | null>(null)
  return (
    <>
      <TreeScreen
        of={role}
        rowMore={(row) => (
          <>
            {may('role_grant') ? (
              <Button kind="link" onClick={() => setGranting(row)}>
                {t(role.calls.grant.label)}
                <span className="hidden-words"> {row.roleName}</span>
              </Button>
            ) : null}
            <LensLink of={{ roleId: row.id }} name={row.roleName} />
          </>
        )}
      />
      {granting ? <RoleGrant of={granting} close={() => setGranting(null)} /> : null}
    </>
  )
}
