import { Link } from 'react-router'
import type { RowOf } from '#contract/kit/entity.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { company } from '#contract/project/company.ts'
import { privateNetwork } from '#contract/project/private-network.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'

const networksAt = (organizationCode: string): string =>
  `/project/private-network?organizationCode=${encodeURIComponent(organizationCode)}`

/** From a company to its private networks, with their number among those that the user may see. */
const CompanyLinks = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const may = useMay()
  const { data: row } = useAnswer(company.calls.detail, { id })
  const { data: page } = useAnswer(
    privateNetwork.calls.list,
    { organizationCode_equal: row?.organizationCode ?? '', size: 1 },
    { enabled: may(privateNetwork.code) && row !== undefined },
  )
  if (!row || !page) return null
  return (
    <p>
      <Link to={networksAt(row.organizationCode)}>
        {t(fill(['5G专网（{0}）', '5G private networks ({0})'], page.total))}
      </Link>
    </p>
  )
}

const NetworksLink = ({ of: { organizationCode, commpanyName } }: { readonly of: RowOf<typeof company> }) => {
  const t = useLocalize()
  return (
    <Link to={networksAt(organizationCode)} aria-label={t(fill(namedNetworks, commpanyName))}>
      {t(words.view)}
    </Link>
  )
}
const namedNetworks: Text = ['{0}的5G专网', '5G private networks of {0}']

const networks: Columns<typeof company> = [
  { name: 'networks', label: privateNetwork.label, after: 'city', cell: (row) => <NetworksLink of={row} /> },
]

/** The register of companies, each with a way to its private networks for those who may see them. */
export const Companies = () => {
  const columns = useMay()(privateNetwork.code) ? networks : []
  return <RecordList of={company} source={usePageSource(company)} columns={columns} detailMore={CompanyLinks} />
}
