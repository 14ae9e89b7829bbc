import { Link, useSearchParams } from 'react-router'
import { missingFrom } from '#contract/project/network-values.ts'
import { type AnyPart, parts } from '#contract/project/parts.ts'
import { privateNetwork } from '#contract/project/private-network.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useDocument } from '#web/declaration/part-document.ts'
import type { Control } from '#web/form/control.ts'
import { useFormState } from '#web/form/form-context.ts'
import { ChoiceList } from '#web/form/select-control.tsx'

/** Where a private network is chosen. */
export const networkPlace = 'network.privateNetworkId'

/** The registered networks of the organisation that declares, as far as the user sees them. */
const useNetworks = () => {
  const may = useMay()
  const id = useSearchParams()[0].get('id') ?? ''
  const { data: information } = useDocument(id, parts[0] as AnyPart)
  const code = information?.body.organizationCode
  const enabled = may(privateNetwork.code) && typeof code === 'string'
  return useAnswer(privateNetwork.calls.list, { organizationCode_equal: code, size: 200 }, { enabled }).data?.records
}

/** Chooses a registered network, whose values then fill what is empty below. */
export const NetworkChoice: Control = ({ value, onChange, disabled, values = {} }) => {
  const t = useLocalize()
  const { change, editable } = useFormState()
  const networks = useNetworks() ?? []
  const choose = (id: string) => {
    onChange(id || null)
    const network = networks.find((one) => one.id === id)
    if (!network) return
    for (const [name, filled] of missingFrom(network, values))
      if (editable(`network.${name}`)) change(`network.${name}`, filled)
  }
  const chosen = value ? String(value) : ''
  const options = networks.map(({ id, networkName }) => ({ value: id, label: networkName }))
  const isUnknown = chosen !== '' && !options.some((one) => one.value === chosen)
  return (
    <>
      <ChoiceList
        options={isUnknown ? [...options, { value: chosen, label: chosen }] : options}
        value={chosen}
        onValue={choose}
        disabled={disabled}
        placeholder={t(options.length ? ['请选择', 'Please choose'] : ['没有已登记的专网', 'No registered network'])}
      />
      <span className="muted small">
        {t(['选择后自动填入下方尚未填写的内容。', 'Fills in what is still empty below. '])}
        <Link to="/project/private-network">{t(['登记和维护专网', 'Register networks'])}</Link>
      </span>
    </>
  )
}
