import { Link } from 'react-router'
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
        {t([`5G专网（${page.total}）`, `5G private networks (${page.total})`])}
      </Link>
    </p>
  )
}

const networks: Columns<typeof company> = [
  {
    name: 'networks',
    label: privateNetwork.label,
    after: 'city',
    cell: ({ organizationCode, commpanyName }) => <NetworksLink code={organizationCode} of={commpanyName} />,
  },
]

const NetworksLink = ({ code, of }: { readonly code: string; readonly of: string }) => {
  const t = useLocalize()
  return (
    <Link to={networksAt(code)} aria-label={t([`${of}的5G专网`, `5G private networks of ${of}`])}>
      {t(words.view)}
    </Link>
  )
}

/** The register of companies, each with a way to its private networks for those who may see them. */
export const Companies = () => {
  const may = useMay()
  return (
    <RecordList
      of={company}
      source={usePageSource(company)}
      columns={may(privateNetwork.code) ? networks : []}
      detailMore={CompanyLinks}
    />
  )
}
