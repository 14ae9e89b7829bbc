import { useMemo } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { currentCompany } from '#contract/project/company.ts'
import { privateNetwork } from '#contract/project/private-network.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useDeclarantRoles } from '#web/base/api/declarant.ts'
import type { Control } from '#web/form/control.ts'
import { controls } from '#web/form/controls.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'

/** Loaded with the first open row. */
const NetworkLinks = lazyComponent(async () => (await import('./network-links.tsx')).NetworkLinks)

/** An enterprise registers its own networks only: name and code of the organisation are shown and do not change. */
const Fixed: Control = (props) => {
  const Input = controls.text
  return <Input {...props} disabled />
}
const fixedOwner = { organizationCode: Fixed, commpanyName: Fixed }

const notes = {
  own: [
    '登记本单位的5G专网。申报项目时可在“5G网络”中直接选用，并带出已登记的参数。',
    'Register the networks of your organisation. A declaration can then refer to them and takes over their values.',
  ],
  others: [
    '已在平台注册的单位，单位名称以单位管理中的名称为准。',
    'The name of an organisation that is registered on the platform is that of the register.',
  ],
} as const satisfies Record<string, Text>

/** The private networks, as far as the user may see them. */
export const PrivateNetworks = () => {
  const isEnterprise = useDeclarantRoles().includes('enterprise')
  const { data: company } = useAnswer(currentCompany.detail, {}, { enabled: isEnterprise, staleTime: 60_000 })
  const { organizationCode, commpanyName } = company ?? {}
  const entity = useMemo(() => {
    if (!organizationCode || !commpanyName) return privateNetwork
    const { fields } = privateNetwork
    const owner = {
      organizationCode: { ...fields.organizationCode, initial: organizationCode },
      commpanyName: { ...fields.commpanyName, initial: commpanyName },
    }
    return { ...privateNetwork, fields: { ...fields, ...owner } }
  }, [organizationCode, commpanyName])
  return (
    <RecordList
      of={entity}
      source={usePageSource(privateNetwork)}
      detailMore={NetworkLinks}
      form={isEnterprise ? { controls: fixedOwner, note: notes.own } : { note: notes.others }}
    />
  )
}
