import { Link } from 'react-router'
import { company } from '#contract/project/company.ts'
import { declaration } from '#contract/project/declaration.ts'
import { privateNetwork } from '#contract/project/private-network.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useIsDeclarant } from '#web/base/api/declarant.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'

/** From a private network to its organisation, its other networks and its declaration. */
export const NetworkLinks = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const may = useMay()
  const isDeclarant = useIsDeclarant()
  const { data: row } = useAnswer(privateNetwork.calls.detail, { id })
  if (!row) return null
  // without a name the declaration is not open to the user
  const { pidName } = row as { pidName?: string | null }
  const code = encodeURIComponent(row.organizationCode)
  return (
    <p className="row wrap gap-x-20">
      {may(company.code) ? (
        <Link to={`/project/company?organizationCode=${code}`}>{t(['查看单位', 'Organisation'])}</Link>
      ) : null}
      <Link to={`/project/private-network?organizationCode=${code}`}>
        {t(['该单位的全部专网', 'All networks of this organisation'])}
      </Link>
      {pidName && row.pid && may(declaration.code) ? (
        <Link to={isDeclarant ? `/projectDetails/${row.pid}` : `/project/declaration/${row.pid}`}>
          {t(['查看申报', 'Declaration'])}
        </Link>
      ) : null}
    </p>
  )
}
